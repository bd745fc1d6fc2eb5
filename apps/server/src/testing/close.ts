const opened: (() => void | Promise<void>)[] = []

/**
 * Registers a function to run after the file's last test, in reverse order of registration. It may be called at any
 * time, unlike Vitest's `afterAll`, which has no effect inside `beforeAll` or a test.
 */
export function closeAtEnd(close: () => void | Promise<void>): void {
  opened.push(close)
}

/** Runs all registered functions, then throws their errors. */
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
