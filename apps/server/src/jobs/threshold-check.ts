import { notifyOfCertificates } from '../modules/insight/admin/jobs.ts'
import { notifyOfUsage } from '../modules/money/renewal/service.ts'
import { notifyOfPartialRates, notifyOfSuccessRates } from '../modules/profiles/rollup/jobs.ts'
import { notifyOfLowCampaigns } from '../modules/provisioning/campaigns/jobs.ts'
import { watchLeaks } from '../modules/provisioning/leaks/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { BackgroundLoop } from '../work/loop.ts'

const EACH_MS = 60_000
const REST_MS = 10_000

type Needs = Parameters<typeof notifyOfUsage>[0] & Pick<Server, 'smdp'>

/** Reads the counters of a window by version or model, which are many. */
const PARTS_EACH_MS = 5 * EACH_MS

const CHECKS: readonly { name: string; check: (server: Needs) => Promise<void>; everyMs?: number }[] = [
  { name: 'threshold: usage', check: notifyOfUsage },
  { name: 'threshold: success rate', check: notifyOfSuccessRates },
  { name: 'threshold: success rates of versions and models', check: notifyOfPartialRates, everyMs: PARTS_EACH_MS },
  { name: 'threshold: codes that many try', check: watchLeaks },
  { name: 'threshold: campaigns', check: notifyOfLowCampaigns },
  { name: 'threshold: certificates', check: notifyOfCertificates },
]

/** Compare what is measured with the thresholds: now and every few minutes. Safe in concurrent processes. */
export const thresholdLoops = (server: Needs): BackgroundLoop[] =>
  CHECKS.map(({ name, check, everyMs = EACH_MS }) => ({ name, everyMs, restMs: REST_MS, run: () => check(server) }))

/** Does all checks once. */
export async function checkThresholds(server: Needs): Promise<void> {
  for (const { check } of CHECKS) await check(server)
}
