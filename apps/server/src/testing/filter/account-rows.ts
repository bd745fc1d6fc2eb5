import * as team from '@simwright/contract/people/team'
import * as approval from '@simwright/contract/platform/approval'
import { approvalOperations } from '@simwright/contract/platform/approval-operation'
import * as audit from '@simwright/contract/platform/audit'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as callLog from '@simwright/contract/programs/call-log'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import * as block from '@simwright/contract/provisioning/block'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as rule from '@simwright/contract/provisioning/rule'
import * as voucher from '@simwright/contract/provisioning/voucher'
import type { TestServer } from '../server.ts'
import { type ListCase, listCase } from './list-case.ts'
import { alternately } from './moment.ts'
import type { Planted } from './planted.ts'

/** Lists of an enterprise account that do not show profiles. The account has configurations of every type. */
export async function accountLists(t: TestServer, planted: Planted, configurationId: string): Promise<ListCase[]> {
  const { enterprise, moment } = planted
  const { owner, ownerId } = enterprise
  await plantAudit(t, planted)
  const roleId = await plantMembers(t, planted)
  const campaignId = await plantVouchers(planted, await plantCampaigns(t, planted, configurationId))
  const ruleRun = await plantRules(t, planted)
  await plantApprovals(t, planted)
  const blockId = await plantBlocks(t, planted)
  await plantKeys(t, planted)
  const endpointId = await plantDeliveries(t, planted)
  const programId = await plantCalls(t, planted)
  const times = { from: moment.middle, to: moment.middle }
  return [
    listCase(audit.list, owner, { search: 'ada lovelace', actorId: ownerId, objectId: 'object-1', ...times }),
    listCase(team.list, owner, { search: 'invited@', role: roleId }),
    listCase(campaign.list, owner, { search: 'draft' }),
    listCase(voucher.list, owner, { search: 'cards', campaignId }),
    listCase(approval.list, owner, {}),
    listCase(rule.list, owner, { search: 'rule a' }),
    listCase(rule.log, owner, ruleRun),
    listCase(configuration.list, owner, { name: 'private' }),
    listCase(apiKey.list, owner, { search: 'ware' }),
    listCase(block.list, owner, { search: '3500' }),
    listCase(block.hits, owner, { blockId, eid: '8904', ...times }),
    listCase(callLog.list, owner, { programId, status: 200, path: '/api/v1/fleet', requestId: programId, ...times }),
    listCase(webhook.deliveries, owner, { endpointId, iccid: '8944', ...times }),
  ]
}

/** An audit entry for each action; kinds of actors and objects take turns. */
async function plantAudit({ server }: TestServer, { enterprise, moment }: Planted): Promise<void> {
  const rows = audit.auditActionNames.map((action, index) => ({
    id: server.random.uuid(),
    enterprise_id: enterprise.id,
    at: alternately(moment, index),
    actor_kind: audit.actorKinds[index % audit.actorKinds.length]!,
    actor_id: index === 0 ? enterprise.ownerId : null,
    actor_name: index === 0 ? 'Ada Lovelace' : 'Sample Owner',
    action,
    object_kind: audit.objectKinds[index % audit.objectKinds.length]!,
    object_id: `object-${index}`,
    object_name: 'Object',
  }))
  await server.db.globalTx((db) => db.insertInto('audit_inbox').values(rows).execute())
}

/** Members in every state; the invited one has a role of the account. @returns the id of the role */
async function plantMembers({ server }: TestServer, { enterprise }: Planted): Promise<string> {
  const { id: roleId } = await enterprise.owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
  await enterprise.owner.ask(team.invite, { emails: ['invited@alba.example'], roleId })
  await enterprise.member('Viewer')
  await server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('member').set({ state: 'INACTIVE' }).where('built_in_role', '=', 'Viewer').execute(),
  )
  return roleId
}

