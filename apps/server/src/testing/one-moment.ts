import { vi } from 'vitest'

/** Runs calls while the clock of the limits per second is stopped: a busy machine takes longer than a second for them. */
export async function inOneMoment<T>(run: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  try {
    return await run()
  } finally {
    clock.mockRestore()
  }
}
