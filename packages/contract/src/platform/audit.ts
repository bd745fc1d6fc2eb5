import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { factNames } from '../field.ts'
import { id, listInput, nothing, pageOf } from '../list.ts'
import { configurationFields } from '../profiles/configuration-field.ts'

/** How long an entry is kept. */
export const AUDIT_MONTHS = 12

/** Who did it: a person, an API key, the platform's staff, or the portal by itself. */
export const actorKinds = ['PERSON', 'KEY', 'STAFF', 'SYSTEM'] as const
export type ActorKind = (typeof actorKinds)[number]

export const objectKinds = [
  'account',
  'session',
  'enterprise',
  'member',
  'role',
  'sso',
  'domain',
  'provider',
  'configuration',
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
  'recycling',
  'profile',
  'lease',
  'push',
  'qr',
  'tac',
  'view',
] as const
export type ObjectKind = (typeof objectKinds)[number]

type DeedRule = { object: ObjectKind; facts: readonly string[] }

const deed = <O extends ObjectKind, const F extends readonly string[]>(object: O, ...facts: F) => ({ object, facts })

/** The fields of a configuration without its secrets: the confirmation code is there by its mode alone. */
const configurationFacts = [...factNames(configurationFields), 'version'] as const

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
  'version',
] as const

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
 * Every deed that leaves an entry: what it is done to, and the only facts of before and after that may be written down.
 * What is not named here cannot reach the log, so no secret does.
 */
