import type { Figure } from './figure.ts'
import { startServer, withDataDir } from './server-process.ts'

const LIMIT_S = 2
const STARTS = 5

/** Median time from the start of a server on an existing data directory to its first successful `/readyz`. */
export async function benchStart(): Promise<Figure[]> {
  return await withDataDir(async (folder) => {
    await (await startServer(folder)).stop()
    const seconds: number[] = []
    for (let start = 0; start < STARTS; start++) {
      const server = await startServer(folder)
      await server.stop()
      seconds.push(server.readyMs / 1000)
    }
    const value = seconds.toSorted((a, b) => a - b)[(STARTS - 1) / 2]!
    return [{ name: 'start', value, unit: 's', limit: LIMIT_S, ratio: value / LIMIT_S }]
  })
}