/** A campaign for each state. @returns their ids */
async function plantCampaigns(
  { server, clock }: TestServer,
  { enterprise, moment }: Planted,
  configurationId: string,
): Promise<string[]> {
  const ids: string[] = []
  const tomorrow = new Date(clock.now().getTime() + 24 * 60 * 60_000)
  const changes = {
    DRAFT: { phase: 'DRAFT' },
    SCHEDULED: { phase: 'LIVE', starts_at: tomorrow },
    ACTIVE: { phase: 'LIVE' },
    PAUSED: { phase: 'PAUSED' },
    ENDED: { phase: 'LIVE', ends_at: moment.after },
  } as const satisfies Record<campaign.CampaignState, object>
  for (const [name, change] of Object.entries(changes)) {
    const fields = { name, configurationId, confirmationCode: { mode: 'none' as const } }
    const { id } = await enterprise.owner.ask(campaign.add, { fields })
    await server.db.tenantTx(enterprise.id, (db) => db.updateTable('pool').set(change).where('id', '=', id).execute())
    ids.push(id)
  }
  return ids
}

/** Vouchers of two campaigns. @returns the id of the first campaign */
async function plantVouchers({ enterprise: { owner } }: Planted, [first, second]: readonly string[]): Promise<string> {
  await owner.ask(voucher.add, { fields: { name: 'Cards', campaignId: first!, count: 1 } })
  await owner.ask(voucher.add, { fields: { name: 'Letters', campaignId: second!, count: 1 } })
  return first!
}

/** A key in each state; the kinds take turns. The creator of one is no member. */
async function plantKeys({ server, clock }: TestServer, { enterprise: { id: enterpriseId, owner } }: Planted) {
  const names: Record<apiKey.KeyState, string> = {
    ACTIVE: 'Warehouse',
    EXPIRED: 'Old import',
    CREATOR_GONE: 'Report mailer',
    REVOKED: 'Till',
  }
  for (const [index, state] of apiKey.keyStates.entries()) {
    const kind = apiKey.keyKinds[index % 2 === 0 ? 0 : 1]!
    const fields = { name: names[state], scopes: ['Fleet_View' as const] }
    const { id, secretId } = await owner.ask(apiKey.add, { kind, days: 30, fields })
    if (state === 'REVOKED') await owner.ask(apiKey.revoke, { id })
    if (state === 'EXPIRED') await owner.ask(apiKey.endSecret, { id, secretId, at: clock.now().toISOString() })
    if (state === 'CREATOR_GONE')
      await server.db.tenantTx(enterpriseId, (db) =>
        db.updateTable('api_key').set({ created_by: server.random.uuid() }).where('id', '=', id).execute(),
      )
  }
}

/** Requests in each state and of each operation, every second of them of the owner. */
async function plantApprovals({ server }: TestServer, { enterprise, moment }: Planted): Promise<void> {
  const colleague = await enterprise.member('Admin')
  const at = new Date(moment.middle)
  const rows = approvalOperations.map((operation, index) => {
    const state = approval.approvalStates[index % approval.approvalStates.length]!
    const person = index % 2 === 0 ? colleague.user.userId : enterprise.ownerId
    const id = server.random.uuid()
    return {
      enterprise_id: enterprise.id,
      id,
      operation,
      sentence: `Request ${index}`,
      amount: 1,
      state,
      mode: 'REPEAT' as const,
      fingerprint: Buffer.from(id),
      time_zone: 'UTC',
      requester_id: person,
      person_id: person,
      requested_at: new Date(Math.max(at.getTime(), server.clock.now().getTime())),
      expires_at: new Date(server.clock.now().getTime() + 365 * 86_400_000),
      notified_at: at,
      starts_at: at,
      ended_at: state === 'PENDING' || state === 'APPROVED' ? null : at,
    }
  })
  await server.db.tenantTx(enterprise.id, (db) => db.insertInto('approval_request').values(rows).execute())
}

