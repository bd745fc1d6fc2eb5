import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { factNames } from '../field.ts'
import { id, listInput, nothing, pageOf } from '../list.ts'
import { configurationFields } from '../profiles/configuration-field.ts'
import { blockFieldNames } from '../provisioning/block.ts'

/** Months for which an entry is retained. */
export const AUDIT_MONTHS = 12

/** The kind of actor: a user, an API key, platform staff, or the portal itself. */
export const actorKinds = ['PERSON', 'KEY', 'STAFF', 'SYSTEM'] as const
export type ActorKind = (typeof actorKinds)[number]

export const objectKinds = [
  'account',
  'session',
  'enterprise',
  'announcement',
  'invitation',
  'member',
  'role',
  'sso',
  'domain',
  'provider',
  'configuration',
  'applet',
  'source',
  'batch',
  'key',
  'block',
  'group',
  'operation',
  'feedback',
  'order',
  'platform',
  'mail',
  'campaign',
  'plan',
  'discount',
  'recycling',
  'profile',
  'lease',
  'push',
  'qr',
  'tac',
  'view',
  'report',
  'apiKey',
  'webhook',
  'credential',
  'operator',
] as const
export type ObjectKind = (typeof objectKinds)[number]

type ActionRule = { object: ObjectKind; facts: readonly string[] }

const action = <O extends ObjectKind, const F extends readonly string[]>(object: O, ...facts: F) => ({ object, facts })

/** The fields of a configuration without secrets: of the confirmation code only its mode. */
const configurationFacts = [...factNames(configurationFields), 'version'] as const

/** The fields of an API key. */
const apiKeyFacts = ['name', 'scopes', 'addresses'] as const

/** What a report counts. */
const reportFacts = ['report', 'range', 'step', 'by', 'values'] as const

const scheduleFacts = ['owner', 'every', 'time', 'timeZone', 'format', 'delivery', 'recipients', 'state'] as const

const webhookFacts = ['name', 'url', 'kinds', 'benchStatus'] as const

const operatorFacts = ['name', 'requester', 'fingerprint', 'callbackUrl'] as const

const platformFacts = [
  'appName',
  'themeColor',
  'iconId',
  'logoId',
  'host',
  'smdpAddress',
  'mailName',
  'mailAddress',
  'supportEmail',
  'contactEmail',
  'contactText',
  'termsUrl',
  'privacyUrl',
  'mailTexts',
  'providers',
] as const

const planFacts = [
  'price',
  'extraDownload',
  'tiers',
  'downloads',
  'configurations',
  'configurationTypes',
  'oplmn',
  'fplmn',
  'redownloadsAMonth',
  'downloadAttempts',
  'members',
  'features',
  'apiCallsASecond',
  'iccids',
  'version',
] as const

const sellerFacts = [
  'name',
  'street',
  'postalCode',
  'city',
  'region',
  'country',
  'vatNumber',
  'bankHolder',
  'bankName',
  'bankAccount',
  'bic',
  'invoicePrefix',
  'footer',
  'replyMail',
  'taxRates',
  'version',
] as const

const discountFacts = [
  'percent',
  'amount',
  'plans',
  'billingTypes',
  'maxUses',
  'oncePerEnterprise',
  'until',
  'note',
  'version',
] as const
const announcementFacts = ['kind', 'text', 'link', 'platform', 'startsAt', 'endsAt'] as const

const campaignFacts = [
  'name',
  'configurationId',
  'startsAt',
  'endsAt',
  'cap',
  'deviceLimit',
  'maxAttempts',
  'confirmationMode',
  'atEnd',
  'publicPage',
  'title',
  'welcome',
  'notes',
] as const

/**
 * Every audited action: the kind of its object, and the facts that `before` and `after` may contain. Facts that are not
 * listed here cannot reach the log, so no secret can.
 */
