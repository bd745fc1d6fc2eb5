/** So many files are read at the same time in one process: each may need a file's memory and its reader's. */
const AT_ONCE = 2

type Queue = { running: number; waiting: (() => void)[] }

const queues = new WeakMap<object, Queue>()

/** Runs `work` when it is its turn among all that `owner` reads. */
export async function inTurn<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(owner) ?? { running: 0, waiting: [] }
  queues.set(owner, queue)
  if (queue.running >= AT_ONCE) await new Promise<void>((resolve) => queue.waiting.push(resolve))
  else queue.running += 1
  try {
    return await work()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running -= 1
  }
}
