import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks for `/healthz` again and again, and answers a message with the longest time in milliseconds. */
const { url, periodMs } = workerData as { url: string; periodMs: number }
let longestMs = 0
parentPort!.once('message', () => {
  parentPort!.postMessage(longestMs)
  process.exit()
})
for (;;) {
  const start = performance.now()
  await (await fetch(`${url}/healthz`)).arrayBuffer()
  longestMs = Math.max(longestMs, performance.now() - start)
  await sleep(periodMs)
}