export const auditActions = {
  'account.opened': action('account', 'email', 'firstName', 'lastName', 'companyName'),
  'account.edited': action('account', 'firstName', 'lastName', 'timeZone'),
  'account.passwordChanged': action('account'),
  'account.passwordReset': action('account'),
  'account.deletionRequested': action('account', 'deletionAt'),
  'account.deletionCancelled': action('account', 'deletionAt'),
  'account.deleted': action('account', 'email'),
  'account.dataExported': action('account'),
  'account.appAdded': action('account'),
  'account.appRemoved': action('account'),
  'account.passkeyAdded': action('account', 'passkey'),
  'account.passkeyRenamed': action('account', 'passkey'),
  'account.passkeyRemoved': action('account', 'passkey'),
  'account.recoveryCodesRenewed': action('account'),
  'account.recoveryCodeUsed': action('account', 'recoveryCodesLeft'),
  'account.identityLinked': action('account', 'provider', 'email'),
  'account.identityUnlinked': action('account', 'provider', 'email'),
  'session.opened': action('session', 'browser', 'singleSignOn'),
  'session.ended': action('session'),
  'session.endedOne': action('session'),
  'session.endedElsewhere': action('session', 'sessions'),
  'enterprise.opened': action('enterprise', 'name', 'plan'),
  'enterprise.edited': action('enterprise', 'name', 'timeZone', 'address', 'billing'),
  'enterprise.closed': action('enterprise', 'state', 'deletionAt'),
  'enterprise.deletionRequested': action('enterprise', 'deletionAt'),
  'enterprise.deletionCancelled': action('enterprise', 'deletionAt'),
  'enterprise.deleted': action('enterprise', 'name'),
  'enterprise.logoChanged': action('enterprise', 'logo'),
  'enterprise.endUserPageEdited': action('enterprise', 'language', 'color', 'texts'),
  'enterprise.endUserTextsReset': action('enterprise', 'texts'),
  'enterprise.suspended': action('enterprise', 'state', 'reason'),
  'enterprise.resumed': action('enterprise', 'state', 'reason'),
  'enterprise.visited': action('enterprise', 'reason', 'endsAt'),
  'enterprise.visitEnded': action('enterprise', 'endedAt'),
  'enterprise.noteAdded': action('enterprise', 'text'),
  'enterprise.noteRemoved': action('enterprise', 'text'),
  'enterprise.iccidsReleased': action('enterprise', 'iccids', 'first', 'last', 'reason'),
  'enterprise.iccidsAssigned': action('enterprise', 'iccids', 'first', 'last'),
  'enterprise.iccidsMoved': action('enterprise', 'holder', 'iccids', 'first', 'last', 'proof', 'downloaded'),
  'enterprise.thresholdSet': action('enterprise', 'levels', 'unit', 'hours', 'minimum'),
  'enterprise.secondFactorDemanded': action('enterprise', 'secondFactorDemanded'),
  'invitation.added': action('invitation', 'platform', 'plan', 'planDays', 'trialDays', 'maxUses', 'expiresAt', 'note'),
  'invitation.stopped': action('invitation'),
  'invitation.used': action('invitation', 'plan', 'planDays', 'trialDays'),
  'member.invited': action('member', 'role', 'groups'),
  'member.invitedAgain': action('member'),
  'member.joined': action('member', 'role', 'state'),
  'member.roleChanged': action('member', 'role', 'groups'),
  'member.groupsChanged': action('member', 'groups'),
  'member.deactivated': action('member', 'state'),
  'member.reactivated': action('member', 'state'),
  'member.removed': action('member', 'role', 'state'),
  'member.left': action('member', 'role', 'state'),
  'member.declined': action('member', 'role', 'state'),
  'member.exported': action('enterprise', 'rows'),
  'announcement.added': action('announcement', ...announcementFacts),
  'announcement.edited': action('announcement', ...announcementFacts),
  'announcement.withdrawn': action('announcement'),
  'audit.exported': action('enterprise', 'filter'),
  'staff.added': action('member', 'role'),
  'staff.removed': action('member'),
  'role.added': action('role', 'name', 'permissions'),
  'role.edited': action('role', 'name', 'permissions'),
  'role.removed': action('role', 'name', 'permissions'),
  'sso.saved': action('sso', 'issuer', 'clientId', 'defaultRole', 'enabled', 'only', 'clientSecretChanged'),
  'sso.tested': action('sso', 'issuer', 'clientId', 'outcome'),
  'sso.removed': action('sso', 'issuer', 'clientId'),
  'domain.added': action('domain'),
  'domain.proved': action('domain', 'provedBy'),
  'domain.removed': action('domain'),
  'provider.saved': action('provider', 'preset', 'name', 'issuer', 'clientId', 'enabled'),
  'configuration.added': action('configuration', ...configurationFacts),
  'configuration.edited': action('configuration', ...configurationFacts),
  'configuration.adviceSilenced': action('configuration', 'silenced'),
  'configuration.removed': action('configuration', 'version'),
  'applet.uploaded': action('applet', 'sha256', 'packageAid'),
  'applet.removed': action('applet', 'sha256'),
  'source.uploaded': action('source', 'rows', 'faultyRows', 'protection', 'configuration'),
  'source.discarded': action('source'),
  'batch.started': action(
    'batch',
    'type',
    'rows',
    'configuration',
    'version',
    'fileName',
    'generateAgain',
    'firstIccid',
    'firstImsi',
    'group',
  ),
  'batch.keysHandedOut': action('batch', 'format'),
  'batch.cancelled': action('batch'),
  'batch.resultExported': action('batch'),
  'block.added': action('block', 'kind', 'value', ...blockFieldNames, 'count'),
  'block.edited': action('block', ...blockFieldNames),
  'block.freed': action('block', 'kind', 'value'),
  'qr.added': action('qr', 'name', 'style', 'logo'),
  'qr.edited': action('qr', 'name', 'style', 'logo'),
  'qr.removed': action('qr', 'name'),
  'qr.standardChosen': action('qr', 'name'),
  'qr.logoUploaded': action('qr', 'bytes'),
  'codes.written': action('qr', 'form', 'codes'),
  'codes.downloaded': action('qr', 'form', 'codes'),
  'profile.mailed': action('profile', 'mails'),
  'profile.changed': action('profile', 'kind', 'given', 'group', 'fields'),
  'profile.pageClosed': action('profile', 'closed'),
  'profile.pageOpened': action('profile', 'closed'),
  'campaign.added': action('campaign', ...campaignFacts),
  'campaign.edited': action('campaign', ...campaignFacts),
  'campaign.filled': action('campaign', 'profiles'),
  'campaign.emptied': action('campaign', 'profiles'),
  'campaign.started': action('campaign', 'state'),
  'campaign.paused': action('campaign', 'state'),
  'campaign.resumed': action('campaign', 'state'),
  'campaign.ended': action('campaign', 'state', 'leftOver'),
  'campaign.recycled': action('campaign', 'profiles'),
  'campaign.removed': action('campaign', 'state'),
  'campaign.reportExported': action('campaign'),
  'push.added': action('push', 'eid'),
  'push.withdrawn': action('push', 'eid'),
  'key.made': action('key', 'fingerprint'),
  'key.rotated': action('key', 'fingerprint', 'readableUntil'),
  'webhook.added': action('webhook', ...webhookFacts),
  'webhook.edited': action('webhook', ...webhookFacts),
  'webhook.rotated': action('webhook', 'hours'),
  'webhook.stateChanged': action('webhook', 'state'),
  'webhook.switchedOff': action('webhook', 'state', 'reason'),
  'webhook.removed': action('webhook', 'url'),
  'webhook.tested': action('webhook', 'deliveryId'),
  'webhook.replayed': action('webhook', 'count'),
  'group.added': action('group', 'name', 'color', 'notes'),
  'group.edited': action('group', 'name', 'color', 'notes'),
  'group.removed': action('group', 'name', 'color', 'notes'),
  'group.ruleAdded': action('group', 'mark', 'value'),
  'group.ruleRemoved': action('group', 'mark', 'value'),
  'operation.started': action('operation', 'kind', 'given', 'group', 'rows', 'undoes'),
  'operation.finished': action('operation', 'kind', 'given', 'group', 'undoes', 'succeeded', 'failed', 'canceled'),
  'operation.cancelled': action('operation'),
  'operation.resultExported': action('operation'),
  'fleet.setFree': action('profile', 'eid', 'status'),
  'log.exported': action('enterprise', 'log', 'filter'),
  'recycle.simulated': action('recycling', 'kind', 'outcome'),
  'virtualPhone.opened': action('profile', 'eid'),
  'virtualPhone.closed': action('profile', 'eid', 'outcome'),
  'lease.lent': action('lease', 'borrower', 'notes', 'endsAt'),
  'lease.edited': action('lease', 'borrower', 'notes', 'endsAt'),
  'lease.ended': action('lease', 'borrower'),
  'view.shared': action('view', 'list', 'name', 'filter', 'sort'),
  'view.edited': action('view', 'list', 'name', 'filter', 'sort'),
  'view.removed': action('view', 'list', 'name', 'filter', 'sort'),
  'report.exported': action('report', ...reportFacts, 'format'),
  'report.saved': action('report', 'name', 'shared', ...reportFacts),
  'report.edited': action('report', 'name', 'shared', ...reportFacts),
  'report.removed': action('report', 'name', 'shared', ...reportFacts),
  'report.scheduled': action('report', ...scheduleFacts),
  'report.scheduleEdited': action('report', ...scheduleFacts),
  'report.scheduleRemoved': action('report', ...scheduleFacts),
  'report.scheduleStopped': action('report', 'owner', 'reason'),
  'apiKey.created': action('apiKey', ...apiKeyFacts, 'kind', 'isTest', 'endsAt'),
  'apiKey.edited': action('apiKey', ...apiKeyFacts),
  'apiKey.rotated': action('apiKey', 'endsAt', 'oldEndsAt'),
  'apiKey.secretEnded': action('apiKey', 'secret', 'endsAt'),
  'apiKey.revoked': action('apiKey'),
  'apiKey.deviceRefused': action('apiKey'),
  'report.sent': action('report', 'owner', 'mails', 'attached'),
  'fleet.exported': action('operation', 'form', 'format', 'profiles', 'filter', 'leftOut'),
  'fleet.exportDownloaded': action('operation', 'form', 'format', 'profiles'),
  'feedback.sent': action('feedback', 'page'),
  'feedback.answered': action('feedback', 'answer'),
  'feedback.accepted': action('feedback', 'days'),
  'order.paymentReturned': action('order', 'amount', 'currency', 'reference'),
  'order.cardSaved': action('order', 'brand', 'last4'),
  'order.cardRemoved': action('order', 'brand', 'last4'),
  'order.trialStarted': action('order', 'plan', 'endsAt'),
  'order.created': action('order', 'plan', 'operation', 'amount', 'currency', 'paymentMethod'),
  'order.paid': action('order', 'plan', 'state', 'startsAt', 'endsAt', 'amount', 'currency'),
  'order.cancelled': action('order', 'plan'),
  'order.refunded': action('order', 'amount', 'currency', 'why'),
  'order.proofGiven': action('order', 'fileName', 'bytes'),
  'order.confirmed': action('order', 'enterprise', 'amount', 'currency', 'receivedOn', 'bank', 'reference'),
  'order.rejected': action('order', 'enterprise', 'reason'),
  'order.addedByStaff': action('order', 'enterprise', 'plan', 'amount', 'currency'),
  'order.refundNoted': action('order', 'enterprise', 'amount', 'currency', 'reason'),
  'order.capRaised': action('order', 'enterprise', 'overageFactor'),
  'subscription.cancelled': action('order', 'plan', 'endsAt', 'reason'),
  'subscription.renewalSwitched': action('order', 'autoRenew'),
  'order.given': action('order', 'plan', 'endsAt'),
  'order.trialGranted': action('order'),
  'order.trialExtended': action('order', 'days'),
  'sample.removed': action('enterprise', 'profiles', 'configurations'),
  'platform.added': action('platform', ...platformFacts),
  'platform.edited': action('platform', ...platformFacts, 'version'),
  'platform.appletSupplied': action('platform', 'applet', 'sha256', 'packageAid'),
  'platform.appletRemoved': action('platform', 'applet', 'sha256'),
  'legal.published': action('platform', 'text', 'version', 'publishedAt'),
  'legal.withdrawn': action('platform', 'text', 'version'),
  'plan.edited': action('plan', ...planFacts),
  'seller.edited': action('platform', ...sellerFacts),
  'discount.added': action('discount', ...discountFacts),
  'discount.edited': action('discount', ...discountFacts),
  'discount.stopped': action('discount', 'state'),
  'mail.retried': action('mail', 'kind'),
  'tac.added': action('tac', 'brand', 'model'),
  'tac.edited': action('tac', 'brand', 'model'),
  'tac.removed': action('tac', 'brand', 'model'),
  'tac.imported': action('tac', 'rows', 'added', 'changed'),
  'tac.exported': action('tac', 'search'),
  'credential.created': action('credential', 'accessKey'),
  'credential.rotated': action('credential', 'accessKey'),
  'credential.previousEnded': action('credential', 'accessKey'),
  'credential.revoked': action('credential', 'accessKey'),
  'es2plus.registered': action('operator', ...operatorFacts),
  'es2plus.challenged': action('operator', 'fingerprint', 'expiresAt'),
  'es2plus.proven': action('operator', 'requester', 'fingerprint'),
  'es2plus.displaced': action('operator', 'requester', 'fingerprint'),
  'es2plus.edited': action('operator', ...operatorFacts),
  'es2plus.removed': action('operator', ...operatorFacts),
  'es2plus.ordered': action('profile', 'iccid', 'eid', 'profileType'),
  'es2plus.confirmed': action('profile', 'iccid', 'eid', 'released'),
  'es2plus.released': action('profile', 'iccid'),
  'es2plus.canceled': action('profile', 'iccid', 'finalStatus'),
  'es2plus.expired': action('profile', 'iccid'),
} as const satisfies Record<string, ActionRule>

