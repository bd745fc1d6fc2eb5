import { API_PREFIX, type Endpoint, endpoints, problems } from '@simwright/contract'
import * as comment from '@simwright/contract/insight/comment'
import * as report from '@simwright/contract/insight/report'
import * as reportSchedule from '@simwright/contract/insight/report-schedule'
import * as view from '@simwright/contract/insight/view'
import * as order from '@simwright/contract/money/order'
import * as team from '@simwright/contract/people/team'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import * as source from '@simwright/contract/profiles/source'
import * as tag from '@simwright/contract/profiles/tag'
import * as callLog from '@simwright/contract/programs/call-log'
import * as credential from '@simwright/contract/programs/credential'
import * as es2plus from '@simwright/contract/programs/es2plus'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import * as rule from '@simwright/contract/provisioning/rule'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { testEid } from '@simwright/euicc'
import { plainStyle } from '@simwright/qr'
import { issueInvoice } from '../modules/money/invoices/service.ts'
import type { Client } from './client.ts'
import { clientCertificate } from './client-certificate.ts'
import { billedTo } from './purchase.ts'
import { offerTransfers } from './seller.ts'
import type { TestEnterprise } from './server.ts'

/** Sends any call of the contract, with any kind of body and answer. */
export async function sendAny(
  client: Client,
  endpoint: Endpoint,
  input: unknown,
): Promise<{ status: number; text: string }> {
  const reader = new AbortController()
  const response =
    endpoint.body === 'form-data'
      ? await fetch(`${client.url}${API_PREFIX}${endpoint.path}`, formOf(client, input))
      : await client.send(endpoint, input, endpoint.answer ? { signal: reader.signal } : {})
  if (endpoint.answer !== 'events' || !response.ok) return { status: response.status, text: await response.text() }
  const first = await response.body?.getReader().read()
  reader.abort()
  return { status: response.status, text: new TextDecoder().decode(first?.value) }
}

function formOf(client: Client, input: unknown): RequestInit {
  const form = new FormData()
  for (const [name, value] of Object.entries((input ?? {}) as Record<string, string>)) form.append(name, value)
  form.append('file', new Blob([CSV]), 'subscribers.csv')
  return { method: 'POST', headers: client.headers({}, {}), body: form }
}

export const codeOf = (text: string) => (text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : undefined)

const CSV =
  'ICCID,IMSI,KI,OPC\n89440123456789011119,001010000000111,5E1C93A27B40D86F11B9E27A04C6538D,C3701FA49D5B2E8867E0195DA2B43F7C\n'

/** The objects of enterprise A, of which B must see nothing. */
export type OwnedObjects = {
  configurationId: string
  fields: typeof configuration.add.input._input.fields
  sourceId: string
  batchId: string
  batchCode: string
  profileId: string
  groupId: string
  tagId: string
  attributeId: string
  /** A rule that assigns to the group. */
  groupRuleId: string
  /** A shared view of Fleet. */
  viewId: string
  /** A shared report, which a schedule sends to its owner. */
  reportId: string
  scheduleId: string
  scheduleFields: { timeZone: string; recipients: string[] }
  /** An operation that is complete and cannot be undone. */
  operationId: string
  campaignId: string
  voucherBatchId: string
  /** A planned delivery that was canceled. */
  plannedId: string
  ruleId: string
  /** A comment on the profile. */
  commentId: string
  /** A request of the owner that waits. */
  approvalId: string
  /** An order that is not paid. */
  orderId: string
  presetId: string
  /** A complete file. */
  fileId: string
  invoiceId: string
  /** A webhook endpoint with a delivery. */
  webhookId: string
  deliveryId: string
  /** A call of the API key. */
  callId: string
  iccid: string
  matchingId: string
  slug: string
  /** An operator whose certificate waits for the proof of its key. */
  operatorId: string
  /** A credential of the open API. */
  credentialId: string
  /** A personal API key of the owner, and its secret. */
  keyId: string
  keySecretId: string
  sessionId: string
  enterpriseId: string
  roleId: string
  /** Has the built-in role of viewers. */
  memberId: string
  /** Has the custom role. */
  invitedId: string
}

export type Entry = {
  /** Names objects of A, as far as the endpoint takes ids. */
  input: (a: OwnedObjects) => unknown
  /** `not found`: B gets not_found. `own`: B gets its own data, without anything of A. */
  seen: 'not found' | 'own' | { refusedWith: string }
  /** A gets an answer, or this code for another reason, which proves that B is refused because of ownership. */
  ownerGets?: string
  /** Platform staff see the enterprise account's name and id, but nothing in it; or its order too. */
  names?: 'the enterprise account' | 'the order'
}

const own = (input: (a: OwnedObjects) => unknown = () => ({})): Entry => ({ input, seen: 'own' })
const hidden = (input: (a: OwnedObjects) => unknown, ownerGets?: string): Entry => ({
  input,
  seen: 'not found',
  ownerGets,
})

/** The call cannot name anything of A: both get the same refusal. */
const refused = (input: (a: OwnedObjects) => unknown, code: string): Entry => ({
  input,
  seen: { refusedWith: code },
  ownerGets: code,
})
/** Platform staff only: refused for every member of an enterprise account. */
const staffOnly = (input: (a: OwnedObjects) => unknown = () => ({})): Entry => refused(input, problems.forbidden.code)
const plannedFields = { language: null, message: '', opensPage: false }
const changed = () => ({ oldPassword: 'Quiet-Harbour-7', newPassword: 'Quiet-Harbour-8' })

const range = (a: OwnedObjects, firstIccid: string) => ({
  configurationId: a.configurationId,
  firstIccid,
  firstImsi: '001010000003333',
  count: 2,
})

export const single = (a: OwnedObjects, iccid: string) => ({
  configurationId: a.configurationId,
  iccid,
  imsi: '001010000000009',
  makeKeys: true,
})

const invitationFields = (platformId: string) => ({
  platformId,
  plan: null,
  planDays: null,
  trialDays: 30,
  maxUses: 1,
  until: null,
  note: '',
})

const keyFields = { name: 'Canary program', scopes: ['Fleet_View'] }

const purchase = {
  operation: 'BUY',
  plan: 'BASIC',
  downloads: 100,
  billingType: 'MONTHLY',
  paymentMethod: 1,
  billedTo,
} as const

const announcementFields = {
  kind: 'INFO',
  text: 'A new version.',
  link: null,
  startsAt: null,
  endsAt: null,
  platformId: null,
}

const tacFields = { brand: 'Kite', model: 'One' }

const campaignOf = ({ configurationId }: Pick<OwnedObjects, 'configurationId'>) => ({
  name: 'Canary campaign',
  configurationId,
  confirmationCode: { mode: 'none' as const },
})

const ruleOf = (name: string) => ({
  name,
  when: { events: ['INSTALLED' as const] },
  actions: [{ kind: 'NOTIFY' as const, text: '' }],
})

/** The sample package of a configuration. */
const sampleOf = ({ configurationId: id }: OwnedObjects) => ({ kind: 'configuration' as const, id })

const discountTerms = { plans: [], billingTypes: [], maxUses: null, oncePerEnterprise: false, until: null, note: '' }