export const deeds = {
  'account.opened': deed('account', 'email', 'firstName', 'lastName', 'companyName'),
  'account.edited': deed('account', 'firstName', 'lastName', 'timeZone'),
  'account.passwordChanged': deed('account'),
  'account.passwordReset': deed('account'),
  'account.deletionRequested': deed('account', 'deletionAt'),
  'account.deletionCancelled': deed('account', 'deletionAt'),
  'account.deleted': deed('account', 'email'),
  'account.dataExported': deed('account'),
  'account.appAdded': deed('account'),
  'account.appRemoved': deed('account'),
  'account.passkeyAdded': deed('account', 'passkey'),
  'account.passkeyRenamed': deed('account', 'passkey'),
  'account.passkeyRemoved': deed('account', 'passkey'),
  'account.recoveryCodesRenewed': deed('account'),
  'account.recoveryCodeUsed': deed('account', 'recoveryCodesLeft'),
  'account.identityLinked': deed('account', 'provider', 'email'),
  'account.identityUnlinked': deed('account', 'provider', 'email'),
  'session.opened': deed('session', 'browser', 'singleSignOn'),
  'session.ended': deed('session'),
  'session.endedOne': deed('session'),
  'session.endedElsewhere': deed('session', 'sessions'),
  'enterprise.opened': deed('enterprise', 'name', 'plan'),
  'enterprise.edited': deed('enterprise', 'name', 'timeZone', 'address', 'billing'),
  'enterprise.closed': deed('enterprise', 'state', 'deletionAt'),
  'enterprise.deletionRequested': deed('enterprise', 'deletionAt'),
  'enterprise.deletionCancelled': deed('enterprise', 'deletionAt'),
  'enterprise.deleted': deed('enterprise', 'name'),
  'enterprise.logoChanged': deed('enterprise', 'logo'),
  'enterprise.suspended': deed('enterprise', 'state', 'reason'),
  'enterprise.resumed': deed('enterprise', 'state', 'reason'),
  'enterprise.secondFactorDemanded': deed('enterprise', 'secondFactorDemanded'),
  'member.invited': deed('member', 'role'),
  'member.invitedAgain': deed('member'),
  'member.joined': deed('member', 'role', 'state'),
  'member.roleChanged': deed('member', 'role'),
  'member.deactivated': deed('member', 'state'),
  'member.reactivated': deed('member', 'state'),
  'member.removed': deed('member', 'role', 'state'),
  'member.left': deed('member', 'role', 'state'),
  'member.declined': deed('member', 'role', 'state'),
  'member.exported': deed('enterprise', 'rows'),
  'audit.exported': deed('enterprise', 'filter'),
  'staff.added': deed('member', 'role'),
  'staff.removed': deed('member'),
  'role.added': deed('role', 'name', 'permissions'),
  'role.edited': deed('role', 'name', 'permissions'),
  'role.removed': deed('role', 'name', 'permissions'),
  'sso.saved': deed('sso', 'issuer', 'clientId', 'defaultRole', 'enabled', 'only', 'clientSecretChanged'),
  'sso.removed': deed('sso', 'issuer', 'clientId'),
  'domain.added': deed('domain'),
  'domain.proved': deed('domain', 'provedBy'),
  'domain.removed': deed('domain'),
  'provider.saved': deed('provider', 'preset', 'name', 'issuer', 'clientId', 'enabled'),
  'configuration.added': deed('configuration', ...configurationFacts),
  'configuration.edited': deed('configuration', ...configurationFacts),
  'configuration.removed': deed('configuration', 'version'),
  'source.uploaded': deed('source', 'rows', 'faultyRows', 'protection', 'configuration'),
  'source.discarded': deed('source'),
  'batch.started': deed(
    'batch',
    'type',
    'rows',
    'configuration',
    'version',
    'fileName',
    'generateAgain',
    'firstIccid',
    'firstImsi',
  ),
  'batch.keysHandedOut': deed('batch', 'format'),
  'batch.cancelled': deed('batch'),
  'batch.resultExported': deed('batch'),
  'block.added': deed('block', 'kind', 'value', 'note', 'count'),
  'block.edited': deed('block', 'note'),
  'block.freed': deed('block', 'kind', 'value'),
  'qr.added': deed('qr', 'name', 'style', 'logo'),
  'qr.edited': deed('qr', 'name', 'style', 'logo'),
  'qr.removed': deed('qr', 'name'),
  'qr.standardChosen': deed('qr', 'name'),
  'qr.logoUploaded': deed('qr', 'bytes'),
  'codes.written': deed('qr', 'form', 'codes'),
  'codes.downloaded': deed('qr', 'form', 'codes'),
  'profile.mailed': deed('profile', 'mails'),
  'profile.pageClosed': deed('profile', 'closed'),
  'profile.pageOpened': deed('profile', 'closed'),
  'campaign.added': deed('campaign', ...campaignFacts),
  'campaign.edited': deed('campaign', ...campaignFacts),
  'campaign.filled': deed('campaign', 'profiles'),
  'campaign.emptied': deed('campaign', 'profiles'),
  'campaign.started': deed('campaign', 'state'),
  'campaign.paused': deed('campaign', 'state'),
  'campaign.resumed': deed('campaign', 'state'),
  'campaign.ended': deed('campaign', 'state', 'leftOver'),
  'campaign.recycled': deed('campaign', 'profiles'),
  'campaign.removed': deed('campaign', 'state'),
  'campaign.reportExported': deed('campaign'),
  'push.added': deed('push', 'eid'),
  'push.withdrawn': deed('push', 'eid'),
  'key.made': deed('key', 'fingerprint'),
  'group.added': deed('group', 'name', 'color', 'notes'),
  'group.edited': deed('group', 'name', 'color', 'notes'),
  'group.removed': deed('group', 'name', 'color', 'notes'),
  'group.ruleAdded': deed('group', 'mark', 'value'),
  'group.ruleRemoved': deed('group', 'mark', 'value'),
  'operation.started': deed('operation', 'kind', 'given', 'rows', 'undoes'),
  'operation.cancelled': deed('operation'),
  'operation.resultExported': deed('operation'),
  'fleet.setFree': deed('profile', 'eid', 'status'),
  'log.exported': deed('enterprise', 'log', 'filter'),
  'recycle.simulated': deed('recycling', 'kind', 'outcome'),
  'lease.lent': deed('lease', 'borrower', 'notes', 'endsAt'),
  'lease.edited': deed('lease', 'borrower', 'notes', 'endsAt'),
  'lease.ended': deed('lease', 'borrower'),
  'view.shared': deed('view', 'list', 'name', 'filter', 'sort'),
  'view.edited': deed('view', 'list', 'name', 'filter', 'sort'),
  'view.removed': deed('view', 'list', 'name', 'filter', 'sort'),
  'fleet.exported': deed('operation', 'form', 'format', 'profiles', 'filter', 'leftOut'),
  'fleet.exportDownloaded': deed('operation', 'form', 'format', 'profiles'),
  'feedback.sent': deed('feedback', 'page'),
  'feedback.answered': deed('feedback', 'answer'),
  'feedback.accepted': deed('feedback', 'days'),
  'order.trialStarted': deed('order', 'plan', 'endsAt'),
  'order.given': deed('order', 'plan', 'endsAt'),
  'order.trialGranted': deed('order'),
  'order.trialExtended': deed('order', 'days'),
  'sample.removed': deed('enterprise', 'profiles', 'configurations'),
  'platform.added': deed('platform', ...platformFacts),
  'platform.edited': deed('platform', ...platformFacts, 'version'),
  'plan.edited': deed('plan', ...planFacts),
  'mail.retried': deed('mail', 'kind'),
  'tac.added': deed('tac', 'brand', 'model'),
  'tac.edited': deed('tac', 'brand', 'model'),
  'tac.removed': deed('tac', 'brand', 'model'),
  'tac.imported': deed('tac', 'rows', 'added', 'changed'),
  'tac.exported': deed('tac', 'search'),
} as const satisfies Record<string, DeedRule>

