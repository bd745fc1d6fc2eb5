import type { Notice } from '@simwright/contract/platform/notice'
import { isNoticeKind, type NoticeFacts, type NoticeKind, noticeWords } from '@simwright/contract/platform/notice-kind'
import { eventsOfMetrics } from '@simwright/contract/profiles/event-metric'
import {
  IconAlertTriangle,
  IconAt,
  IconBell,
  IconCertificate,
  IconChecks,
  IconCircleCheck,
  IconFileSpreadsheet,
  IconFileZip,
  IconGauge,
  IconHourglassEmpty,
  IconListCheck,
  IconMailX,
  IconMessageCheck,
  IconReceipt,
  IconRobot,
  IconShieldLock,
  IconSpeakerphone,
  IconTicket,
  IconTrendingDown,
  IconUserCheck,
  IconUserPlus,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { dollars } from '../base/money.ts'
import { formatTime } from '../base/time.ts'
import { platform } from '../brand/platform.ts'
import { eventsPath } from '../esim/event-address.ts'
import { hasProfileRows } from '../esim/file.ts'
import { batchPath, commentsPath, configurationPath, operationPath, profilePath } from '../esim/path.ts'
import { type Destination, linkTo, pages } from '../paths.ts'
import { noticeTexts as texts } from '../texts/notice.ts'
import type { Tone } from '../ui/tone.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

type Look = {
  icon: Icon
  tone: Tone
  /** The page that it opens; undefined for a notification without a page. */
  to?: Destination
}

export type NoticeView = Look & {
  title: string
  text?: string
  /** The server is newer than this tab, and the words come with it. */
  needsReload?: true
}

/** Icon, words and link of a notification. One of a kind that this version does not know asks for a reload. */
export function noticeView({ kind, facts }: Notice): NoticeView {
  if (!isNoticeKind(kind)) return { icon: IconBell, tone: 'neutral', ...texts.unknown, needsReload: true }
  const format = { appName: platform().appName, time: formatTime, amount: dollars }
  return { ...lookOf(kind, facts), ...noticeWords({ kind, facts }, format) }
}

const lookOf = <K extends NoticeKind>(kind: K, facts: NoticeFacts<K>): Look => looks[kind](facts)

const FAILED = eventsOfMetrics(['failed'])
const SECURITY = linkTo(pages.security)
/** Home with the user's feedback open. */
const FEEDBACK = linkTo(pages.home, { over: { feedback: 'mine' } })
const FILES = linkTo(pages.delivery, { search: { tab: 'files' } })

const orderLook =
  (icon: Icon, tone: Tone) =>
  ({ orderId }: { orderId: string }): Look => ({ icon, tone, to: linkTo(pages.orders, { search: { open: orderId } }) })

/** The code itself, or the list if there are several. */
const leakLook = ({ profileId, count }: { profileId: string; count: number }): Look => ({
  icon: IconAlertTriangle,
  tone: 'danger',
  to:
    count === 1
      ? profilePath(profileId, 'overview')
      : linkTo(pages.delivery, { search: { tab: 'leaks', state: 'SUSPECTED' } }),
})

/** How each kind looks, and the page that it opens. */
const looks: { [K in NoticeKind]: (facts: NoticeFacts<K>) => Look } = {
  BATCH_DONE: ({ batchId, failed }) => ({
    icon: IconCircleCheck,
    tone: failed > 0 ? 'warning' : 'success',
    to: batchPath(batchId),
  }),
  BATCH_FAILED: ({ batchId }) => ({ icon: IconAlertTriangle, tone: 'danger', to: batchPath(batchId) }),
  FILE_DONE: ({ form }) => ({
    icon: hasProfileRows(form) ? IconFileSpreadsheet : IconFileZip,
    tone: 'success',
    to: FILES,
  }),
  FILE_FAILED: () => ({ icon: IconAlertTriangle, tone: 'danger', to: FILES }),
  OPERATION_DONE: ({ operationId, failed }) => ({
    icon: IconListCheck,
    tone: failed > 0 ? 'warning' : 'success',
    to: operationPath(operationId),
  }),
  OPERATION_FAILED: ({ operationId }) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    to: operationPath(operationId),
  }),
  BUILD_FAILED: ({ configurationId }) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    to: configurationPath('edit', configurationId),
  }),
  SUCCESS_FALLS: () => ({ icon: IconTrendingDown, tone: 'danger', to: linkTo(pages.dashboard) }),
  VERSION_FALLS: ({ configurationId, version: configurationVersion, from, to }) => ({
    icon: IconTrendingDown,
    tone: 'danger',
    to: eventsPath({ ...FAILED, configurationId, configurationVersion, from, to }),
  }),
  MODEL_FALLS: ({ brand, model, from, to }) => ({
    icon: IconTrendingDown,
    tone: 'danger',
    to: eventsPath({ ...FAILED, brand, model: model || null, from, to }),
  }),
  CAMPAIGN_LOW: ({ campaignId, remaining }) => ({
    icon: IconSpeakerphone,
    tone: remaining > 0 ? 'warning' : 'danger',
    to: linkTo(pages.campaigns, { search: { campaign: campaignId } }),
  }),
  CODE_DEVICES: leakLook,
  CODE_NETWORKS: leakLook,
  COMMENT_MENTION: ({ objectKind, objectId }) => ({
    icon: IconAt,
    tone: 'info',
    to: commentsPath(objectKind, objectId),
  }),
  APPROVAL_ASKED: ({ requestId }) => ({
    icon: IconChecks,
    tone: 'info',
    to: linkTo(pages.approvals, { search: { open: requestId } }),
  }),
  APPROVAL_ENDED: ({ requestId, state }) => ({
    icon: IconChecks,
    tone: state === 'APPROVED' || state === 'DONE' ? 'success' : 'warning',
    to: linkTo(pages.approvals, { search: { open: requestId } }),
  }),
  APPROVAL_OFF: () => ({ icon: IconChecks, tone: 'danger', to: linkTo(pages.enterprise) }),
  RULE_MATCHED: ({ ruleId }) => ({
    icon: IconRobot,
    tone: 'info',
    to: linkTo(pages.rules, { search: { rule: ruleId } }),
  }),
  RULE_LIMITED: ({ ruleId }) => ({
    icon: IconRobot,
    tone: 'warning',
    to: linkTo(pages.rules, { search: { rule: ruleId } }),
  }),
  RULE_STOPPED: ({ ruleId }) => ({
    icon: IconRobot,
    tone: 'danger',
    to: linkTo(pages.rules, { search: { rule: ruleId } }),
  }),
  VOUCHERS_GUESSED: ({ voucherBatchId }) => ({
    icon: IconTicket,
    tone: 'warning',
    to: linkTo(pages.vouchers, { search: { batch: voucherBatchId } }),
  }),
  TRIAL_ENDING: () => ({ icon: IconHourglassEmpty, tone: 'warning', to: linkTo(pages.subscription) }),
  TRIAL_ENDED: () => ({ icon: IconHourglassEmpty, tone: 'danger', to: linkTo(pages.subscription) }),
  DELIVERY_UNSENT: () => ({
    icon: IconMailX,
    tone: 'warning',
    to: linkTo(pages.delivery, { search: { tab: 'planned', state: 'SKIPPED,REFUSED' } }),
  }),
  REPORT_STOPPED: () => ({
    icon: IconMailX,
    tone: 'warning',
    to: linkTo(pages.reports, { search: { tab: 'schedules' } }),
  }),
  USAGE_REACHED: ({ percent }) => ({
    icon: IconGauge,
    tone: percent < 100 ? 'warning' : 'danger',
    to: linkTo(pages.subscription),
  }),
  PLAN_ENDED: () => ({ icon: IconHourglassEmpty, tone: 'danger', to: linkTo(pages.subscription) }),
  ORDER_DUE: orderLook(IconReceipt, 'warning'),
  PAYMENT_FAILED: orderLook(IconReceipt, 'danger'),
  TRANSFER_CONFIRMED: orderLook(IconCircleCheck, 'success'),
  TRANSFER_REJECTED: orderLook(IconAlertTriangle, 'danger'),
  WEBHOOK_OFF: () => ({
    icon: IconWebhook,
    tone: 'danger',
    to: linkTo(pages.developer, { search: { tab: 'webhooks' } }),
  }),
  JOINED: () => ({ icon: IconUserCheck, tone: 'success', to: linkTo(pages.members) }),
  FEEDBACK_ANSWERED: () => ({ icon: IconMessageCheck, tone: 'info', to: FEEDBACK }),
  INVITED: () => ({ icon: IconUserPlus, tone: 'accent', to: linkTo(pages.account) }),
  ACCOUNT_CHANGED: () => ({ icon: IconShieldLock, tone: 'warning', to: SECURITY }),
  PASSWORD_GUESSED: () => ({ icon: IconShieldLock, tone: 'danger', to: SECURITY }),
  TRANSFER_WAITS: ({ orderId }) => ({
    icon: IconReceipt,
    tone: 'warning',
    to: linkTo(pages.staffOrders, { search: { open: orderId } }),
  }),
  TRANSFER_DECIDED: ({ orderId, decision }) => ({
    icon: IconReceipt,
    tone: decision === 'confirmed' ? 'success' : 'neutral',
    to: linkTo(pages.staffOrders, { search: { open: orderId } }),
  }),
  PAYMENT_RETURNED: () => ({ icon: IconAlertTriangle, tone: 'warning', to: linkTo(pages.staffOrders) }),
  CERTIFICATE_ENDING: ({ days }) => ({
    icon: IconCertificate,
    tone: days < 7 ? 'danger' : 'warning',
    to: linkTo(pages.adminDashboard),
  }),
  SIGN_IN_ALARM: () => ({ icon: IconShieldLock, tone: 'danger', to: linkTo(pages.adminDashboard) }),
  FIGURES_WRONG: () => ({ icon: IconGauge, tone: 'danger', to: linkTo(pages.adminDashboard) }),
  DISK_SHORT: () => ({ icon: IconAlertTriangle, tone: 'danger', to: linkTo(pages.adminDashboard) }),
}
