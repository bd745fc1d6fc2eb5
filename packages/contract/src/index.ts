import * as account from './account.ts'
import * as audit from './audit.ts'
import * as batch from './batch.ts'
import * as behavior from './behavior.ts'
import * as block from './block.ts'
import * as campaign from './campaign.ts'
import * as client from './client.ts'
import * as configuration from './configuration.ts'
import * as dashboard from './dashboard.ts'
import * as delivery from './delivery.ts'
import type { Endpoint } from './endpoint.ts'
import * as enterprise from './enterprise.ts'
import * as feedback from './feedback.ts'
import * as fleet from './fleet.ts'
import * as group from './group.ts'
import * as groupRule from './group-rule.ts'
import * as home from './home.ts'
import * as lease from './lease.ts'
import * as live from './live.ts'
import * as mail from './mail.ts'
import * as notice from './notice.ts'
import * as oauth from './oauth.ts'
import * as operation from './operation.ts'
import * as plan from './plan.ts'
import * as platform from './platform.ts'
import * as platforms from './platforms.ts'
import * as push from './push.ts'
import * as recycle from './recycle.ts'
import * as sample from './sample.ts'
import * as search from './search.ts'
import * as security from './security.ts'
import * as session from './session.ts'
import * as source from './source.ts'
import * as sso from './sso.ts'
import * as tac from './tac.ts'
import * as team from './team.ts'
import * as view from './view.ts'

/** The whole contract, by module and name. The server serves each; a page imports the module it needs. */
export const contract = {
  account,
  audit,
  batch,
  behavior,
  block,
  campaign,
  client,
  configuration,
  dashboard,
  delivery,
  enterprise,
  feedback,
  fleet,
  group,
  groupRule,
  home,
  lease,
  live,
  mail,
  notice,
  oauth,
  operation,
  plan,
  platform,
  platforms,
  recycle,
  push,
  search,
  sample,
  security,
  session,
  source,
  sso,
  tac,
  team,
  view,
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

export * from './endpoint.ts'
export * from './fill-text.ts'
export * from './permission.ts'
export * from './problem.ts'