/** An issuer on this machine, which enterprise accounts may not name. */
const ssoSettings = {
  version: 0,
  issuer: 'https://127.0.0.1',
  clientId: 'x',
  clientSecret: 'x',
  defaultRole: 'Viewer',
  enabled: true,
  only: false,
}

/** One entry for each endpoint; a public one gives the reason. */
export const entries: Record<string, Entry | 'public: before the sign-in' | 'public: anyone with the link'> = {
  'account.login': 'public: before the sign-in',
  'account.logout': 'public: before the sign-in',
  'account.register': 'public: before the sign-in',
  'account.resendActivation': 'public: before the sign-in',
  'account.verify': 'public: before the sign-in',
  'account.loginCode': 'public: before the sign-in',
  'account.loginPasskey': 'public: before the sign-in',
  'account.passkeyChallenge': 'public: before the sign-in',
  'account.sendForget': 'public: before the sign-in',
  'account.resetPassword': 'public: before the sign-in',
  'platform.query': 'public: before the sign-in',
  'legal.current': 'public: before the sign-in',
  'legal.read': 'public: before the sign-in',
  'legal.list': staffOnly(),
  'legal.publish': staffOnly(),
  'legal.withdraw': staffOnly(),
  'platforms.list': staffOnly(),
  'platforms.get': staffOnly(),
  'platforms.add': staffOnly(),
  'platforms.edit': staffOnly(),
  'platforms.upload': staffOnly(),
  'platforms.look': staffOnly(),
  'platforms.previewMail': staffOnly(),
  'platforms.occasions': staffOnly(),
  'adminDashboard.business': staffOnly(),
  'adminDashboard.checklist': staffOnly(),
  'adminDashboard.health': staffOnly(),
  'adminDashboard.held': staffOnly(),
  'adminDashboard.releaseHeld': staffOnly(),
  'announcement.current': own(),
  'announcement.dismiss': own((a) => ({ id: a.profileId })),
  'announcement.list': staffOnly(),
  'announcement.add': staffOnly(() => ({ fields: announcementFields })),
  'announcement.edit': staffOnly((a) => ({ id: a.profileId, version: 1, fields: announcementFields })),
  'announcement.withdraw': staffOnly((a) => ({ id: a.profileId, version: 1 })),
  'invitation.check': 'public: before the sign-in',
  'invitation.list': staffOnly(),
  'invitation.get': staffOnly((a) => ({ id: a.profileId })),
  'invitation.add': staffOnly((a) => ({ fields: invitationFields(a.profileId) })),
  'invitation.stop': staffOnly((a) => ({ id: a.profileId, version: 1 })),
  'platformApplet.list': staffOnly(),
  'platformApplet.upload': staffOnly(),
  'platformApplet.remove': staffOnly(),
  'client.list': { ...staffOnly(), names: 'the enterprise account' },
  'client.get': { ...staffOnly((a) => ({ id: a.enterpriseId })), names: 'the enterprise account' },
  // of an unknown client: staff see the names and addresses of members
  'client.members': staffOnly(() => ({ id: crypto.randomUUID() })),
  'client.notes': staffOnly((a) => ({ id: a.enterpriseId })),
  'client.addNote': staffOnly((a) => ({ id: a.enterpriseId, fields: { text: 'Calls on Mondays.' } })),
  'client.removeNote': staffOnly((a) => ({ id: a.enterpriseId, noteId: crypto.randomUUID() })),
  'client.findIccids': staffOnly((a) => ({
    id: a.enterpriseId,
    fields: { firstIccid: '8944990000000000000', count: 1 },
  })),
  'client.moveIccids': staffOnly((a) => ({
    id: a.enterpriseId,
    fields: { firstIccid: '8944990000000000000', count: 1, proof: 'Canary', downloaded: 'leave' },
  })),
  'client.givePlan': staffOnly((a) => ({ id: a.enterpriseId, fields: { plan: 'PRO', until: '2030-12-31' } })),
  'client.grantTrial': staffOnly((a) => ({ id: a.enterpriseId })),
  'client.extendTrial': staffOnly((a) => ({ id: a.enterpriseId, fields: { days: 7 } })),
  'client.visit': staffOnly((a) => ({ id: a.enterpriseId, fields: { reason: 'Canary' } })),
  'client.suspend': staffOnly((a) => ({ id: a.enterpriseId, fields: { reason: 'Canary' } })),
  'client.resetEndUserTexts': staffOnly((a) => ({ id: a.enterpriseId })),
  'client.resume': staffOnly((a) => ({ id: a.enterpriseId })),
  'tac.list': staffOnly(),
  'tac.add': staffOnly(() => ({ tac: '35000000', fields: tacFields })),
  'tac.edit': staffOnly(() => ({ tac: '35728509', version: 1, fields: tacFields })),
  'tac.remove': staffOnly(() => ({ tac: '35728509' })),
  'tac.upload': staffOnly(),
  'tac.preview': staffOnly((a) => ({ id: a.profileId })),
  'tac.faults': staffOnly((a) => ({ id: a.profileId })),
  'tac.apply': staffOnly((a) => ({ id: a.profileId, version: 1 })),
  'tac.discard': staffOnly((a) => ({ id: a.profileId })),
  'tac.exportCsv': staffOnly(),
  'plan.table': staffOnly(),
  'plan.edit': staffOnly(),
  'seller.list': staffOnly(),
  'seller.edit': staffOnly(),
  'discount.list': staffOnly(),
  'discount.get': staffOnly(() => ({ id: crypto.randomUUID() })),
  'discount.add': staffOnly(),
  'discount.edit': staffOnly(() => ({ id: crypto.randomUUID(), version: 1, fields: discountTerms })),
  'discount.stop': staffOnly(() => ({ id: crypto.randomUUID(), version: 1 })),
  // a search without hits: staff see the documents of all enterprise accounts
  'invoice.staffList': staffOnly(() => ({ filter: { search: 'none' } })),
  'invoice.staffDownload': staffOnly((a) => ({ enterpriseId: a.enterpriseId, id: a.invoiceId })),
  'invoice.list': own(),
  'invoice.download': hidden((a) => ({ id: a.invoiceId })),
  'invoice.proForma': hidden((a) => ({ orderId: a.invoiceId }), problems.not_found.code),
  'staffOrder.list': staffOnly(() => ({ filter: { search: '0' } })),
  'staffOrder.waiting': staffOnly(),
  'staffOrder.get': { ...staffOnly((a) => ({ id: a.orderId })), names: 'the order' },
  'staffOrder.confirm': staffOnly((a) => ({
    enterpriseId: a.enterpriseId,
    id: a.orderId,
    fields: { cents: 9900, currency: 'USD', receivedOn: '2030-01-01', bank: 'Bank', reference: '1' },
  })),
  'staffOrder.reject': staffOnly((a) => ({ enterpriseId: a.enterpriseId, id: a.orderId, fields: { reason: 'No.' } })),
  'staffOrder.quote': staffOnly((a) => ({ enterpriseId: a.enterpriseId, fields: purchase })),
  'staffOrder.add': staffOnly((a) => ({ enterpriseId: a.enterpriseId, fields: purchase, totalCents: 9900 })),
  'staffOrder.refund': staffOnly((a) => ({
    enterpriseId: a.enterpriseId,
    id: a.orderId,
    fields: { refundedCents: 1, reason: 'Refund' },
  })),
  'staffOrder.raiseCap': staffOnly((a) => ({ enterpriseId: a.enterpriseId, id: a.orderId, fields: { factor: 5 } })),
  'transferProof.query': hidden((a) => ({ orderId: a.orderId })),
  'transferProof.upload': hidden((a) => ({ orderId: a.orderId }), problems.invalid.code),
  'transferProof.download': hidden((a) => ({ orderId: a.orderId }), problems.not_found.code),
  'transferProof.staffDownload': staffOnly((a) => ({ enterpriseId: a.enterpriseId, orderId: a.orderId })),
  'mail.list': staffOnly(),
  'mail.retry': staffOnly(),
  'delivery.publicCode': 'public: anyone with the link',
  'delivery.publicCourse': 'public: anyone with the link',
  'endUserPage.query': own(),
  'endUserPage.edit': refused(
    () => ({ version: 9, fields: { language: 'de', color: null, texts: {} } }),
    problems.changed_meanwhile.code,
  ),
  'team.invitation': 'public: anyone with the link',
  'team.acceptInvitation': 'public: anyone with the link',
  'oauth.findSso': 'public: before the sign-in',
  'oauth.finish': 'public: before the sign-in',
  'oauth.linkByPassword': 'public: before the sign-in',
  'oauth.accept': 'public: before the sign-in',
  'oauth.prove': 'public: before the sign-in',
  'oauth.register': 'public: before the sign-in',
  'oauth.sendCode': 'public: before the sign-in',
  'oauth.identities': own(),
  'oauth.beginLink': refused(() => ({ provider: 'nobody' }), problems.oauth_unknown.code),
  'oauth.unlink': refused(() => ({ id: crypto.randomUUID() }), problems.not_found.code),
  'sso.query': own(),
  'sso.beginTest': refused(() => ssoSettings, problems.invalid.code),
  'sso.save': refused(() => ssoSettings, problems.invalid.code),
  'sso.remove': refused(() => ({ version: 1 }), problems.changed_meanwhile.code),
  'sso.addDomain': own(() => ({ domain: 'canary-street.example' })),
  'sso.checkDomain': refused(() => ({ domain: 'canary-street.example' }), problems.domain_unproved.code),
  'sso.removeDomain': own(() => ({ domain: 'canary-street.example' })),
  'live.session': own(),
  'inspection.inspect': hidden((a) => ({ source: sampleOf(a) })),
  'inspection.compare': hidden((a) => ({ first: sampleOf(a), second: sampleOf(a) })),
  'enterprise.list': own(),
  'enterprise.add': own(() => ({ name: 'Another one' })),
  'enterprise.settings': own(),
  'enterprise.edit': own(() => ({ version: 1, fields: { name: 'Renamed' } })),
  'enterprise.saveLogo': refused(() => ({}), problems.invalid.code),
  'enterprise.removeLogo': own(),
  'move.overview': own(),
  'move.start': refused(() => ({ key: 'none' }), problems.second_factor_needed.code),
  'move.content': refused((a) => ({ id: a.profileId }), problems.second_factor_needed.code),
  'move.remove': refused((a) => ({ id: a.profileId }), problems.not_found.code),
  'move.arrivalFile': refused(() => ({}), problems.not_found.code),
  'enterprise.deletionPreview': own(),
  'enterprise.requestDeletion': refused(() => ({ name: 'Another name' }), problems.invalid.code),
  'enterprise.cancelDeletion': refused(() => ({}), problems.conflict.code),
  'enterprise.leave': refused(() => ({}), problems.last_owner.code),
  'enterprise.switchTo': hidden((a) => ({ id: a.enterpriseId })),
  'team.list': own((a) => ({ filter: { role: a.roleId } })),
  'team.roles': own(),
  'team.addRole': own(() => ({ name: 'Desk', permissions: ['Fleet_View'] })),
  'team.editRole': hidden((a) => ({ id: a.roleId, version: 1, fields: { name: 'Front', permissions: ['Report'] } })),
  'team.invite': hidden((a) => ({ emails: ['new@example.com'], roleId: a.roleId })),
  'team.resendInvitation': hidden((a) => ({ id: a.invitedId }), problems.too_many.code),
  'team.setGroups': hidden((a) => ({ id: a.memberId, version: 1, groups: [a.groupId] })),
  'team.changeRole': hidden((a) => ({ id: a.memberId, version: 2, roleId: 'Finance' })),
  'team.deactivate': hidden((a) => ({ id: a.memberId })),
  'team.reactivate': hidden((a) => ({ id: a.memberId })),
  'team.many': own((a) => ({ ids: [a.memberId, a.invitedId], action: 'REACTIVATE' })),
  'team.exportCsv': own((a) => ({ ids: [a.memberId, a.invitedId] })),
  'team.remove': hidden((a) => ({ id: a.invitedId })),
  'team.ownInvitations': own(),
  'team.acceptOwn': refused((a) => ({ enterpriseId: a.enterpriseId, id: a.invitedId }), problems.not_found.code),
  'team.declineOwn': refused((a) => ({ enterpriseId: a.enterpriseId, id: a.invitedId }), problems.not_found.code),
  'team.removeRole': hidden((a) => ({ id: a.roleId, version: 2 }), problems.role_in_use.code),
  'session.getUserPermissions': own(),
  'session.enterpriseInfo': own(),
  'account.me': own(),
  'account.edit': own(() => ({ firstName: 'Grace', lastName: 'Hopper', timeZone: null })),
  'account.changePassword': refused(changed, problems.no_password.code),
  'account.exportData': own(),
  'account.deletionPreview': own(),
  'account.requestDeletion': { ...own(), ownerGets: problems.owner_needed.code },
  'account.cancelDeletion': own(),
  'session.list': own(),
  'session.end': hidden((a) => ({ id: a.sessionId }), problems.not_found.code),
  'session.endOthers': own(),
  'security.overview': own(),
  'security.beginApp': own(),
  'security.confirmApp': refused(() => ({ code: 'none' }), problems.code_wrong.code),
  'security.removeApp': hidden(() => ({}), problems.not_found.code),
  'security.renewRecoveryCodes': hidden(() => ({}), problems.not_found.code),
  'security.beginPasskey': own(),
  'security.addPasskey': refused(
    () => ({ ticket: 'none', response: {}, name: 'Key' }),
    problems.sign_in_step_gone.code,
  ),
  'security.renamePasskey': hidden(() => ({ id: crypto.randomUUID(), name: 'Key' }), problems.not_found.code),
  'security.removePasskey': hidden(() => ({ id: crypto.randomUUID() }), problems.not_found.code),
  'security.beginStepUp': own(),
  'security.stepUp': refused(() => ({ password: 'none' }), problems.proof_wrong.code),
  'security.demandSecondFactor': own(() => ({ demanded: false })),
  'behavior.query': own(),
  'behavior.save': own(() => ({ moduleName: 'privacy', moduleConfig: '{"isOn":true}' })),
  'audit.list': own(),
  'audit.get': own(() => ({ number: 1 })),
  'audit.verify': own(),
  'audit.exportCsv': own(),
  'block.list': own(),
  'block.hits': own(),
  'block.ofProfiles': own((a) => ({ profileIds: [a.profileId] })),
  'block.profiles': hidden((a) => ({ id: a.profileId }), problems.not_found.code),
  'block.add': own(() => ({ kind: 'TAC', values: ['35000000'] })),
  'block.upload': refused(() => ({}), problems.column_missing.code),
  'block.device': hidden((a) => ({ profileId: a.profileId, kind: 'EID' }), problems.device_unknown.code),
  'block.edit': hidden((a) => ({ id: a.profileId, version: 1, fields: { note: 'Lost' } }), problems.not_found.code),
  'block.remove': hidden((a) => ({ ids: [a.profileId] }), problems.not_found.code),
  'callLog.list': own(),
  'callLog.read': hidden((a) => ({ id: a.callId })),
  'webhook.list': own(),
  'webhook.add': own(() => ({ fields: { name: 'Matrix', url: null, kinds: ['DOWNLOADED'] } })),
  'webhook.edit': hidden(
    (a) => ({ id: a.profileId, version: 1, fields: { name: 'Taken', url: null, kinds: ['DOWNLOADED'] } }),
    problems.not_found.code,
  ),
  'webhook.rotate': hidden((a) => ({ id: a.profileId, hours: 1 }), problems.not_found.code),
  'webhook.setState': hidden((a) => ({ id: a.profileId, state: 'PAUSED' }), problems.not_found.code),
  'webhook.remove': hidden((a) => ({ id: a.profileId }), problems.not_found.code),
  'webhook.test': hidden((a) => ({ id: a.webhookId })),
  'webhook.deliveries': own((a) => ({ filter: { endpointId: a.webhookId } })),
  'webhook.delivery': hidden((a) => ({ id: a.deliveryId })),
  'webhook.replay': hidden((a) => ({ ids: [a.profileId] }), problems.not_found.code),
  'webhook.arrivals': hidden((a) => ({ endpointId: a.webhookId })),
  'webhook.receivers': own(),
  'webhook.listen': hidden((a) => ({ endpointId: a.webhookId, after: 0 })),
  'push.list': own((a) => ({ filter: { search: a.iccid } })),
  'push.room': own(),
  'push.profiles': own((a) => ({ search: a.iccid })),
  'push.add': {
    input: (a) => ({ iccid: a.iccid, eid: testEid(1) }),
    seen: { refusedWith: problems.invalid.code },
  },
  'push.retry': hidden((a) => ({ id: a.profileId }), problems.not_found.code),
  'push.withdraw': hidden((a) => ({ id: a.profileId }), problems.not_found.code),
  'notice.list': own(),
  'notice.read': own(() => ({ id: crypto.randomUUID() })),
  'notice.choices': own(),
  'notice.choose': own(() => ({ kind: 'INVITED', channel: 'BELL', isOn: true })),
  'notice.setDigest': own(() => ({ hour: 7 })),
  'notice.listThresholds': own(),
  'notice.setThreshold': own(() => ({
    kind: 'CAMPAIGN_LOW',
    version: 0,
    fields: { levels: [5], unit: 'PERCENT', hours: null, minimum: null },
  })),
  'search.query': own((a) => ({ text: a.iccid })),
  'feedback.send': own(() => ({ text: 'A dark map, please.' })),
  'feedback.mine': own(),
  'feedback.list': staffOnly(),
  'feedback.answer': staffOnly((a) => ({
    enterpriseId: a.enterpriseId,
    id: crypto.randomUUID(),
    version: 1,
    fields: { answer: 'Thank you.' },
  })),
  'feedback.accept': staffOnly((a) => ({ enterpriseId: a.enterpriseId, id: crypto.randomUUID(), version: 1 })),
  'plan.queryOrder': own(),
  'plan.list': own(),
  'plan.prices': 'public: before the sign-in',
  // the test's enterprise accounts have the plan LAB
  'plan.startTrial': refused(() => ({}), problems.trial_refused.code),
  'order.query': own(),
  'order.get': hidden((a) => ({ id: a.orderId })),
  'order.quote': own(() => purchase),
  'order.cancel': hidden((a) => ({ id: a.orderId })),
  'order.create': own(() => ({ ...purchase, totalCents: 9900 })),
  'order.subscription': own(),
  'order.cancelPreview': refused(() => ({}), problems.subscription_none.code),
  'order.cancelSubscription': refused(() => ({}), problems.subscription_none.code),
  'order.autoRenew': refused(() => ({ on: true }), problems.subscription_none.code),
  'stripe.pay': hidden((a) => ({ orderId: a.orderId }), problems.card_not_offered.code),
  'stripe.status': hidden((a) => ({ orderId: a.orderId })),
  'stripe.card': own(),
  'stripe.changeCard': refused(() => ({}), problems.card_not_offered.code),
  'stripe.removeCard': own(),
  'sample.remove': own(),
  'erasure.get': own(),
  'erasure.preview': own(() => ({ days: 30 })),
  'erasure.set': own(() => ({ days: 365, version: 0 })),
  'plannedDelivery.preview': own((a) => ({ selection: { ids: [a.profileId] }, rows: [{ email: 'mary@example.com' }] })),
  'plannedDelivery.add': own((a) => ({ selection: { ids: [a.profileId] }, rows: [{ email: 'mary@example.com' }] })),
  'plannedDelivery.list': own((a) => ({ filter: { profileId: a.profileId } })),
  'plannedDelivery.edit': hidden(
    (a) => ({
      id: a.plannedId,
      version: 1,
      fields: { ...plannedFields, email: 'mary@example.com', at: '2030-01-01T09:00', timeZone: 'UTC' },
    }),
    problems.delivery_sent.code,
  ),
  'plannedDelivery.move': own((a) => ({ chosen: { ids: [a.plannedId] }, at: '2030-01-01T09:00' })),
  'plannedDelivery.cancel': own((a) => ({ chosen: { ids: [a.plannedId] } })),
  'leak.list': own((a) => ({ filter: { profileId: a.profileId } })),
  'leak.dismiss': hidden((a) => ({ profileId: a.profileId })),
  'comment.list': hidden((a) => ({ kind: 'PROFILE', objectId: a.profileId })),
  'comment.get': hidden((a) => ({ id: a.commentId })),
  'comment.exportCsv': hidden((a) => ({ kind: 'PROFILE', objectId: a.profileId })),
  'comment.people': hidden((a) => ({ kind: 'BATCH', objectId: a.batchId })),
  'comment.add': hidden((a) => ({ kind: 'CAMPAIGN', objectId: a.campaignId, text: 'Another comment' })),
  'comment.edit': hidden((a) => ({ id: a.commentId, version: 1, text: 'Changed comment' })),
  'comment.remove': hidden((a) => ({ id: a.commentId, version: 2 })),
  'approval.policy': own(),
  'approval.setPolicy': own(() => ({ version: 0, fields: { rules: [] } })),
  'approval.askOff': refused(() => ({ version: 0 }), problems.changed_meanwhile.code),
  'approval.keepOn': refused(() => ({ version: 0 }), problems.changed_meanwhile.code),
  'approval.list': own(),
  'approval.waiting': own(),
  'approval.get': hidden((a) => ({ id: a.approvalId })),
  'approval.objects': hidden((a) => ({ id: a.approvalId })),
  'approval.approve': hidden((a) => ({ id: a.approvalId, version: 1 }), problems.approval_own.code),
  'approval.refuse': hidden((a) => ({ id: a.approvalId, version: 1 }), problems.approval_own.code),
  'approval.explain': hidden((a) => ({ id: a.approvalId, version: 1, comment: 'Canary' })),
  'approval.cancel': hidden((a) => ({ id: a.approvalId })),
  'rule.list': own(),
  'rule.get': hidden((a) => ({ id: a.ruleId })),
  'rule.add': own(() => ({ fields: ruleOf('Another rule') })),
  'rule.edit': hidden((a) => ({ id: a.ruleId, version: 1, fields: ruleOf('Renamed rule') })),
  'rule.pause': hidden((a) => ({ id: a.ruleId })),
  'rule.resume': hidden((a) => ({ id: a.ruleId })),
  'rule.remove': hidden((a) => ({ id: a.ruleId, version: 4 })),
  'rule.trial': own(() => ({ definition: ruleOf('') })),
  'rule.log': own((a) => ({ filter: { ruleId: a.ruleId } })),
  'voucher.list': own(),
  'voucher.get': hidden((a) => ({ id: a.voucherBatchId })),
  'voucher.add': hidden((a) => ({ fields: { name: 'Other vouchers', campaignId: a.campaignId, count: 1 } })),
  'voucher.edit': hidden((a) => ({ id: a.voucherBatchId, version: 1, fields: { name: 'Edited vouchers' } })),
  'voucher.labels': hidden((a) => ({ id: a.voucherBatchId })),
  'voucher.codes': hidden((a) => ({ id: a.voucherBatchId })),
  'voucher.vouchers': hidden((a) => ({ filter: { batchId: a.voucherBatchId } })),
  'voucher.revoke': hidden((a) => ({ id: a.voucherBatchId, number: 1 })),
  'voucher.revokeBatch': hidden((a) => ({ id: a.voucherBatchId })),
  'voucher.report': hidden((a) => ({ id: a.voucherBatchId })),
  'voucher.publicVouchers': 'public: anyone with the link',
  'voucher.redeem': 'public: anyone with the link',
  'campaign.list': own(),
  'campaign.get': hidden((a) => ({ id: a.campaignId })),
  'campaign.add': hidden((a) => ({ fields: { ...campaignOf(a), name: 'Another campaign' } })),
  'campaign.edit': hidden((a) => ({ id: a.campaignId, version: 1, fields: campaignOf(a) })),
  'campaign.preview': hidden((a) => ({ id: a.campaignId, filter: {} })),
  'campaign.previewNew': hidden((a) => ({ configurationId: a.configurationId, filter: {} })),
  'campaign.fill': hidden((a) => ({ id: a.campaignId, filter: {} })),
  'campaign.takeOut': hidden((a) => ({ id: a.campaignId })),
  'campaign.start': hidden((a) => ({ id: a.campaignId, version: 9 }), problems.changed_meanwhile.code),
  'campaign.pause': hidden((a) => ({ id: a.campaignId, version: 9 }), problems.changed_meanwhile.code),
  'campaign.resume': hidden((a) => ({ id: a.campaignId, version: 9 }), problems.changed_meanwhile.code),
  'campaign.end': hidden((a) => ({ id: a.campaignId, version: 9 }), problems.changed_meanwhile.code),
  'campaign.trend': hidden((a) => ({ id: a.campaignId, by: 'hour' })),
  'campaign.refusals': hidden((a) => ({ filter: { id: a.campaignId } })),
  'campaign.live': hidden((a) => ({ id: a.campaignId })),
  'campaign.outcome': hidden((a) => ({ id: a.campaignId })),
  'campaign.refusalReport': hidden((a) => ({ id: a.campaignId })),
  'campaign.report': hidden((a) => ({ id: a.campaignId })),
  'campaign.publicCampaign': 'public: anyone with the link',
  'campaign.recycle': hidden((a) => ({ id: a.campaignId }), problems.campaign_unfit.code),
  'campaign.remove': hidden((a) => ({ id: a.campaignId, version: 9 }), problems.changed_meanwhile.code),
  'delivery.presets': own(),
  'delivery.addPreset': refused(
    () => ({ fields: { name: 'Another look', style: { ...plainStyle, foreground: '#ffffff' } } }),
    problems.invalid.code,
  ),
  'delivery.editPreset': hidden((a) => ({
    id: a.presetId,
    version: 1,
    fields: { name: 'Renamed', style: plainStyle },
  })),
  'delivery.setStandard': hidden((a) => ({ id: a.presetId })),
  'delivery.uploadLogo': refused(() => ({}), problems.invalid.code),
  'delivery.page': hidden((a) => ({ profileId: a.profileId })),
  'delivery.setPage': hidden((a) => ({ profileId: a.profileId, closed: false })),
  'delivery.previewFile': own((a) => ({ selection: { ids: [a.profileId] } })),
  'delivery.excludedFile': own((a) => ({ selection: { ids: [a.profileId] } })),
  'delivery.startFile': refused(
    () => ({ given: { form: 'QR_ZIP' }, selection: { ids: [crypto.randomUUID()] } }),
    problems.invalid.code,
  ),
  'delivery.files': own(),
  'delivery.fileProgress': hidden((a) => ({ id: a.fileId })),
  'delivery.fileContent': hidden((a) => ({ id: a.fileId })),
  'delivery.fileLeft': hidden((a) => ({ id: a.fileId })),
  'delivery.label': hidden((a) => ({ profileId: a.profileId })),
  'delivery.inspect': own((a) => ({ matchingId: a.matchingId })),
  'delivery.planMails': own((a) => ({
    selection: { ids: [a.profileId] },
    recipients: [{ email: 'mary@example.com', iccid: '1' }],
  })),
  'delivery.sendMails': refused(
    () => ({ selection: { ids: [crypto.randomUUID()] }, recipients: [{ email: 'mary@example.com' }] }),
    problems.invalid.code,
  ),
  'delivery.mails': own((a) => ({ filter: { profileId: a.profileId } })),
  'delivery.removePreset': hidden((a) => ({ id: a.presetId })),
  'home.overview': own(),
  'report.run': own((a) => ({ parameters: { by: 'brand', only: [a.groupId] } })),
  'report.exportFile': own(() => ({ parameters: { kind: 'inventory', by: 'group' } })),
  'report.choices': own(() => ({ by: 'group' })),
  'es2plus.list': own(),
  'es2plus.register': own(() => ({
    name: 'Operator',
    callbackUrl: null,
    requester: '2.999.31',
    certificate: clientCertificate('Matrix', { oid: '2.999.31' }).pem,
  })),
  'es2plus.challenge': hidden((a) => ({ id: a.operatorId })),
  'es2plus.prove': hidden((a) => ({ id: a.operatorId, signature: 'AAAA' }), problems.invalid.code),
  'es2plus.edit': hidden((a) => ({ id: a.operatorId, version: 1, fields: { name: 'Taken', callbackUrl: null } })),
  'es2plus.remove': hidden((a) => ({ id: a.operatorId })),
  'credential.list': own(),
  'credential.create': own(() => ({ name: 'Program' })),
  'credential.rotate': hidden((a) => ({ id: a.credentialId })),
  'credential.endPrevious': hidden((a) => ({ id: a.credentialId })),
  'credential.revoke': hidden((a) => ({ id: a.credentialId })),
  'device.start': 'public: before the sign-in',
  'device.poll': 'public: before the sign-in',
  'device.check': refused(() => ({ code: 'BCDF-GHJK' }), problems.device_code_unknown.code),
  'device.approve': refused(
    (a) => ({ id: a.keyId, days: 30, fields: { name: 'Laptop', scopes: ['Fleet_View'] } }),
    problems.device_code_unknown.code,
  ),
  'device.refuse': refused((a) => ({ id: a.keyId }), problems.device_code_unknown.code),
  'apiKey.list': own(),
  'apiKey.add': own(() => ({ kind: 'PERSONAL', days: 30, fields: { name: 'Program', scopes: ['Fleet_View'] } })),
  'apiKey.edit': hidden((a) => ({ id: a.keyId, version: 1, fields: keyFields })),
  'apiKey.rotate': hidden((a) => ({ id: a.keyId, days: 30, oldEndsAt: null })),
  'apiKey.endSecret': hidden((a) => ({ id: a.keyId, secretId: a.keySecretId, at: '2001-01-01T00:00:00Z' })),
  'apiKey.revoke': hidden((a) => ({ id: a.keyId })),
  'report.list': own(),
  'report.add': own(() => ({ fields: { name: 'Another report', parameters: {} } })),
  'report.edit': hidden((a) => ({ id: a.reportId, version: 1, fields: { name: 'Renamed', parameters: {} } })),
  'reportSchedule.list': own(),
  'reportSchedule.recipients': own(),
  'reportSchedule.add': hidden((a) => ({ reportId: a.reportId, fields: a.scheduleFields })),
  'reportSchedule.edit': hidden((a) => ({ id: a.scheduleId, version: 1, fields: a.scheduleFields })),
  'reportSchedule.remove': hidden((a) => ({ id: a.scheduleId, version: 2 })),
  'report.remove': hidden((a) => ({ id: a.reportId, version: 2 })),
  'dashboard.summary': own(),
  'dashboard.range': own(),
  'dashboard.breakdown': own(() => ({ by: 'model' })),
  'configuration.list': own(),
  'configuration.get': hidden((a) => ({ id: a.configurationId })),
  'configuration.add': own((a) => ({
    fields: { ...a.fields, name: 'Another', profileName: 'Another', serviceProviderName: 'Another' },
  })),
  'configuration.edit': hidden((a) => ({ id: a.configurationId, version: 1, fields: { ...a.fields, gid1: 'AA' } })),
  'appletFile.list': own(),
  'appletFile.upload': refused(() => ({}), problems.invalid.code),
  'appletFile.remove': refused(() => ({ id: crypto.randomUUID() }), problems.not_found.code),
  'configuration.silence': hidden((a) => ({ id: a.configurationId, silenced: ['no-ehplmn'] })),
  'configurationVersion.list': hidden((a) => ({ id: a.configurationId })),
  'configurationVersion.get': hidden((a) => ({ id: a.configurationId, version: 1 })),
  'configurationVersion.usage': hidden((a) => ({ id: a.configurationId })),
  'configurationVersion.restore': hidden((a) => ({ id: a.configurationId, version: 2, restored: 1 })),
  'configurationYaml.exportYaml': hidden((a) => ({ id: a.configurationId, version: 1 })),
  'configurationYaml.planYaml': own((a) => ({
    yaml: JSON.stringify({ ...a.fields, name: 'Another', profileName: 'Another', serviceProviderName: 'Another' }),
  })),
  'configurationYaml.importYaml': hidden((a) => ({
    yaml: JSON.stringify({ ...a.fields, gid1: 'BB' }),
    into: { id: a.configurationId, version: 3 },
  })),
  'source.pgpKey': own(),
  'source.rotatePgpKey': refused(() => ({ fingerprint: 'F'.repeat(40), days: 30 }), problems.changed_meanwhile.code),
  'source.template': hidden((a) => ({ configurationId: a.configurationId })),
  'source.upload': hidden((a) => ({ configurationId: a.configurationId })),
  'source.get': hidden((a) => ({ id: a.sourceId })),
  'source.rows': hidden((a) => ({ id: a.sourceId })),
  'source.mend': hidden((a) => ({ id: a.sourceId, line: 2, values: {} }), problems.not_found.code),
  'source.forgetColumns': own(),
  'source.faults': hidden((a) => ({ id: a.sourceId })),
  'batch.single': hidden((a) => single(a, '89440123456789022223')),
  'batch.list': own((a) => ({ filter: { code: a.batchCode } })),
  'batch.get': hidden((a) => ({ id: a.batchId })),
  'batch.rows': hidden((a) => ({ id: a.batchId })),
  'batch.progress': hidden((a) => ({ id: a.batchId })),
  'batch.result': hidden((a) => ({ id: a.batchId })),
  'batch.leftOut': hidden((a) => ({ id: a.batchId }), problems.source_gone.code),
  'batch.cancel': hidden((a) => ({ id: a.batchId }), problems.batch_finished.code),
  'batch.previewRange': hidden((a) => range(a, '89440123456789033337')),
  'batch.rangeUse': own(() => ({ kind: 'IMSI', first: '001010000000001', count: 1 })),
  'batch.startRange': hidden((a) => range(a, '89440123456789044441')),
  // keys were generated for a single code, not for a range
  'batch.coreFile': hidden((a) => ({ id: a.batchId, format: 'CSV' }), problems.core_file_gone.code),
  'batch.start': hidden((a) => ({ sourceId: a.sourceId })),
  'fleet.list': own((a) => ({ filter: { search: a.iccid } })),
  'fleet.count': own((a) => ({ filter: { search: a.iccid } })),
  'fleet.device': hidden((a) => ({ id: a.profileId })),
  'fleet.detail': hidden((a) => ({ id: a.profileId })),
  'fleet.timeline': hidden((a) => ({ id: a.profileId })),
  'fleet.setFree': hidden((a) => ({ id: a.profileId }), problems.not_held.code),
  'fleet.exportLog': own((a) => ({ filter: { iccid: a.iccid } })),
  'batch.exportLog': own((a) => ({ filter: { code: a.batchCode } })),
  'fleet.message': hidden((a) => ({ id: a.profileId }), problems.not_found.code),
  'fleet.profilePackage': hidden((a) => ({ id: a.profileId })),
  'fleet.brands': own(),
  'fleet.makers': own(),
  'fleet.profileLog': own((a) => ({ filter: { iccid: a.iccid } })),
  'fleet.exportCsv': own((a) => ({ selection: { filter: { search: a.iccid } } })),
  'view.list': own(() => ({ module: 'fleet' })),
  'view.share': own(() => ({ module: 'fleet', fields: { name: 'Another view', filter: 'q=status%3Aerror' } })),
  'view.edit': hidden((a) => ({ id: a.viewId, version: 1, fields: { name: 'Renamed', filter: '' } })),
  'view.remove': hidden((a) => ({ id: a.viewId, version: 2 })),
  'group.list': own(),
  'group.get': hidden((a) => ({ id: a.groupId })),
  'group.figures': hidden((a) => ({ id: a.groupId })),
  'group.trend': hidden((a) => ({ id: a.groupId })),
  'group.add': own(() => ({ fields: { name: 'Another group' } })),
  'group.edit': hidden((a) => ({ id: a.groupId, version: 1, fields: { name: 'Renamed' } })),
  'operation.preview': own((a) => ({ operation: { kind: 'REMOVE' }, selection: { ids: [a.profileId] } })),
  'operation.excluded': own((a) => ({ operation: { kind: 'FREE' }, selection: { ids: [a.profileId] } })),
  'operation.change': hidden((a) => ({
    profileId: a.profileId,
    operation: { kind: 'NOTES', notes: 'Tried' },
    previous: null,
  })),
  'operation.unfit': hidden((a) => ({ profileId: a.profileId })),
  'operation.start': own((a) => ({ operation: { kind: 'ATTEMPTS' }, selection: { ids: [a.profileId] } })),
  'operation.moveListed': hidden((a) => ({ groupId: a.groupId })),
  'operation.list': own(),
  'operation.get': hidden((a) => ({ id: a.operationId })),
  'operation.progress': hidden((a) => ({ id: a.operationId })),
  'operation.result': hidden((a) => ({ id: a.operationId })),
  'operation.cancel': hidden((a) => ({ id: a.operationId }), problems.undo_gone.code),
  'operation.undo': hidden((a) => ({ id: a.operationId }), problems.undo_gone.code),
  'recycle.profile': hidden((a) => ({ id: a.profileId })),
  'recycle.simulate': hidden((a) => ({ id: a.profileId, kind: 'FORGED' })),
  'recycle.log': own((a) => ({ filter: { iccid: a.iccid } })),
  'recycle.exportLog': own((a) => ({ filter: { iccid: a.iccid } })),
  'recycle.messages': staffOnly(),
  'recycle.message': staffOnly((a) => ({ id: a.profileId })),
  'recycle.messageClients': { ...staffOnly(), names: 'the enterprise account' },
  'recycle.decodeAgain': staffOnly((a) => ({ id: a.profileId })),
  // the profile's code is bound to an EID
  'virtualPhone.open': hidden((a) => ({ profileId: a.profileId }), problems.virtual_phone_unfit.code),
  'virtualPhone.read': own(),
  'virtualPhone.act': refused((a) => ({ id: a.profileId, action: 'DOWNLOAD' }), problems.virtual_phone_closed.code),
  'virtualPhone.next': refused((a) => ({ id: a.profileId }), problems.virtual_phone_closed.code),
  'virtualPhone.watch': refused((a) => ({ id: a.profileId }), problems.virtual_phone_closed.code),
  'virtualPhone.close': own((a) => ({ id: a.profileId })),
  'lease.list': own(),
  'lease.lend': hidden((a) => ({
    iccid: a.iccid,
    fields: { borrower: 'Lab', endsAt: '2090-01-01T00:00:00Z' },
  })),
  'lease.edit': hidden(
    (a) => ({ id: a.profileId, version: 1, fields: { borrower: 'Lab', endsAt: '2090-01-01T00:00:00Z' } }),
    problems.not_found.code,
  ),
  'lease.end': hidden((a) => ({ id: a.profileId, version: 1 }), problems.not_found.code),
  'source.discard': hidden((a) => ({ id: a.sourceId }), problems.source_gone.code),
  'groupDefault.get': hidden((a) => ({ id: a.groupId })),
  'groupDefault.set': hidden((a) => ({ id: a.groupId, version: 0, defaults: { recycleDays: 30 } })),
  'groupRule.list': own(),
  'groupRule.add': hidden((a) => ({ fields: { mark: 'ICCID', value: '8901', groupId: a.groupId } })),
  'groupRule.remove': hidden((a) => ({ id: a.groupRuleId })),
  'group.remove': hidden((a) => ({ id: a.groupId, version: 2 })),
  'attribute.list': own(),
  'attribute.add': own(() => ({ fields: { word: 'another', name: 'Another', kind: 'text' } })),
  'attribute.edit': hidden((a) => ({ id: a.attributeId, version: 1, fields: { name: 'Renamed' } })),
  'attribute.previewRetype': hidden((a) => ({ id: a.attributeId, version: 2, kind: 'number' })),
  'attribute.reorder': refused((a) => ({ ids: [a.attributeId, a.attributeId] }), problems.changed_meanwhile.code),
  'attribute.retype': hidden(
    (a) => ({ id: a.attributeId, version: 9, kind: 'number' }),
    problems.changed_meanwhile.code,
  ),
  'attribute.remove': hidden((a) => ({ id: a.attributeId, version: 2 })),
  'tag.list': own(),
  'tag.add': own(() => ({ fields: { name: 'Another tag' } })),
  'tag.edit': hidden((a) => ({ id: a.tagId, version: 1, fields: { name: 'Renamed tag' } })),
  'tag.merge': hidden((a) => ({ id: a.tagId, version: 9, intoId: a.tagId }), problems.not_found.code),
  'tag.remove': hidden((a) => ({ id: a.tagId, version: 2 })),
  'configuration.remove': hidden((a) => ({ id: a.configurationId, version: 4 })),
}

