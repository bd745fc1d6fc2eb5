/** Files that one process reads at once: each needs memory for the file and its worker. */
const CONCURRENT_MAX = 2

/** A fair queue: the tenant that was served longest ago is next. Each tenant has at most one turn at a time. */
type Turns = { running: Set<string>; waiting: Map<string, (() => void)[]> }

const turnsOf = new WeakMap<object, Turns>()

/**
 * Runs `work` when it is the tenant's turn in the queue of `owner`, so that many files of one tenant do not delay
 * others.
 */
export async function inTurn<T>(owner: object, tenant: string, work: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(owner) ?? { running: new Set(), waiting: new Map() }
  turnsOf.set(owner, turns)
  await new Promise<void>((resolve) => {
    turns.waiting.set(tenant, [...(turns.waiting.get(tenant) ?? []), resolve])
    admit(turns)
  })
  try {
    return await work()
  } finally {
    turns.running.delete(tenant)
    admit(turns)
  }
}

function admit({ running, waiting }: Turns): void {
  for (const [tenant, [next, ...others]] of [...waiting]) {
    if (running.size >= CONCURRENT_MAX) return
    if (running.has(tenant) || !next) continue
    running.add(tenant)
    waiting.delete(tenant)
    if (others.length > 0) waiting.set(tenant, others)
    next()
  }
}