export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as AuditAction[]
export type FactName = (typeof auditActions)[AuditAction]['facts'][number]

const Facts = z.record(z.string(), z.json()).nullable()

export const AuditEntry = z.object({
  id,
  /** Its number in the hash chain of the enterprise account, from 1. */
  number: z.int(),
  at: z.string(),
  actorKind: z.enum(actorKinds),
  actorId: id.nullable(),
  actorName: z.string(),
  actorEmail: z.string().nullable(),
  address: z.string().nullable(),
  action: z.enum(auditActionNames),
  objectKind: z.enum(objectKinds),
  objectId: z.string().nullable(),
  objectName: z.string(),
  before: Facts,
  after: Facts,
  requestId: id.nullable(),
  /** The hash over this entry and the previous hash: 64 hexadecimal digits. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = {
  /** Part of a name, an address or an object. */
  search: z.string().trim().max(100),
  actor: z.array(z.enum(actorKinds)).max(actorKinds.length),
  actorId: id,
  action: z.array(z.enum(auditActionNames)).max(auditActionNames.length),
  object: z.array(z.enum(objectKinds)).max(objectKinds.length),
  objectId: z.string().max(100),
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
}

export const list = endpoint({
  method: 'POST',
  path: '/audit/list',
  access: 'Audit_View',
  allGroups: true,
  reads: true,
  summary: 'Audit entries: what was changed, by whom, from where; newest first',
  input: listInput(filter, ['number']),
  output: pageOf(AuditEntry),
})

export const get = endpoint({
  method: 'POST',
  path: '/audit/get',
  access: 'Audit_View',
  allGroups: true,
  reads: true,
  summary: 'One entry of the audit log by its number',
  input: z.object({ number: z.int().min(1) }),
  output: AuditEntry,
})

/** Faults that a check of the chain can find. */
export const auditFaults = ['ALTERED', 'MISSING', 'END'] as const
export type AuditFault = (typeof auditFaults)[number]

export const AuditCheck = z.object({
  checked: z.int(),
  /** The first number checked: earlier entries have expired. */
  from: z.int(),
  /** The last entry. With its hash written down, users can verify later that no entry up to it has changed. */
  last: z.object({ number: z.int(), at: z.string(), hash: z.string() }).nullable(),
  firstBad: z.object({ number: z.int(), at: z.string().nullable(), fault: z.enum(auditFaults) }).nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>

export const verify = endpoint({
  method: 'POST',
  path: '/audit/verify',
  access: 'Audit_View',
  allGroups: true,
  reads: true,
  summary: 'Check that no entry was altered, removed or moved',
  input: nothing,
  output: AuditCheck,
})

export const exportCsv = endpoint({
  method: 'POST',
  path: '/audit/export',
  access: 'Audit_View',
  allGroups: true,
  summary: 'The entries that match a filter as CSV, oldest first',
  input: z.object({ filter: z.object(filter).partial().prefault({}) }),
  output: nothing,
  answer: 'file',
})
