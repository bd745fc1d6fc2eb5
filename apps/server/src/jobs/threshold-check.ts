import { notifyOfCertificates } from '../modules/insight/admin/jobs.ts'
import { notifyOfUsage } from '../modules/money/renewal/service.ts'
import { notifyOfSuccessRates } from '../modules/profiles/rollup/jobs.ts'
import { notifyOfLowCampaigns } from '../modules/provisioning/campaigns/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'

const EACH_MS = 60_000

const checks = [notifyOfUsage, notifyOfSuccessRates, notifyOfLowCampaigns, notifyOfCertificates] as const

type Needs = Parameters<typeof notifyOfUsage>[0] & Pick<Server, 'smdp'>

/** Compares what is measured with the thresholds: now and every minute. Safe in concurrent processes. */
export function startThresholdChecks(server: Needs): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const runOnce = async () => {
    for (const check of checks)
      await check(server).catch((err: unknown) =>
        server.log.warn({ err, check: check.name }, 'a threshold check failed'),
      )
  }
  const next = () => {
    running = running.then(runOnce)
  }
  next()
  const timer = setInterval(next, EACH_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
