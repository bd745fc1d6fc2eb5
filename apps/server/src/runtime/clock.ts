/** Business time, also passed into SQL, so that a test controls it. Only leases use the database's clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that moves only by `moveMs`. */
export type MovableClock = Clock & { moveMs(milliseconds: number): void }

export function movableClock(start: Date): MovableClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    moveMs(milliseconds) {
      at += milliseconds
    },
  }
}
