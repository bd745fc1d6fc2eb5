import type { RawBuilder } from 'kysely'
import { inBackground } from '../db/background-share.ts'
import * as reports from '../modules/insight/reports/jobs.ts'
import * as invoices from '../modules/money/invoices/jobs.ts'
import * as renewal from '../modules/money/renewal/service.ts'
import * as stripe from '../modules/money/stripe/jobs.ts'
import * as accounts from '../modules/people/accounts/service.ts'
import * as approvals from '../modules/people/approvals/jobs.ts'
import * as clients from '../modules/people/clients/service.ts'
import * as enterprises from '../modules/people/enterprises/service.ts'
import * as moves from '../modules/people/moves/jobs.ts'
import * as sessions from '../modules/people/sessions/jobs.ts'
import { readMembers } from '../modules/people/sessions/service.ts'
import * as audit from '../modules/platform/audit/jobs.ts'
import * as mail from '../modules/platform/mail/jobs.ts'
import * as notices from '../modules/platform/notices/jobs.ts'
import * as plans from '../modules/platform/plans/service.ts'
import * as attributes from '../modules/profiles/attributes/jobs.ts'
import * as pools from '../modules/profiles/pools/jobs.ts'
import * as rollup from '../modules/profiles/rollup/jobs.ts'
import * as tags from '../modules/profiles/tags/jobs.ts'
import * as es2plus from '../modules/programs/es2plus/jobs.ts'
import { readKeyCaller } from '../modules/programs/keys/service.ts'
import * as webhooks from '../modules/programs/webhooks/jobs.ts'
import * as campaigns from '../modules/provisioning/campaigns/jobs.ts'
import * as delivery from '../modules/provisioning/delivery/jobs.ts'
import * as erasure from '../modules/provisioning/erasure/jobs.ts'
import * as generate from '../modules/provisioning/generate/jobs.ts'
import * as operations from '../modules/provisioning/operations/jobs.ts'
import * as phone from '../modules/provisioning/phone/jobs.ts'
import * as pushes from '../modules/provisioning/pushes/jobs.ts'
import * as recycle from '../modules/provisioning/recycle/jobs.ts'
import * as rules from '../modules/provisioning/rules/jobs.ts'
import * as smdp from '../modules/provisioning/smdp/jobs.ts'
import * as tac from '../modules/provisioning/tac/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'
import { type BackgroundLoop, loop, SELDOM_MS } from '../work/loop.ts'
import { watchDisk } from './disk-reserve.ts'
import { dueLoop, type Watched } from './due.ts'
import { heartbeatLoop } from './heartbeat.ts'
import { minuteLoop } from './process-minute.ts'
import { heldAfterRestore } from './restored.ts'
import { retentionLoop } from './retention.ts'
import { thresholdLoops } from './threshold-check.ts'

/** A sweep that finds work again and again, because it leaves some of it to the next run or to others, rests this long. */
const REST_MS = 5_000
const ORDERS_REST_MS = 30_000
const SELDOM_REST_MS = 10_000
/** Of a process that is no worker: nothing wakes it. */
const APPROVALS_MS = 10_000
const TEN_MINUTES_MS = 10 * 60_000

/** Between the first runs of loops, which would otherwise all wait for the same connections. */
const APART_MS = 100

type Work = (server: Server, signal: AbortSignal) => Promise<unknown>
type DueSql = (at: Date) => RawBuilder<boolean>
type Sweep = readonly [name: string, run: Work, due: DueSql, restMs?: number]

const APPROVALS: Sweep = [
  'approvals',
  (server) => approvals.runApprovals(server, { readKeyCaller }),
  approvals.approvalsDue,
]

