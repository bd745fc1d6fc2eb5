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

/** A clock that runs in the past, and jumps forward until it is released: from then on it is the system's. */
export type PastClock = Clock & { moveTo(time: Date): void; release(): void }

export function pastClock(start: Date): PastClock {
  let behindMs = Date.now() - start.getTime()
  return {
    now: () => new Date(Date.now() - behindMs),
    moveTo(time) {
      behindMs = Math.max(0, Math.min(behindMs, Date.now() - time.getTime()))
    },
    release() {
      behindMs = 0
    },
  }
}
