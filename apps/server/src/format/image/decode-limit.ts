import { workerData } from 'node:worker_threads'

/** A thread next to the decoder, which ends the process when all its threads have used its processor time. */
const limitMs = workerData as number
const PERIOD_MS = 50

setInterval(() => {
  const { user, system } = process.cpuUsage()
  // decode-image.ts reads this signal as the reason
  if ((user + system) / 1000 > limitMs) process.kill(process.pid, 'SIGTERM')
}, PERIOD_MS)