/** What finds unfinished work and what is due in the database, each with the condition on which it is woken. */
const SWEEPS: readonly Sweep[] = [
  ['batches', generate.wakeBatches, generate.batchesDue],
  ['operations', operations.wakeOperations, operations.operationsDue],
  ['code files', delivery.wakeFiles, delivery.filesDue],
  ['exports of enterprise accounts', moves.wakeExports, moves.exportsDue],
  ['planned deliveries', (server) => delivery.sendPlanned(server, { readPlanners: readMembers }), delivery.plannedDue],
  ['expired codes', smdp.expireCodes, smdp.codesDue],
  ['lapsed reservations', pools.freeLapsed, pools.reservationsDue],
  APPROVALS,
  ['ended campaigns', campaigns.endDueCampaigns, campaigns.campaignsDue],
  ['recycling of campaigns', campaigns.recycleEnded, campaigns.campaignRecyclingDue],
  ['recycling', recycle.recycleDue, recycle.recyclingDue],
  ['displaced operators', es2plus.settleDisplaced, es2plus.displacedDue],
  ['virtual phones', phone.closeLapsedPhones, phone.phonesDue],
  ['events at the SM-DS', pushes.syncSmdsEvents, pushes.smdsEventsDue],
  ['deleted attributes', attributes.clearAttributes, attributes.attributesLeft],
  ['deleted tags', tags.clearTags, tags.tagsLeft],
  ['names of devices', tac.nameDevices, tac.namingDue],
  ['events of Stripe', stripe.wakeEvents, stripe.eventsDue],
  ['payments', stripe.wakePayments, stripe.paymentsDue],
  ['charges of cards', stripe.chargeDueCards, stripe.chargesDue],
  ['plan orders', renewal.stepDueOrders, renewal.ordersDue, ORDERS_REST_MS],
  ['ends of visits', sessions.auditVisitEnds, sessions.visitEndsDue],
  ['mails of notifications', notices.mailNotices, notices.noticeMailsDue],
  ['reports', reports.sendDueReports, reports.reportsDue],
  ['audit chains', audit.chainAudit, audit.auditDue],
]

/** Nobody waits for these: they run each ten minutes. */
const SELDOM: readonly (readonly [name: string, run: Work])[] = [
  ['events of old downloads', pushes.closeOldPushes],
  ['accounts to delete', accounts.deleteDueAccounts],
  ['enterprise accounts to delete', enterprises.deleteDueEnterprises],
  ['ends of trials', plans.notifyOfTrials],
  ['ICCIDs of idle accounts', clients.releaseIdleIccids],
  ['upkeep of counters', rollup.runUpkeep],
  ['keys to erase', erasure.eraseDueKeys],
  ['e-mails queued again', delivery.reopenRetried],
]

const sweepLoop = (server: Server, [name, run, due, restMs = REST_MS]: Sweep): BackgroundLoop => ({
  name,
  everyMs: SELDOM_MS,
  restMs,
  due,
  run: (signal) => run(server, signal),
})

/** The one loop of a process that serves calls and is no worker: a worker that serves none cannot repeat approved calls. */
export function startApprovals(server: Server): { stop(): Promise<void> } {
  const one = heldAfterRestore(server, { ...sweepLoop(server, APPROVALS), firstMs: SELDOM_MS })
  return loop({ ...one, everyMs: APPROVALS_MS, run: (signal) => inBackground(() => one.run(signal)) }, server)
}

/** All background work of a server, besides the tasks of the queue. */
export function backgroundLoops(server: Server): BackgroundLoop[] {
  const sweeps = SWEEPS.map((sweep) => sweepLoop(server, sweep))
  const seldom = SELDOM.map(([name, run]): BackgroundLoop => {
    return { name, everyMs: TEN_MINUTES_MS, restMs: SELDOM_REST_MS, run: (signal) => run(server, signal) }
  })
  const all: BackgroundLoop[] = [
    ...sweeps,
    rollup.rollupLoop(server),
    rules.ruleLoop(server),
    webhooks.webhookLoop(server),
    es2plus.operatorNoticeLoop(server),
    pushes.pushLoop(server),
    invoices.invoiceFileLoop(server),
    ...seldom,
    retentionLoop(server),
    ...(server.db.replica ? [heartbeatLoop(server)] : []),
    ...thresholdLoops(server),
    watchDisk(server),
    minuteLoop(server),
  ]
  return all.map((one, index) =>
    heldAfterRestore(server, { firstMs: one.due ? one.everyMs : index * APART_MS, ...one }),
  )
}

/** What is woken by the one statement that asks for all: loops, and what sends mails. */
export function watchedOf(server: Server, started: readonly (BackgroundLoop & Pick<Watched, 'wake'>)[]): Watched[] {
  const loops = started.flatMap(({ name, due, wake }) => (due ? [{ name, due, wake }] : []))
  return [...loops, { name: 'mails', due: mail.mailsDue, wake: server.mail.wake }]
}

/** Starts all background loops. Any number of processes can run them on one database: each piece of work is done once. */
export function startBackground(server: Server): { stop(): Promise<void> } {
  const started = backgroundLoops(server).map((one) => {
    const run = (signal: AbortSignal) => inBackground(() => one.run(signal))
    return { ...one, ...loop({ ...one, run }, server) }
  })
  const watching = loop(dueLoop(server, watchedOf(server, started)), server)
  const stopOne = async ({ stop, end }: (typeof started)[number]) => {
    await stop()
    await end?.()
  }
  return {
    stop: async () => {
      await Promise.all([watching.stop(), ...started.map(stopOne)])
    },
  }
}
