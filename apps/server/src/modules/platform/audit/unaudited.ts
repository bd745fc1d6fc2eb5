import { type Endpoint, endpoints } from '@simwright/contract'

/** Why an endpoint that may change something can succeed without an entry in the audit log. */
type Reason =
  | 'only mails: the action that the mail leads to is audited'
  | 'only starts: its completion is audited'
  | 'only verifies the identity of the user'
  | 'only lets a virtual phone continue, whose opening is audited'
  | 'saves a preference of the user'
  | 'only replaces the session'
  | 'only locks what it reads'
  | 'only starts and ends orders whose time has come'
  | 'counts the visits of a public page'
  | 'only writes the file of an invoice that has none yet'
  | 'is audited only when it changes something'
  | 'has its own list of what was redeemed, when and from where'

const sometimes: Reason = 'is audited only when it changes something'

/**
 * The endpoints that need no audit entry although they do not only read (`reads`), each with its reason. Every other one
 * must leave an entry when it succeeds: otherwise `serve()` logs an error, and a test server fails.
 */
export const unaudited: Readonly<Record<string, Reason>> = {
  'account.register': 'only starts: its completion is audited',
  'account.resendActivation': 'only mails: the action that the mail leads to is audited',
  'account.sendForget': 'only mails: the action that the mail leads to is audited',
  'account.passkeyChallenge': 'only starts: its completion is audited',
  'account.login': sometimes,
  'account.logout': sometimes,
  'adminDashboard.releaseHeld': sometimes,
  'announcement.dismiss': 'saves a preference of the user',
  'block.add': sometimes,
  'block.upload': sometimes,
  'block.device': sometimes,
  'block.edit': sometimes,
  'plannedDelivery.add': sometimes,
  'plannedDelivery.move': sometimes,
  'plannedDelivery.cancel': sometimes,
  'leak.dismiss': sometimes,
  'rule.pause': sometimes,
  'rule.resume': sometimes,
  'voucher.redeem': 'has its own list of what was redeemed, when and from where',
  'campaign.fill': sometimes,
  'client.moveIccids': sometimes,
  'client.resetEndUserTexts': sometimes,
  'campaign.takeOut': sometimes,
  'campaign.edit': sometimes,
  'campaign.recycle': sometimes,
  'behavior.save': 'saves a preference of the user',
  'virtualPhone.act': 'only lets a virtual phone continue, whose opening is audited',
  'virtualPhone.next': 'only lets a virtual phone continue, whose opening is audited',
  'virtualPhone.open': sometimes,
  'virtualPhone.close': sometimes,
  'device.start': 'only starts: its completion is audited',
  'device.poll': 'only starts: its completion is audited',
  'device.check': 'only starts: its completion is audited',
  'delivery.publicCode': 'counts the visits of a public page',
  'delivery.setPage': sometimes,
  'delivery.setStandard': sometimes,
  'delivery.editPreset': sometimes,
  'enterprise.removeLogo': sometimes,
  'enterprise.switchTo': 'only replaces the session',
  'notice.choose': 'saves a preference of the user',
  'notice.read': 'saves a preference of the user',
  'notice.setDigest': 'saves a preference of the user',
  'order.quote': 'only starts and ends orders whose time has come',
  'invoice.download': 'only writes the file of an invoice that has none yet',
  'invoice.staffDownload': 'only writes the file of an invoice that has none yet',
  'oauth.beginLink': 'only starts: its completion is audited',
  'sso.beginTest': 'only starts: its completion is audited',
  'oauth.finish': sometimes,
  'oauth.linkByPassword': sometimes,
  'oauth.prove': sometimes,
  'oauth.sendCode': 'only mails: the action that the mail leads to is audited',
  'platforms.upload': 'only starts: its completion is audited',
  'lease.edit': sometimes,
  'security.beginApp': 'only starts: its completion is audited',
  'security.beginPasskey': 'only starts: its completion is audited',
  'security.beginStepUp': 'only starts: its completion is audited',
  'security.stepUp': 'only verifies the identity of the user',
  'session.endOthers': sometimes,
  'source.mend': 'only starts: its completion is audited',
  'source.forgetColumns': 'saves a preference of the user',
  'source.pgpKey': sometimes,
  'staffOrder.quote': 'only starts and ends orders whose time has come',
  'stripe.pay': 'only starts: its completion is audited',
  'stripe.status': sometimes,
  'stripe.card': sometimes,
  'stripe.changeCard': 'only starts: its completion is audited',
  'stripe.removeCard': sometimes,
  'tac.edit': sometimes,
  'tac.upload': 'only starts: its completion is audited',
  'tac.discard': 'only starts: its completion is audited',
  'team.invitation': 'only locks what it reads',
  'team.invite': sometimes,
  'team.many': sometimes,
}

const audited = new Set(
  endpoints.filter(({ name, endpoint }) => !endpoint.reads && !(name in unaudited)).map(({ endpoint }) => endpoint),
)

/** Whether every success of the endpoint must be recorded in the audit log. */
export const mustBeAudited = (endpoint: Endpoint): boolean => audited.has(endpoint)