export function endpointOf(name: string): Endpoint {
  const found = endpoints.find((one) => one.name === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found.endpoint
}

/** The invoice of a paid order. */
export async function issueTestInvoice({
  id: enterpriseId,
  server,
}: Pick<TestEnterprise, 'id' | 'server'>): Promise<string> {
  const place = { street: '1 Canary Street', postalCode: '1000', city: 'Aviary', region: '', country: 'BE' }
  const issued = await server.db.tenantTx(enterpriseId, (db) =>
    issueInvoice(server, db, {
      enterpriseId,
      platformId: server.platforms.standard.id,
      orderId: server.random.uuid(),
      orderCode: '20300131000000000001',
      billedTo: { company: 'Canary Mobile', email: 'invoices@canary.example', taxId: '', ...place },
      lines: [{ kind: 'PLAN', plan: 'PRO', billingType: 'MONTHLY', downloads: 100, months: 1, cents: 14_900 }],
      currency: 'USD',
      at: server.clock.now(),
      timeZone: 'UTC',
      paidBy: 'Bank transfer',
    }),
  )
  return issued!.id
}

export async function createOwnedObjects(enterprise: TestEnterprise): Promise<OwnedObjects> {
  const { id: enterpriseId, owner, member } = enterprise
  const colleague = await member('Viewer')
  const fields = {
    name: 'Canary configuration',
    type: 'Regular',
    profileName: 'Canary profile',
    serviceProviderName: 'Canary Mobile',
    algorithm: 'MILENAGE',
    hplmn: [{ plmn: '00101', access: ['E-UTRAN'] }],
    confirmationCode: { mode: 'none' },
  } satisfies OwnedObjects['fields']
  const { id: configurationId } = await owner.ask(configuration.add, { fields })
  const made = await owner.ask(batch.single, {
    configurationId,
    iccid: '89440123456789000005',
    imsi: '001010000000001',
    makeKeys: true,
  })
  const profile = await owner.ask(fleet.detail, { id: made.profileId })
  const staged = await owner.upload(source.upload, { configurationId }, { name: 'subscribers.csv', content: CSV })
  const { id: campaignId } = await owner.ask(campaign.add, { fields: campaignOf({ configurationId }) })
  const { id: voucherBatchId } = await owner.ask(voucher.add, {
    fields: { name: 'Canary vouchers', campaignId, count: 2 },
  })
  const plannedId = await cancelDelivery(enterprise, made.profileId)
  const { id: ruleId } = await owner.ask(rule.add, { fields: ruleOf('Canary rule') })
  const { id: commentId } = await owner.ask(comment.add, {
    kind: 'PROFILE',
    objectId: made.profileId,
    text: 'Canary comment',
  })
  const { id: presetId } = await owner.ask(delivery.addPreset, { fields: { name: 'Canary look', style: plainStyle } })
  const { id: fileId } = await owner.ask(delivery.startFile, {
    given: { form: 'QR_ZIP' },
    selection: { ids: [made.profileId] },
  })
  for await (const _ of owner.events(delivery.fileProgress, { id: fileId }));
  const { id: roleId } = await owner.ask(team.addRole, { name: 'Canary role', permissions: ['Fleet_View'] })
  await owner.ask(team.invite, { emails: ['canary@example.com'], roleId })
  const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Canary group' } })
  const attributeFields = { word: 'canary', name: 'Canary', kind: 'text' } as const
  const { id: attributeId } = await owner.ask(attribute.add, { fields: attributeFields })
  const { id: tagId } = await owner.ask(tag.add, { fields: { name: 'Canary tag' } })
  const { id: groupRuleId } = await owner.ask(groupRule.add, {
    fields: { mark: 'ICCID', value: '8900000', groupId },
  })
  const fleetView = { name: 'Canary view', filter: 'q=canary%40' }
  const { id: viewId } = await owner.ask(view.share, { module: 'fleet', fields: fleetView })
  const reportFields = { name: 'Canary report', parameters: {}, isShared: true }
  const { id: reportId } = await owner.ask(report.add, { fields: reportFields })
  const scheduleFields = { timeZone: 'UTC', recipients: [enterprise.ownerId] }
  const { id: scheduleId } = await owner.ask(reportSchedule.add, { reportId, fields: scheduleFields })
  const { id: operationId } = await owner.ask(operation.start, {
    operation: { kind: 'ATTEMPTS' },
    selection: { ids: [made.profileId] },
  })
  for await (const _ of owner.events(operation.progress, { id: operationId }));
  const key = await owner.ask(apiKey.add, {
    kind: 'PERSONAL',
    days: 30,
    fields: { ...keyFields, scopes: ['Fleet_View'] },
  })
  const { id: operatorId } = await owner.ask(es2plus.register, {
    name: 'Canary operator',
    callbackUrl: null,
    requester: '',
    certificate: clientCertificate('Canary', { oid: '2.999.30', at: enterprise.server.clock.now() }).pem,
  })
  await owner.withKey(key.key).ask(fleet.count, {})
  await enterprise.server.callLog.flush()
  const [call] = (await owner.ask(callLog.list, { filter: { programId: key.id } })).items
  const webhookFields = { name: 'Canary webhook', url: null, kinds: ['INSTALLED' as const] }
  const { id: webhookId } = await owner.ask(webhook.add, { fields: webhookFields })
  const { deliveryId } = await owner.ask(webhook.test, { id: webhookId })
  await offerTransfers(enterprise)
  const placedOrder = { ...purchase, totalCents: 9900 } as const
  const { id: orderId } = await owner.ask(order.create, placedOrder)
  const placed = async (role: string) => (await owner.ask(team.list, { filter: { role } })).items[0]?.id ?? ''
  return {
    enterpriseId,
    roleId,
    memberId: await placed('Viewer'),
    invitedId: await placed(roleId),
    configurationId,
    campaignId,
    voucherBatchId,
    plannedId,
    ruleId,
    commentId,
    approvalId: await plantRequest(enterprise),
    presetId,
    fileId,
    invoiceId: await issueTestInvoice(enterprise),
    fields,
    sourceId: staged.id,
    webhookId,
    deliveryId,
    callId: call!.id,
    batchId: made.batchId,
    batchCode: made.code,
    profileId: made.profileId,
    groupId,
    tagId,
    attributeId,
    groupRuleId,
    viewId,
    reportId,
    scheduleId,
    scheduleFields,
    operationId,
    orderId,
    operatorId,
    credentialId: (await owner.ask(credential.create, { name: 'Canary program' })).id,
    keyId: key.id,
    keySecretId: key.secretId,
    iccid: made.iccid,
    matchingId: profile.matchingId,
    sessionId: sessionIdOf(colleague),
    slug: profile.link?.split('/').at(-1) ?? '',
  }
}

/** A session of another member of A. */
function sessionIdOf(client: Client): string {
  const payload = Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { sid: string }).sid
}

