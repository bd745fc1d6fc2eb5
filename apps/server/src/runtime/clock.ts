/** Business time. It is passed into SQL, too, so that a test can own it; leases alone use the database's clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that moves only when it is told to. */
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