export type Deed = keyof typeof deeds
export const deedNames = Object.keys(deeds) as Deed[]
export type FactName = (typeof deeds)[Deed]['facts'][number]

const Facts = z.record(z.string(), z.json()).nullable()

export const AuditEntry = z.object({
  id,
  /** Its place in the chain of the enterprise account, from 1. */
  number: z.int(),
  at: z.string(),
  actorKind: z.enum(actorKinds),
  actorId: id.nullable(),
  actorName: z.string(),
  actorEmail: z.string().nullable(),
  address: z.string().nullable(),
  deed: z.enum(deedNames),
  objectKind: z.enum(objectKinds),
  objectId: z.string().nullable(),
  objectName: z.string(),
  before: Facts,
  after: Facts,
  requestId: id.nullable(),
  /** Links it to the entry before: 64 hexadecimal digits. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = {
  /** Part of a name, an address or an object. */
  search: z.string().trim().max(100),
  actor: z.array(z.enum(actorKinds)).max(actorKinds.length),
  actorId: id,
  deed: z.array(z.enum(deedNames)).max(deedNames.length),
  object: z.array(z.enum(objectKinds)).max(objectKinds.length),
  objectId: z.string().max(100),
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
}

export const list = endpoint({
  method: 'POST',
  path: '/audit/list',
  access: 'Audit_View',
  summary: 'What was changed, by whom, from where, newest first',
  input: listInput(filter, ['number']),
  output: pageOf(AuditEntry),
})

export const get = endpoint({
  method: 'POST',
  path: '/audit/get',
  access: 'Audit_View',
  summary: 'One entry of the audit log by its number',
  input: z.object({ number: z.int().min(1) }),
  output: AuditEntry,
})

/** What can be wrong with an entry. */
export const auditFaults = ['ALTERED', 'MISSING', 'END'] as const
export type AuditFault = (typeof auditFaults)[number]

export const AuditCheck = z.object({
  checked: z.int(),
  /** The number that the check began with: entries before it have had their time. */
  from: z.int(),
  /** The last entry: who writes its hash down knows later whether all up to it is still there. */
  last: z.object({ number: z.int(), at: z.string(), hash: z.string() }).nullable(),
  firstBad: z.object({ number: z.int(), at: z.string().nullable(), fault: z.enum(auditFaults) }).nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>

export const verify = endpoint({
  method: 'POST',
  path: '/audit/verify',
  access: 'Audit_View',
  summary: 'Checks that no entry was altered, taken away or moved',
  input: nothing,
  output: AuditCheck,
})

export const exportCsv = endpoint({
  method: 'POST',
  path: '/audit/export',
  access: 'Audit_View',
  summary: 'The entries that a filter lets through as CSV, oldest first',
  input: z.object({ filter: z.object(filter).partial().prefault({}) }),
  output: nothing,
  answer: 'file',
})
