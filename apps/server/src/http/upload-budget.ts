/** Memory for uploads that have arrived in part or wait for their turn, of all enterprise accounts together. */
const BUDGET_BYTES = 256 * 1024 * 1024

/** Not counted of each upload, so that a small file is always received, whatever others send. */
const FREE_BYTES = 1024 * 1024

/** An upload from its first byte until it was used. */
export type HeldUpload = {
  /** Counts received bytes. */
  add(bytes: number): void
  /** The last byte has arrived: this upload is not refused any more. */
  complete(): void
  /** The file was used. */
  release(): void
}

type Held = { tenant: string; bytes: number; refuse: (() => void) | undefined }

/**
 * Bounds the memory of uploads. Beyond the limit one is refused, not the one that needs the next byte: the largest of
 * those that are still arriving, of the enterprise account that holds most.
 */
export class UploadBudget {
  readonly #held = new Set<Held>()
  readonly #limitBytes: number

  constructor(limitBytes = BUDGET_BYTES) {
    this.#limitBytes = limitBytes
  }

  /** @param refuse ends the upload with an error */
  open(tenant: string, refuse: () => void): HeldUpload {
    const held: Held = { tenant, bytes: 0, refuse }
    this.#held.add(held)
    return {
      add: (bytes) => {
        held.bytes += bytes
        if (sumOf(this.#held) > this.#limitBytes) this.#refuseLargest()
      },
      complete: () => {
        held.refuse = undefined
      },
      release: () => void this.#held.delete(held),
    }
  }

  #refuseLargest(): void {
    const byTenant = Map.groupBy(this.#held, ({ tenant }) => tenant)
    const arriving = [...this.#held].filter(({ refuse, bytes }) => refuse && bytes > FREE_BYTES)
    const ofTenant = (held: Held) => sumOf(byTenant.get(held.tenant) ?? [])
    const [largest] = arriving.toSorted((a, b) => ofTenant(b) - ofTenant(a) || b.bytes - a.bytes)
    if (!largest) return
    this.#held.delete(largest)
    largest.refuse?.()
  }
}

const sumOf = (all: Iterable<Held>) => [...all].reduce((sum, { bytes }) => sum + Math.max(0, bytes - FREE_BYTES), 0)
