/** So many files are read at the same time in one process: each may need a file's memory and its reader's. */
const AT_ONCE = 2

/** Tenants wait in the order in which they were served last; each has at most one turn at a time. */
type Turns = { running: Set<string>; waiting: Map<string, (() => void)[]> }

const turnsOf = new WeakMap<object, Turns>()

/** Runs `work` when it is the tenant's turn among all that `owner` reads: many files of one tenant hold up no other. */
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
    if (running.size >= AT_ONCE) return
    if (running.has(tenant) || !next) continue
    running.add(tenant)
    waiting.delete(tenant)
    if (others.length > 0) waiting.set(tenant, others)
    next()
  }
}