/** A rule in each state, and a match in each state of two of them. @returns the ids of a rule and a profile of a match */
async function plantRules({ server }: TestServer, { enterprise, moment }: Planted) {
  const at = new Date(moment.middle)
  const shared = { enterprise_id: enterprise.id, created_by: enterprise.ownerId, created_at: at }
  const definition = JSON.stringify({ when: { events: ['INSTALLED'] }, actions: [{ kind: 'NOTIFY' }] })
  const rules = rule.ruleStates.map((state) => ({
    ...shared,
    id: server.random.uuid(),
    name: `Rule ${state}`,
    state,
    stop_reason: state === 'STOPPED' ? 'RIGHT_LOST' : null,
    stopped_at: state === 'ACTIVE' ? null : at,
    definition,
    hourly_limit: 1,
    active_from: at,
    saved_by: enterprise.ownerId,
    saved_at: at,
  }))
  const runs = rule.ruleRunStates.map((state, index) => ({
    enterprise_id: enterprise.id,
    id: server.random.uuid(),
    rule_id: rules[index % 2]!.id,
    profile_id: server.random.uuid(),
    event_id: server.random.uuid(),
    event_type: 'INSTALLED',
    happened_at: at,
    iccid: '8944012345678900001',
    depth: 1,
    state,
    matched_at: at,
  }))
  await server.db.tenantTx(enterprise.id, async (db) => {
    await db.insertInto('rule').values(rules).execute()
    await db.insertInto('rule_run').values(runs).execute()
  })
  return { ruleId: runs[0]!.rule_id, profileId: runs[0]!.profile_id }
}

/** A block rule of each kind, and a hit of two of them. @returns the id of the first rule */
async function plantBlocks({ server }: TestServer, { enterprise, moment }: Planted): Promise<string> {
  const values: Record<block.BlockKind, string> = {
    EID: '89049032000000000000000000000018',
    EID_RANGE: '89033000',
    TAC: '35000001',
  }
  const rules = block.blockKinds.map((kind, index) => ({
    enterprise_id: enterprise.id,
    id: server.random.uuid(),
    kind,
    value: values[kind],
    note: '',
    created_by: enterprise.ownerId,
    created_at: alternately(moment, index),
  }))
  const hits = rules.slice(0, 2).map(({ enterprise_id, id, kind, value }, index) => ({
    enterprise_id,
    id: server.random.uuid(),
    block_id: id,
    kind,
    value,
    at: alternately(moment, index),
    eid: value.padEnd(32, '0'),
  }))
  await server.db.tenantTx(enterprise.id, async (db) => {
    await db.insertInto('block_rule').values(rules).execute()
    await db.insertInto('block_hit').values(hits).execute()
  })
  return rules[0]!.id
}

/** A call of each outcome, by two programs. @returns the id of the first program, and of its request */
async function plantCalls({ server }: TestServer, { enterprise, moment }: Planted): Promise<string> {
  const programs = [server.random.uuid(), server.random.uuid()] as const
  const rows = callLog.callOutcomes.map((outcome, index) => ({
    enterprise_id: enterprise.id,
    id: server.random.uuid(),
    at: alternately(moment, index),
    program_id: programs[index % 2]!,
    program_kind: callLog.programKinds[index % 2]!,
    program_name: 'Warehouse',
    method: 'POST',
    path: index === 0 ? '/api/v1/fleet/list' : '/api/v1/group/list',
    outcome,
    status: [200, 404, 500][index]!,
    ms: index,
    address: '203.0.113.7',
    request_id: programs[index % 2]!,
    cut: false,
  }))
  await server.db.tenantTx(enterprise.id, (db) => db.insertInto('program_call').values(rows).execute())
  return programs[0]
}

/** A webhook delivery of each kind, in each state, to two endpoints. @returns the id of the first endpoint */
async function plantDeliveries({ server }: TestServer, { enterprise, moment }: Planted): Promise<string> {
  const endpoints = [server.random.uuid(), server.random.uuid()] as const
  const rows = webhook.deliveryKinds.map((kind, index) => {
    const state = webhook.deliveryStates[index % webhook.deliveryStates.length]!
    return {
      enterprise_id: enterprise.id,
      id: server.random.uuid(),
      endpoint_id: endpoints[index % 2]!,
      sequence: index,
      kind,
      iccid: index === 0 ? '8944000000000000001' : null,
      body: '{}',
      at: alternately(moment, index),
      state,
      next_at: state === 'WAITING' ? moment.after : null,
    }
  })
  await server.db.tenantTx(enterprise.id, (db) => db.insertInto('webhook_delivery').values(rows).execute())
  return endpoints[0]
}
