import { notifyOfCertificates } from '../modules/insight/admin/jobs.ts'
import { notifyOfUsage } from '../modules/money/renewal/service.ts'
import { notifyOfSuccessRates } from '../modules/profiles/rollup/jobs.ts'
import { notifyOfLowCampaigns } from '../modules/provisioning/campaigns/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { BackgroundLoop } from '../work/loop.ts'

const EACH_MS = 60_000
const REST_MS = 10_000

type Needs = Parameters<typeof notifyOfUsage>[0] & Pick<Server, 'smdp'>

const CHECKS: readonly { name: string; check: (server: Needs) => Promise<void> }[] = [
  { name: 'threshold: usage', check: notifyOfUsage },
  { name: 'threshold: success rate', check: notifyOfSuccessRates },
  { name: 'threshold: campaigns', check: notifyOfLowCampaigns },
  { name: 'threshold: certificates', check: notifyOfCertificates },
]

/** Compare what is measured with the thresholds: now and every minute. Safe in concurrent processes. */
export const thresholdLoops = (server: Needs): BackgroundLoop[] =>
  CHECKS.map(({ name, check }) => ({ name, everyMs: EACH_MS, restMs: REST_MS, run: () => check(server) }))

/** Does all checks once. */
export async function checkThresholds(server: Needs): Promise<void> {
  for (const { check } of CHECKS) await check(server)
}
