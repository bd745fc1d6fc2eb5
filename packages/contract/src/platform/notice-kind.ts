import { z } from 'zod'
import { fillText } from '../fill-text.ts'
import { id, time, version } from '../list.ts'
import { type PermissionId, permissionsWithinGroups } from '../permission.ts'
import { offReasons, offReasonTexts } from '../programs/webhook.ts'
import { type FileForm, fileForms } from '../provisioning/delivery.ts'
import { operationKinds, operationRow, undoName } from '../provisioning/operation-kind.ts'
import { ruleStopReasons } from '../provisioning/rule-stop.ts'

/**
 * Where notifications appear. The names are stored. `WEBHOOK`: they are sent once to the webhook endpoints of the enterprise
 * account that want notifications, if the channel is on for one of the members who get them.
 */
export const noticeChannels = ['BELL', 'MAIL', 'WEBHOOK'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** `on` and `off` are what a user has until choosing; `always` cannot be switched off, `never` not on. */
export type ChannelDefault = 'on' | 'off' | 'always' | 'never'

/** The headings under which kinds are listed. */
export const noticeTopics = {
  jobs: 'Your jobs',
  profiles: 'Profiles and downloads',
  plan: 'Plan and orders',
  programs: 'For programs',
  team: 'Team and feedback',
  account: 'Your account',
  platform: 'This installation',
} as const
export type NoticeTopic = keyof typeof noticeTopics

/** How the words of a notification write what depends on the reader. */
export type WordFormat = { appName: string; time: (iso: string) => string; amount: (cents: number) => string }

export type NoticeWords = { title: string; text?: string }

type KindRow<Facts extends z.ZodType> = {
  /** What the words are made of. */
  facts: Facts
  topic: NoticeTopic
  /** The name in settings and filters. */
  label: string
  /** When it is sent, in settings. */
  about: string
  /**
   * `person`: the user, in all enterprise accounts. `members`: members of one enterprise account. `staff`: the
   * platform's staff.
   */
  audience: 'person' | 'members' | 'staff'
  /** Only who holds it gets the notification. */
  permission?: PermissionId
  /** About profiles of any group: not for members whose view is limited to groups. */
  allGroups?: true
  channels: Record<NoticeChannel, ChannelDefault>
  words: (facts: z.output<Facts>, format: WordFormat) => NoticeWords
}

const kind = <Facts extends z.ZodType>(row: KindRow<Facts>) => row

const bellOnly = { BELL: 'on', MAIL: 'off', WEBHOOK: 'off' } as const
const bellAndMail = { BELL: 'on', MAIL: 'on', WEBHOOK: 'off' } as const
// webhooks are part of a plan: those of an account whose plan has ended are not called
const planEnd = { BELL: 'on', MAIL: 'on', WEBHOOK: 'never' } as const
// a webhook belongs to an enterprise account, which gets nothing about a person's account or about the installation
const staffBell = { BELL: 'on', MAIL: 'off', WEBHOOK: 'never' } as const
const staffBellAndMail = { BELL: 'on', MAIL: 'on', WEBHOOK: 'never' } as const
const security = { BELL: 'always', MAIL: 'always', WEBHOOK: 'never' } as const

type Forms = { one: string; other: string }

const count = (forms: Forms, number: number) =>
  fillText(number === 1 ? forms.one : forms.other, { count: number.toLocaleString('en') })

const sentences = (...all: (string | false)[]) => all.filter((one) => one !== false).join(' ')

const profileForms = { one: '{count} profile', other: '{count} profiles' }
const batchForms = { one: '{count} batch', other: '{count} batches' }

const profileText = (profiles: number, iccid: string) =>
  profiles === 1 ? `ICCID ${iccid}.` : `The first one has the ICCID ${iccid}.`

const batchText = (batches: number, code: string) => (batches === 1 ? `Batch ${code}.` : `The first one is ${code}.`)

const FileEnd = z.object({ fileId: id, form: z.enum(fileForms), codes: z.int(), left: z.int().optional() })

const approvalWords = {
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  EXPIRED: 'Expired without a decision',
  CANCELED: 'Withdrawn',
  DONE: 'Done',
  FAILED: 'Not done',
} as const

const fileNames: Record<FileForm, string> = {
  QR_ZIP: 'The ZIP of QR codes',
  LABELS: 'The sheets of labels',
  PROFILES: 'The export of profiles',
  CODES: 'The export of activation codes',
}

const isPlural = (form: FileForm) => form === 'LABELS'

const BatchEnd = z.object({ batchId: id, code: z.string(), succeeded: z.int(), failed: z.int() })

const OperationEnd = z.object({
  operationId: id,
  operation: z.enum(operationKinds),
  /** It undid another operation. */
  isUndo: z.boolean(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.boolean(),
})

const operationTitle = ({ operation, isUndo }: z.output<typeof OperationEnd>) =>
  isUndo ? undoName(operation) : operationRow(operation).name

const Amount = { cents: z.int(), currency: z.string() }
const OrderOfPlan = { orderId: id, code: z.string() }

/** The kinds of notifications: one row each. The names are stored. */
/** A success rate in percent, and the downloads of the last hours that it is made of. */
const successRate = z.object({
  percent: z.number(),
  level: z.number(),
  installed: z.int(),
  failed: z.int(),
  hours: z.int(),
})

const rateText = ({ level, installed, failed, hours }: z.infer<typeof successRate>): string =>
  sentences(
    `${failed.toLocaleString('en')} of ${(installed + failed).toLocaleString('en')} failed in the last`,
    count({ one: 'hour;', other: '{count} hours;' }, hours),
    `the threshold is ${level}%.`,
  )

/** The code that most devices or networks try, of all that were found at once. */
const suspectedCode = z.object({
  profileId: id,
  iccid: z.string(),
  value: z.int(),
  hours: z.int(),
  /** How many codes were found, this one included. */
  count: z.int(),
})

const leakTitle = ({ iccid, count: codes }: z.infer<typeof suspectedCode>): string =>
  codes === 1
    ? `The activation code of ${iccid} may have leaked`
    : `${codes.toLocaleString('en')} activation codes may have leaked`

const leakText = ({ iccid, hours, count: codes }: z.infer<typeof suspectedCode>, what: string): string =>
  sentences(
    `${codes === 1 ? what[0]!.toUpperCase() + what.slice(1) : `The first one is that of ${iccid}: ${what}`}`,
    count({ one: 'within an hour.', other: 'within {count} hours.' }, hours),
    'Replace the code, or say that this is fine.',
  )

export const noticeKinds = {
  BATCH_DONE: kind({
    facts: BatchEnd,
    topic: 'jobs',
    label: 'Batch ready',
    about: 'A batch that you started has ended, and its result file is ready.',
    audience: 'members',
    channels: bellOnly,
    words: ({ code, succeeded, failed }) => ({
      title: `Batch ${code} is ready`,
      text: sentences(
        count(
          {
            one: '{count} activation code, with its result file.',
            other: '{count} activation codes, with their result file.',
          },
          succeeded,
        ),
        failed > 0 && count({ one: '{count} row failed.', other: '{count} rows failed.' }, failed),
      ),
    }),
  }),
  BATCH_FAILED: kind({
    facts: BatchEnd,
    topic: 'jobs',
    label: 'Batch failed',
    about: 'A batch that you started ended without any activation codes.',
    audience: 'members',
    channels: bellOnly,
    words: ({ code, failed }) => ({
      title: `Batch ${code} generated no activation codes`,
      text: count(
        {
          one: '{count} row failed; the result file says why.',
          other: '{count} rows failed; the result file says why.',
        },
        failed,
      ),
    }),
  }),
  FILE_DONE: kind({
    facts: FileEnd,
    topic: 'jobs',
    label: 'File ready',
    about: 'A file with codes or profiles that you requested is ready.',
    audience: 'members',
    channels: bellOnly,
    words: ({ form, codes, left = 0 }) => ({
      title: `${fileNames[form]} ${isPlural(form) ? 'are' : 'is'} ready`,
      text: sentences(
        count(
          form === 'PROFILES' || form === 'CODES'
            ? { one: '{count} profile. It is kept for a day.', other: '{count} profiles. It is kept for a day.' }
            : { one: '{count} code. It is kept for a day.', other: '{count} codes. It is kept for a day.' },
          codes,
        ),
        left > 0 && count({ one: '{count} profile was left out.', other: '{count} profiles were left out.' }, left),
      ),
    }),
  }),
  FILE_FAILED: kind({
    facts: FileEnd,
    topic: 'jobs',
    label: 'File failed',
    about: 'A file that you requested could not be created.',
    audience: 'members',
    channels: bellOnly,
    words: ({ form }) => ({
      title: `${fileNames[form]} could not be created`,
      text: 'Something went wrong on our side. Try again.',
    }),
  }),
  OPERATION_DONE: kind({
    facts: OperationEnd,
    topic: 'jobs',
    label: 'Operation done',
    about: 'An operation that you started on several profiles has ended.',
    audience: 'members',
    channels: bellOnly,
    words: (facts) => ({
      title: `${operationTitle(facts)} is done`,
      text: sentences(
        count({ one: '{count} profile changed.', other: '{count} profiles changed.' }, facts.succeeded),
        facts.failed > 0 && count({ one: '{count} unchanged.', other: '{count} unchanged.' }, facts.failed),
        facts.canceled && 'It was stopped.',
      ),
    }),
  }),
  OPERATION_FAILED: kind({
    facts: OperationEnd,
    topic: 'jobs',
    label: 'Operation failed',
    about: 'An operation that you started changed no profiles.',
    audience: 'members',
    channels: bellOnly,
    words: (facts) => ({
      title: `${operationTitle(facts)} changed nothing`,
      text: count(
        {
          one: '{count} profile is unchanged; the result says why.',
          other: '{count} profiles are unchanged; the result says why.',
        },
        facts.failed,
      ),
    }),
  }),
  BUILD_FAILED: kind({
    /** `reason` is also in the profile's timeline. */
    facts: z.object({ configurationId: id, version, name: z.string(), reason: z.string() }),
    topic: 'profiles',
    label: 'Package cannot be built',
    about:
      'A device asked for a profile, but its package could not be built from a configuration that you saved or used.',
    audience: 'members',
    permission: 'Profile_Config_View',
    channels: bellOnly,
    words: ({ name, reason }) => ({ title: `No profile can be downloaded from ${name}`, text: reason }),
  }),
  SUCCESS_FALLS: kind({
    facts: successRate,
    topic: 'profiles',
    label: 'Success rate is low',
    about: 'Fewer downloads than the threshold end with an installed profile.',
    audience: 'members',
    permission: 'Analytic',
    allGroups: true,
    channels: bellAndMail,
    words: (rate) => ({ title: `Only ${rate.percent}% of the downloads succeed`, text: rateText(rate) }),
  }),
  VERSION_FALLS: kind({
    facts: successRate.extend({ configurationId: id, name: z.string(), version: z.int(), from: time, to: time }),
    topic: 'profiles',
    label: 'Success rate of a configuration version is low',
    about: 'Fewer downloads of a version of a configuration than the threshold end with an installed profile.',
    audience: 'members',
    permission: 'Analytic',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, version, ...rate }) => ({
      title: `Only ${rate.percent}% of the downloads of ${name}, version ${version}, succeed`,
      text: rateText(rate),
    }),
  }),
  MODEL_FALLS: kind({
    facts: successRate.extend({ brand: z.string(), model: z.string(), from: time, to: time }),
    topic: 'profiles',
    label: 'Success rate of a device model is low',
    about: 'Fewer downloads to a device model than the threshold end with an installed profile.',
    audience: 'members',
    permission: 'Analytic',
    allGroups: true,
    channels: bellAndMail,
    words: ({ brand, model, ...rate }) => ({
      title: `Only ${rate.percent}% of the downloads to ${model === '' ? brand : `${brand} ${model}`} succeed`,
      text: rateText(rate),
    }),
  }),
  CODE_DEVICES: kind({
    facts: suspectedCode,
    topic: 'profiles',
    label: 'Many devices try one code',
    about: 'More devices than the threshold try the activation code of one profile: it may have leaked.',
    audience: 'members',
    permission: 'Fleet_View',
    allGroups: true,
    channels: bellAndMail,
    words: (facts) => ({
      title: leakTitle(facts),
      text: leakText(facts, count({ one: '{count} device tries it', other: '{count} devices try it' }, facts.value)),
    }),
  }),
  CODE_NETWORKS: kind({
    facts: suspectedCode,
    topic: 'profiles',
    label: 'Many networks try one code',
    about:
      'One activation code is tried, or its page opened, from more networks than the threshold: it may have leaked.',
    audience: 'members',
    permission: 'Fleet_View',
    allGroups: true,
    channels: bellAndMail,
    words: (facts) => ({
      title: leakTitle(facts),
      text: leakText(facts, `it was tried, or its page opened, from ${facts.value.toLocaleString('en')} networks`),
    }),
  }),
  CAMPAIGN_LOW: kind({
    facts: z.object({ campaignId: id, name: z.string(), remaining: z.int(), total: z.int() }),
    topic: 'profiles',
    label: 'Campaign is running low',
    about: 'Fewer profiles than the threshold are left in an active campaign.',
    audience: 'members',
    permission: 'Campaign_View',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, remaining, total }) => ({
      title: `Campaign ${name} is running low`,
      text: `${remaining.toLocaleString('en')} of ${total.toLocaleString('en')} profiles are left.`,
    }),
  }),
  DELIVERY_UNSENT: kind({
    /** `iccid` is empty for those who may not see the profile. */
    facts: z.object({ iccid: z.string(), reason: z.string() }),
    topic: 'profiles',
    label: 'Planned delivery not sent',
    about: 'A delivery that you planned was skipped, or the mail server refused it.',
    audience: 'members',
    permission: 'Fleet_Export',
    channels: bellAndMail,
    words: ({ iccid, reason }) => ({
      title: iccid ? `The activation code of ${iccid} was not sent` : 'A planned delivery was not sent',
      text: `${reason} Others may have failed too: the list of planned deliveries shows each.`,
    }),
  }),
  VOUCHERS_GUESSED: kind({
    facts: z.object({ voucherBatchId: id, name: z.string(), count: z.int() }),
    topic: 'profiles',
    label: 'Codes of vouchers are guessed',
    about: 'Many codes that no voucher has were entered on the page of a batch within an hour.',
    audience: 'members',
    permission: 'Campaign_View',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, count }) => ({
      title: `Someone may be guessing codes of the vouchers ${name}`,
      text: `${count.toLocaleString('en')} wrong codes were entered within an hour. Each address has few attempts, so guessing is hopeless. If it was a wrong print, create a new batch.`,
    }),
  }),
  COMMENT_MENTION: kind({
    /** Without the text of the comment, which may be edited and deleted. */
    facts: z.object({
      commentId: id,
      objectKind: z.enum(['PROFILE', 'BATCH', 'CAMPAIGN', 'ORDER']),
      objectId: id,
      /** The ICCID, code or name of the object. */
      name: z.string(),
      actor: z.string(),
    }),
    topic: 'team',
    label: 'Mentioned in a comment',
    about: 'Someone mentions you in a comment on a profile, batch, campaign or order.',
    audience: 'members',
    channels: bellAndMail,
    words: ({ objectKind, name, actor }) => ({
      title: `${actor} mentioned you in a comment`,
      text: `It is on the ${objectKind.toLowerCase()} ${name}.`,
    }),
  }),
  RULE_MATCHED: kind({
    facts: z.object({
      ruleId: id,
      name: z.string(),
      /** What the rule says; may be empty. */
      text: z.string(),
      count: z.int(),
      /** The first profile; empty and null for a rule of batches. */
      iccid: z.string(),
      profileId: id.nullable(),
      /** The first batch, of a rule of batches. */
      batchId: id.optional(),
      batchCode: z.string().optional(),
      event: z.string(),
    }),
    topic: 'profiles',
    label: 'A rule notifies',
    about: 'A rule with the action "Notify the members" matched.',
    audience: 'members',
    permission: 'Rule_View',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, text, count: matches, iccid, batchCode }) => ({
      title: `${name}: ${count(batchCode ? batchForms : profileForms, matches)}`,
      text: sentences(text !== '' && text, batchCode ? batchText(matches, batchCode) : profileText(matches, iccid)),
    }),
  }),
  RULE_LIMITED: kind({
    facts: z.object({ ruleId: id, name: z.string(), limit: z.int(), waiting: z.int() }),
    topic: 'profiles',
    label: 'A rule reached its limit',
    about: 'A rule matches more profiles than its limit per hour. The rest waits.',
    audience: 'members',
    permission: 'Rule_View',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, limit, waiting }) => ({
      title: `The rule ${name} reached its limit`,
      text: `It acts on up to ${limit.toLocaleString('en')} profiles an hour. ${count({ one: '{count} match waits', other: '{count} matches wait' }, waiting)}. Raise the limit, or pause the rule to drop what waits.`,
    }),
  }),
  RULE_STOPPED: kind({
    facts: z.object({
      ruleId: id,
      name: z.string(),
      reason: z.enum(['OWNER_GONE', 'OWNER_LIMITED', 'RIGHT_LOST', 'KEY_GONE', 'PLAN_LIMIT', 'REFERENCE_GONE']),
    }),
    topic: 'profiles',
    label: 'A rule stopped',
    about: 'A rule stopped by itself: its owner lost the right, or something that it refers to was deleted.',
    audience: 'members',
    permission: 'Rule_View',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, reason }) => ({
      title: `The rule ${name} stopped`,
      text: `${ruleStopReasons[reason]} Check the rule and save or resume it: it then has your rights.`,
    }),
  }),
  APPROVAL_ASKED: kind({
    facts: z.object({ requestId: id, sentence: z.string(), requestedBy: z.string(), expiresAt: time }),
    topic: 'team',
    label: 'A request waits for approval',
    about: 'Another member wants to do something that needs the approval of a second person, and you can give it.',
    audience: 'members',
    permission: 'Approval_Decide',
    allGroups: true,
    channels: bellAndMail,
    words: ({ sentence, requestedBy, expiresAt }, { time: timeText }) => ({
      title: `${requestedBy} asks for approval: ${sentence}`,
      text: `Approve or refuse it until ${timeText(expiresAt)}.`,
    }),
  }),
  APPROVAL_ENDED: kind({
    facts: z.object({
      requestId: id,
      sentence: z.string(),
      state: z.enum(['APPROVED', 'REFUSED', 'EXPIRED', 'CANCELED', 'DONE', 'FAILED']),
      /** Who decided; empty if nobody did. */
      by: z.string(),
      /** The comment of the decision, or why it failed. */
      text: z.string(),
    }),
    topic: 'team',
    label: 'Your request for approval was decided',
    about: 'A request of yours was approved or refused, has expired, or was done.',
    audience: 'members',
    channels: bellAndMail,
    words: ({ sentence, state, by, text }) => ({
      title: `${approvalWords[state]}: ${sentence}`,
      text: sentences(by !== '' && `By ${by}.`, text !== '' && text),
    }),
  }),
  APPROVAL_OFF: kind({
    facts: z.object({ askedBy: z.string(), dueAt: time }),
    topic: 'team',
    label: 'Approval is being switched off',
    about: 'An owner switches approval by a second person off, because nobody is left who could approve.',
    audience: 'members',
    channels: { BELL: 'always', MAIL: 'always', WEBHOOK: 'off' },
    words: ({ askedBy, dueAt }, { time: timeText }) => ({
      title: `${askedBy} switches approval by a second person off`,
      text: `It ends at ${timeText(dueAt)}, because nobody is left who could approve. Anyone who may change the settings can keep it on until then.`,
    }),
  }),
  TRIAL_ENDING: kind({
    facts: z.object({ endsAt: time }),
    topic: 'plan',
    label: 'Trial ends soon',
    about: 'Seven, three and one day before the free trial ends.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: bellAndMail,
    words: ({ endsAt }, format) => ({
      title: 'Your free trial ends soon',
      text: `It ends on ${format.time(endsAt)}. Choose a plan to continue without interruption.`,
    }),
  }),
  TRIAL_ENDED: kind({
    facts: z.object({}),
    topic: 'plan',
    label: 'Trial ended',
    about: 'The free trial has ended, and no plan follows.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: planEnd,
    words: (_, { appName }) => ({ title: `Your free trial of ${appName} is expired.` }),
  }),
  USAGE_REACHED: kind({
    /** So much of the plan's downloads is used. */
    facts: z.object({ percent: z.int(), used: z.int(), total: z.int() }),
    topic: 'plan',
    label: 'Downloads of the plan',
    about: 'The downloads used have reached a threshold.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: bellAndMail,
    words: ({ percent, used, total }) => ({
      title: `${percent}% of the plan is used`,
      text: `${used.toLocaleString('en')} of ${count({ one: '{count} download.', other: '{count} downloads.' }, total)}`,
    }),
  }),
  PLAN_ENDED: kind({
    facts: z.object({ plan: z.string() }),
    topic: 'plan',
    label: 'Plan ended',
    about: 'A plan has ended, and none follows.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: planEnd,
    words: ({ plan }) => ({
      title: `The plan ${plan} has ended`,
      text: 'Whatever exceeds the free limits is frozen; nothing is deleted.',
    }),
  }),
  ORDER_DUE: kind({
    /** An order that the portal made: a renewal, or what exceeded the plan's downloads. */
    facts: z.object({ ...OrderOfPlan, ...Amount, until: time }),
    topic: 'plan',
    label: 'Order to pay',
    about: 'A renewal or an order for extra downloads is waiting for payment.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: bellAndMail,
    words: ({ code, cents, until }, format) => ({
      title: `Order ${code} is waiting for payment`,
      text: `${format.amount(cents)}, until ${format.time(until)}.`,
    }),
  }),
  PAYMENT_FAILED: kind({
    facts: z.object({ ...OrderOfPlan, ...Amount, reason: z.string(), until: time }),
    topic: 'plan',
    label: 'Payment failed',
    about: 'The saved card was not charged for an order.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: bellAndMail,
    words: ({ code, cents, reason, until }, format) => ({
      title: `Order ${code} was not paid by card`,
      text: `${reason} Pay ${format.amount(cents)} by ${format.time(until)}.`,
    }),
  }),
  TRANSFER_CONFIRMED: kind({
    facts: z.object({ ...OrderOfPlan, plan: z.string() }),
    topic: 'plan',
    label: 'Bank transfer confirmed',
    about: 'The bank transfer of an order has arrived.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: bellAndMail,
    words: ({ code, plan }) => ({
      title: `Your payment for order ${code} has arrived`,
      text: `The plan is ${plan}.`,
    }),
  }),
  TRANSFER_REJECTED: kind({
    facts: z.object({ ...OrderOfPlan, reason: z.string() }),
    topic: 'plan',
    label: 'Bank transfer rejected',
    about: 'The bank transfer of an order was rejected, and the order is closed.',
    audience: 'members',
    permission: 'Subscription_Edit',
    channels: bellAndMail,
    words: ({ code, reason }) => ({ title: `Your bank transfer for order ${code} was rejected`, text: reason }),
  }),
  WEBHOOK_OFF: kind({
    facts: z.object({ endpointId: id, name: z.string(), reason: z.enum(offReasons) }),
    topic: 'programs',
    label: 'Webhook turned off',
    about: 'A webhook endpoint gets no more events: it could not be reached, or it refused to be called again.',
    audience: 'members',
    permission: 'Developer_View',
    allGroups: true,
    channels: bellAndMail,
    words: ({ name, reason }) => ({
      title: `The webhook "${name}" is turned off`,
      text: `${offReasonTexts[reason]} No events are sent until you turn it on again.`,
    }),
  }),
  JOINED: kind({
    facts: z.object({ name: z.string() }),
    topic: 'team',
    label: 'Member joined',
    about: 'Someone you invited has joined.',
    audience: 'members',
    permission: 'Member_View',
    channels: bellOnly,
    words: ({ name }) => ({ title: `${name} has joined`, text: 'Your invitation was accepted.' }),
  }),
  REPORT_STOPPED: kind({
    facts: z.object({ reportName: z.string(), owner: z.string(), reason: z.string() }),
    topic: 'team',
    label: 'Report no longer sent',
    about: 'A schedule that sends a report has stopped, because its owner left or may no longer see it.',
    audience: 'members',
    permission: 'Report_Edit',
    channels: bellAndMail,
    words: ({ reportName, owner, reason }) => ({
      title: `The report "${reportName}" is no longer sent`,
      text: `${reason} The schedule belonged to ${owner}.`,
    }),
  }),
  FEEDBACK_ANSWERED: kind({
    /** With the days by which accepted feedback extended the free trial. */
    facts: z.object({ trialDays: z.int().optional() }),
    topic: 'team',
    label: 'Feedback answered',
    about: 'Your feedback was answered or accepted.',
    audience: 'members',
    channels: bellAndMail,
    words: ({ trialDays: days }) =>
      days === undefined
        ? { title: 'Your feedback was answered', text: 'Read our answer.' }
        : {
            title: 'Your feedback was accepted',
            text: `Thank you! Your free trial is ${days} days longer.`,
          },
  }),
  INVITED: kind({
    facts: z.object({ enterpriseName: z.string(), invitedBy: z.string() }),
    topic: 'account',
    label: 'Invitation',
    about: 'You are invited to another enterprise account. The link to join comes by e-mail.',
    audience: 'person',
    channels: { BELL: 'on', MAIL: 'always', WEBHOOK: 'never' },
    words: ({ enterpriseName, invitedBy }) => ({
      title: `You are invited to ${enterpriseName}`,
      text: `${invitedBy} invited you. Join with the link in your e-mail, or under Account.`,
    }),
  }),
  ACCOUNT_CHANGED: kind({
    /** `change` is the sentence of the mail. */
    facts: z.object({ change: z.string() }),
    topic: 'account',
    label: 'Sign-in changed',
    about: 'Your password, second factor or a linked account was changed.',
    audience: 'person',
    channels: security,
    words: ({ change }) => ({ title: 'Your account was changed', text: change }),
  }),
  PASSWORD_GUESSED: kind({
    facts: z.object({ attempts: z.int() }),
    topic: 'account',
    label: 'Wrong passwords',
    about: 'Many wrong passwords were tried for your account, from unknown devices.',
    audience: 'person',
    channels: security,
    words: ({ attempts }) => ({
      title: 'Someone is guessing the password of your account',
      text: `${attempts} wrong passwords were entered on devices that you have never signed in with. None was correct.`,
    }),
  }),
  TRANSFER_WAITS: kind({
    facts: z.object({ orderId: id, enterpriseName: z.string(), orderCode: z.string(), ...Amount }),
    topic: 'platform',
    label: 'Bank transfer to confirm',
    about: 'A client has uploaded the proof of a bank transfer.',
    audience: 'staff',
    permission: 'Admin_Order_View',
    channels: staffBellAndMail,
    words: ({ enterpriseName, orderCode, cents }, format) => ({
      title: 'A bank transfer is waiting for confirmation',
      text: `${enterpriseName}: ${format.amount(cents)} for order ${orderCode}.`,
    }),
  }),
  TRANSFER_DECIDED: kind({
    facts: z.object({
      orderId: id,
      enterpriseName: z.string(),
      orderCode: z.string(),
      ...Amount,
      decision: z.enum(['confirmed', 'rejected']),
      actor: z.string(),
    }),
    topic: 'platform',
    label: 'Bank transfer decided',
    about: 'A member of the staff confirmed or rejected a bank transfer.',
    audience: 'staff',
    permission: 'Admin_Order_View',
    channels: staffBellAndMail,
    words: ({ enterpriseName, orderCode, cents, decision, actor }, format) => ({
      title: `The bank transfer for order ${orderCode} was ${decision}`,
      text: `${actor} ${decision} ${format.amount(cents)} from ${enterpriseName}.`,
    }),
  }),
  PAYMENT_RETURNED: kind({
    facts: z.object({ enterpriseName: z.string(), orderCode: z.string(), ...Amount }),
    topic: 'platform',
    label: 'Payment returned',
    about: 'A card payment was not accepted by its order and is returned in full.',
    audience: 'staff',
    permission: 'Admin_Order_View',
    channels: staffBell,
    words: ({ enterpriseName, orderCode, cents, currency }) => ({
      title: 'A card payment was returned',
      text: `${enterpriseName}: order ${orderCode} did not accept ${currency} ${(cents / 100).toFixed(2)}. Check whether the client needs help.`,
    }),
  }),
  CERTIFICATE_ENDING: kind({
    facts: z.object({ name: z.string(), notAfter: time, days: z.int() }),
    topic: 'platform',
    label: 'Certificate expires',
    about: 'A certificate of the SM-DP+ has fewer days left than the threshold.',
    audience: 'staff',
    permission: 'Admin_Dashboard_View',
    channels: staffBellAndMail,
    words: ({ name, notAfter, days }, format) => ({
      title: days < 0 ? `The certificate ${name} has expired` : `The certificate ${name} expires soon`,
      text: sentences(
        days < 0
          ? 'It expired on'
          : count({ one: '{count} day is left, until', other: '{count} days are left, until' }, days),
        `${format.time(notAfter)}. Devices refuse the SM-DP+ without it.`,
      ),
    }),
  }),
  SIGN_IN_ALARM: kind({
    facts: z.object({ attempts: z.int() }),
    topic: 'platform',
    label: 'Wrong passwords everywhere',
    about: 'Many wrong passwords within a minute, across all accounts.',
    audience: 'staff',
    permission: 'Admin_Dashboard_View',
    channels: { BELL: 'always', MAIL: 'off', WEBHOOK: 'never' },
    words: ({ attempts }) => ({
      title: 'Many wrong passwords across all accounts',
      text: `${attempts} within a minute. For 10 minutes, sign-ins from unknown devices are delayed.`,
    }),
  }),
  FIGURES_WRONG: kind({
    /** `example` is one of the wrong rows. */
    facts: z.object({ enterpriseName: z.string(), rows: z.int(), example: z.string() }),
    topic: 'platform',
    label: 'Figures differ from events',
    about: 'The daily check found that figures of an enterprise account differ from its events.',
    audience: 'staff',
    permission: 'Admin_Dashboard_View',
    channels: staffBellAndMail,
    words: ({ enterpriseName, rows, example }) => ({
      title: `Figures of ${enterpriseName} are wrong`,
      text: sentences(
        count(
          { one: '{count} counter differs from the events:', other: '{count} counters differ from the events:' },
          rows,
        ),
        `${example}.`,
        'Rebuild the figures: the admin dashboard shows how.',
      ),
    }),
  }),
  DISK_SHORT: kind({
    /** In MiB. */
    facts: z.object({ free: z.int(), reserve: z.int() }),
    topic: 'platform',
    label: 'Disk nearly full',
    about: 'Free disk space is below the reserve, so uploads are refused.',
    audience: 'staff',
    permission: 'Admin_Dashboard_View',
    channels: staffBell,
    words: ({ free, reserve }) => ({
      title: 'The disk is nearly full',
      text: `${free.toLocaleString('en')} MiB are free and ${reserve.toLocaleString('en')} MiB are reserved. Uploads are refused until there is space.`,
    }),
  }),
} as const

