import { type Endpoint, endpoints } from '@simwright/contract'

/** Why an endpoint may do its work without an entry in the audit log. */
type Reason =
  | 'only looks'
  | 'only mails: what the mail leads to is written down'
  | 'only begins: what completes it is written down'
  | 'only proves who sits there'
  | 'remembers how a person likes the pages'
  | 'goes on elsewhere in the same session of work'
  | 'writes down when it changes something, which is not each time'

const sometimes: Reason = 'writes down when it changes something, which is not each time'

/**
 * The endpoints that may leave no entry, each with its reason. Every other one must, each time it succeeds: `serve()` says
 * so in the log when it doesn't, and a test server fails by that.
 */
export const traceless: Readonly<Record<string, Reason>> = {
  'account.register': 'only begins: what completes it is written down',
  'account.resendActivation': 'only mails: what the mail leads to is written down',
  'account.sendForget': 'only mails: what the mail leads to is written down',
  'account.passkeyChallenge': 'only begins: what completes it is written down',
  'account.login': sometimes,
  'account.logout': sometimes,
  'account.me': 'only looks',
  'account.deletionPreview': 'only looks',
  'audit.list': 'only looks',
  'audit.get': 'only looks',
  'audit.verify': 'only looks',
  'batch.list': 'only looks',
  'batch.get': 'only looks',
  'batch.rows': 'only looks',
  'batch.previewRange': 'only looks',
  'batch.progress': 'only looks',
  'block.list': 'only looks',
  'block.hits': 'only looks',
  'block.add': sometimes,
  'block.upload': sometimes,
  'block.device': sometimes,
  'block.edit': sometimes,
  'campaign.list': 'only looks',
  'campaign.get': 'only looks',
  'campaign.preview': 'only looks',
  'campaign.fill': sometimes,
  'campaign.takeOut': sometimes,
  'campaign.edit': sometimes,
  'campaign.trend': 'only looks',
  'campaign.refusals': 'only looks',
  'campaign.publicCampaign': 'only looks',
  'behavior.query': 'only looks',
  'behavior.save': 'remembers how a person likes the pages',
  'client.list': 'only looks',
  'client.get': 'only looks',
  'configuration.list': 'only looks',
  'configuration.get': 'only looks',
  'dashboard.summary': 'only looks',
  'dashboard.trend': 'only looks',
  'enterprise.list': 'only looks',
  'enterprise.settings': 'only looks',
  'enterprise.deletionPreview': 'only looks',
  'enterprise.switchTo': 'goes on elsewhere in the same session of work',
  'feedback.list': 'only looks',
  'feedback.mine': 'only looks',
  'fleet.list': 'only looks',
  'fleet.count': 'only looks',
  'fleet.detail': 'only looks',
  'fleet.timeline': 'only looks',
  'fleet.brands': 'only looks',
  'fleet.profileLog': 'only looks',
  'fleet.publicCode': 'only looks',
  'group.list': 'only looks',
  'group.get': 'only looks',
  'home.overview': 'only looks',
  'operation.preview': 'only looks',
  'operation.apart': 'only looks',
  'operation.list': 'only looks',
  'operation.get': 'only looks',
  'operation.progress': 'only looks',
  'live.session': 'only looks',
  'mail.list': 'only looks',
  'notice.list': 'only looks',
  'notice.read': 'remembers how a person likes the pages',
  'oauth.findSso': 'only looks',
  'oauth.identities': 'only looks',
  'oauth.beginLink': 'only begins: what completes it is written down',
  'oauth.finish': sometimes,
  'oauth.linkByPassword': sometimes,
  'oauth.prove': sometimes,
  'oauth.sendCode': 'only mails: what the mail leads to is written down',
  'plan.queryOrder': 'only looks',
  'plan.list': 'only looks',
  'plan.table': 'only looks',
  'plan.orders': 'only looks',
  'platform.query': 'only looks',
  'platforms.list': 'only looks',
  'platforms.get': 'only looks',
  'platforms.look': 'only looks',
  'platforms.occasions': 'only looks',
  'platforms.previewMail': 'only looks',
  'platforms.upload': 'only begins: what completes it is written down',
  'search.query': 'only looks',
  'security.overview': 'only looks',
  'security.beginApp': 'only begins: what completes it is written down',
  'security.beginPasskey': 'only begins: what completes it is written down',
  'security.beginStepUp': 'only begins: what completes it is written down',
  'security.stepUp': 'only proves who sits there',
  'session.list': 'only looks',
  'session.endOthers': sometimes,
  'session.enterpriseInfo': 'only looks',
  'session.getUserPermissions': 'only looks',
  'source.get': 'only looks',
  'source.rows': 'only looks',
  'source.faults': 'only looks',
  'source.template': 'only looks',
  'source.pgpKey': sometimes,
  'sso.query': 'only looks',
  'team.list': 'only looks',
  'team.roles': 'only looks',
  'team.invitation': 'only looks',
  'team.ownInvitations': 'only looks',
  'team.invite': sometimes,
}

const traced = new Set(endpoints.filter(({ name }) => !(name in traceless)).map(({ endpoint }) => endpoint))

/** Whether each success of the endpoint must leave an entry. */
export const mustLeaveTrace = (endpoint: Endpoint): boolean => traced.has(endpoint)
