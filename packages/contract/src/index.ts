import type { Endpoint } from './endpoint.ts'
import * as adminDashboard from './insight/admin-dashboard.ts'
import * as comment from './insight/comment.ts'
import * as dashboard from './insight/dashboard.ts'
import * as home from './insight/home.ts'
import * as live from './insight/live.ts'
import * as report from './insight/report.ts'
import * as reportSchedule from './insight/report-schedule.ts'
import * as search from './insight/search.ts'
import * as view from './insight/view.ts'
import * as discount from './money/discount.ts'
import * as invoice from './money/invoice.ts'
import * as order from './money/order.ts'
import * as seller from './money/seller.ts'
import * as staffOrder from './money/staff-order.ts'
import * as stripe from './money/stripe.ts'
import * as transferProof from './money/transfer-proof.ts'
import * as account from './people/account.ts'
import * as behavior from './people/behavior.ts'
import * as client from './people/client.ts'
import * as enterprise from './people/enterprise.ts'
import * as invitation from './people/invitation.ts'
import * as move from './people/move.ts'
import * as oauth from './people/oauth.ts'
import * as security from './people/security.ts'
import * as session from './people/session.ts'
import * as sso from './people/sso.ts'
import * as team from './people/team.ts'
import * as announcement from './platform/announcement.ts'
import * as approval from './platform/approval.ts'
import * as audit from './platform/audit.ts'
import * as platform from './platform/brand.ts'
import * as feedback from './platform/feedback.ts'
import * as legal from './platform/legal.ts'
import * as mail from './platform/mail.ts'
import * as notice from './platform/notice.ts'
import * as plan from './platform/plan.ts'
import * as platforms from './platform/white-label.ts'
import * as appletFile from './profiles/applet-file.ts'
import * as attribute from './profiles/attribute.ts'
import * as configuration from './profiles/configuration.ts'
import * as configurationVersion from './profiles/configuration-version.ts'
import * as configurationYaml from './profiles/configuration-yaml.ts'
import * as fleet from './profiles/fleet.ts'
import * as group from './profiles/group.ts'
import * as groupDefault from './profiles/group-default.ts'
import * as groupRule from './profiles/group-rule.ts'
import * as inspection from './profiles/inspection.ts'
import * as platformApplet from './profiles/platform-applet.ts'
import * as source from './profiles/source.ts'
import * as tag from './profiles/tag.ts'
import * as callLog from './programs/call-log.ts'
import * as credential from './programs/credential.ts'
import * as device from './programs/device.ts'
import * as es2plus from './programs/es2plus.ts'
import * as apiKey from './programs/keys.ts'
import * as webhook from './programs/webhook.ts'
import * as batch from './provisioning/batch.ts'
import * as block from './provisioning/block.ts'
import * as campaign from './provisioning/campaign.ts'
import * as delivery from './provisioning/delivery.ts'
import * as endUserPage from './provisioning/end-user-page.ts'
import * as erasure from './provisioning/erasure.ts'
import * as leak from './provisioning/leak.ts'
import * as lease from './provisioning/lease.ts'
import * as operation from './provisioning/operation.ts'
import * as plannedDelivery from './provisioning/planned-delivery.ts'
import * as push from './provisioning/push.ts'
import * as recycle from './provisioning/recycle.ts'
import * as rule from './provisioning/rule.ts'
import * as sample from './provisioning/sample.ts'
import * as tac from './provisioning/tac.ts'
import * as virtualPhone from './provisioning/virtual-phone.ts'
import * as voucher from './provisioning/voucher.ts'

/** The whole contract, by module and name. The server serves all of it; a page imports only the modules it needs. */
export const contract = {
  approval,
  account,
  adminDashboard,
  announcement,
  apiKey,
  appletFile,
  audit,
  batch,
  behavior,
  block,
  callLog,
  campaign,
  client,
  comment,
  configuration,
  configurationVersion,
  configurationYaml,
  credential,
  device,
  es2plus,
  dashboard,
  delivery,
  endUserPage,
  discount,
  enterprise,
  feedback,
  fleet,
  group,
  groupDefault,
  groupRule,
  tag,
  attribute,
  home,
  inspection,
  invitation,
  move,
  invoice,
  leak,
  lease,
  legal,
  live,
  mail,
  notice,
  oauth,
  operation,
  order,
  plan,
  plannedDelivery,
  platform,
  platformApplet,
  platforms,
  recycle,
  push,
  report,
  reportSchedule,
  search,
  rule,
  sample,
  security,
  seller,
  session,
  source,
  sso,
  staffOrder,
  stripe,
  tac,
  team,
  transferProof,
  view,
  virtualPhone,
  voucher,
  erasure,
  webhook,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint with its name (`configuration.list`). */
export const endpoints: readonly { name: string; endpoint: Endpoint }[] = Object.entries(contract).flatMap(
  ([module, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name: `${module}.${name}`, endpoint: value }] : [],
    ),
)

export * from './code-field.ts'
export * from './endpoint.ts'
export * from './fill-text.ts'
export * from './permission.ts'
export * from './problem.ts'
export * from './programs/scope.ts'
