const opened: (() => void | Promise<void>)[] = []

/**
 * Has something closed after the file's last test, what was opened last first. It may be called at any time, unlike
 * Vitest's `afterAll`, which is forgotten when it is called inside of `beforeAll` or of a test.
 */
export function closeAtEnd(close: () => void | Promise<void>): void {
  opened.push(close)
}

/** Closes all that is open, and throws what went wrong only then. */
export async function closeAll(): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `closing failed: ${failures.join('; ')}`)
}
