import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that is free. The operating system gives ports from 32768 on to those who ask for any, so that no other test gets
 * this one meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const probe = createServer().listen(port)
  try {
    await once(probe, 'listening')
  } catch {
    return await freePort()
  }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