export type NoticeKind = keyof typeof noticeKinds
export type NoticeFacts<K extends NoticeKind> = z.output<(typeof noticeKinds)[K]['facts']>
/** A notification to send, by kind. */
export type News = { [K in NoticeKind]: { kind: K; facts: NoticeFacts<K> } }[NoticeKind]

export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[]

/** Whether this version knows the kind. A tab of an older version gets kinds that it does not know. */
export const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(noticeKinds, name)

type KindOfAnyFacts = Omit<KindRow<z.ZodType>, 'words' | 'facts'>

/** A row without what depends on its facts. */
export const noticeKindRow = (name: NoticeKind): KindOfAnyFacts => noticeKinds[name]

/** The kinds that a member whose view is limited to groups does not get. */
export const kindsOfAllGroups: readonly NoticeKind[] = noticeKindNames.filter((name) => {
  const { allGroups, permission } = noticeKindRow(name)
  return allGroups || (permission !== undefined && !permissionsWithinGroups([permission]).has(permission))
})

const wordsByKind: { [K in NoticeKind]: Pick<KindRow<z.ZodType<NoticeFacts<K>>>, 'words'> } = noticeKinds

/** Title and text of a notification. */
export function noticeWords<K extends NoticeKind>(
  { kind: name, facts }: { kind: K; facts: NoticeFacts<K> },
  format: WordFormat,
): NoticeWords {
  return wordsByKind[name].words(facts, format)
}