/** Strings that B must never read. */
export function canaries(a: OwnedObjects, { names }: Pick<Entry, 'names'> = {}): string[] {
  const { fields: _, scheduleFields: __, batchCode: ___, iccid: ____, enterpriseId, orderId, ...ids } = a
  const named = [...(names === 'the order' ? [] : [orderId]), ...(names ? [] : [enterpriseId, 'Canary'])]
  return [...Object.values(ids), '894401234567890', 'canary@', ...named]
}

/** A delivery of the profile that was planned and canceled, so that its code can be sent. @returns its id */
/** The request of an owner, which nobody has decided. */
async function plantRequest({ id: enterpriseId, ownerId, server }: TestEnterprise): Promise<string> {
  const id = server.random.uuid()
  const at = server.clock.now()
  const request = {
    enterprise_id: enterpriseId,
    id,
    operation: 'REMOVE',
    sentence: 'Delete: 1 profile',
    amount: 1,
    state: 'PENDING',
    mode: 'REPEAT',
    fingerprint: Buffer.from(id),
    time_zone: 'UTC',
    requester_id: ownerId,
    person_id: ownerId,
    requested_at: at,
    expires_at: new Date(at.getTime() + 365 * 86_400_000),
    notified_at: at,
  } as const
  await server.db.tenantTx(enterpriseId, (db) => db.insertInto('approval_request').values(request).execute())
  return id
}

async function cancelDelivery({ owner, server }: TestEnterprise, profileId: string): Promise<string> {
  const at = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16)
  const rows = [{ email: 'canary@example.com' }]
  const { planId } = await owner.ask(plannedDelivery.add, {
    selection: { ids: [profileId] },
    rows,
    at,
    timeZone: 'UTC',
  })
  await owner.ask(plannedDelivery.cancel, { chosen: { planId: planId! } })
  return (await owner.ask(plannedDelivery.list, {})).items[0]!.id
}
