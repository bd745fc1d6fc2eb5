import { configurationTypes } from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as state from '@simwright/contract/profiles/profile-state'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as lease from '@simwright/contract/provisioning/lease'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import * as push from '@simwright/contract/provisioning/push'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { sql } from 'kysely'
import { copyProfile } from '../copy-profile.ts'
import { configured } from '../generated.ts'
import type { TestServer } from '../server.ts'
import { type ListCase, listCase } from './list-case.ts'
import { alternately } from './moment.ts'
import type { Planted } from './planted.ts'

const EID = '89049032000000000000000000000018'

/** Two profiles that were generated, from which the others are copied. */
type Originals = {
  configurationId: string
  batchId: string
  profiles: readonly { id: string; iccid: string; activation_code_id: string; order_id: string }[]
}

export async function plantProfiles({ server }: TestServer, { enterprise }: Planted): Promise<Originals> {
  const { owner } = enterprise
  const configurationId = await configured(owner)
  const numbers = { configurationId, imsi: '999700000000001', makeKeys: true }
  const { batchId } = await owner.ask(batch.single, { ...numbers, iccid: '8944500000000000001' })
  await owner.ask(batch.single, { ...numbers, iccid: '8944500000000000002' })
  const { rows: profiles } = await server.db.tenantTx(enterprise.id, (db) =>
    sql<Originals['profiles'][number]>`
      select p.id, p.iccid, p.activation_code_id, o.id as order_id
      from profile p join download_order o on o.enterprise_id = p.enterprise_id and o.profile_id = p.id
      order by p.iccid`.execute(db),
  )
  return { configurationId, batchId, profiles }
}

/** Lists that show profiles, or what happened to them. */
export async function fleetLists(t: TestServer, planted: Planted, originals: Originals): Promise<ListCase[]> {
  const { enterprise, moment } = planted
  const { owner, ownerId } = enterprise
  const [first] = originals.profiles
  const { groupId, configurationId, campaignId } = await plantCopies(t, planted, originals)
  const moved = await plantHistory(t, planted, originals)
  const batchCode = await plantBatches(t, planted)
  const planId = await plantDeliveries(t, planted, originals)
  const times = { from: moment.middle, to: moment.middle }
  const { iccid } = first!
  return [
    listCase(fleet.list, owner, {
      query: 'region:de',
      search: iccid,
      configurationId,
      groupId,
      batchId: originals.batchId,
      campaignId,
      spn: 'Bruma',
      iccid,
      imsi: '99971',
      msisdn: '4930',
      eid: EID,
      matchingId: 'COPY',
      deviceBrand: 'Acme',
      region: 'DE',
      notes: 'spare',
      createdBy: ownerId,
      createdFrom: moment.middle,
      createdTo: moment.middle,
      changedFrom: moment.middle,
      changedTo: moment.middle,
      recycleFrom: moment.middle,
      recycleTo: moment.middle,
    }),
    listCase(fleet.profileLog, owner, {
      iccid,
      eid: EID,
      ...times,
      groupId: moved.group_id,
      campaignId: moved.campaign_id,
      configurationId: moved.configuration_id,
      configurationVersion: moved.configuration_version,
      brand: moved.device_brand,
      model: moved.device_model,
      region: moved.region,
      memberId: moved.member_id,
      reason: `${moved.subject_code}/${moved.reason_code}`,
    }),
    listCase(recycle.log, owner, { iccid, profileId: first!.id, ...times }),
    listCase(push.list, owner, { search: iccid }),
    listCase(lease.list, owner, { search: iccid }),
    listCase(delivery.mails, owner, { profileId: first!.id, search: 'first@' }),
    listCase(planned.list, owner, { profileId: first!.id, planId, search: 'first@' }),
    listCase(batch.list, owner, { code: batchCode, configurationId: originals.configurationId, ...times }),
  ]
}

/** The values of a column, one copy of the first profile for each. */
const eachOf = (column: string, values: readonly unknown[]) => values.map((value) => ({ [column]: value }))

async function plantCopies({ server }: TestServer, { enterprise, moment }: Planted, { profiles }: Originals) {
  const { owner, id: enterpriseId } = enterprise
  const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Lab' } })
  const configurations: string[] = []
  for (const type of configurationTypes) {
    const id = await configured(owner, { name: `${type} network` })
    configurations.push(id)
    await server.db.tenantTx(enterpriseId, (db) =>
      db.updateTable('profile_configuration').set({ type }).where('id', '=', id).execute(),
    )
  }
  const campaignId = server.random.uuid()
  const inGroup = server.random.uuid()
  const copies = [
    ...eachOf('status', state.profileStatuses),
    ...eachOf('order_state', state.orderStates),
    ...eachOf('ac_format', state.acFormats),
    ...eachOf('protection', ['PLAIN', 'PGP', null]),
    ...eachOf('configuration_id', configurations),
    ...eachOf('recycle_status', state.recycleStatuses),
    ...eachOf('recycle_reason', state.recycleReasons),
    ...eachOf('recycle_at', [moment.before, moment.after]),
    ...eachOf('created_at', [moment.before, moment.after]),
    ...eachOf('status_at', [moment.before, moment.after]),
    ...eachOf('created_by', [server.random.uuid()]),
    { spn: 'Bruma', imsi: '999710000000001', msisdn: '49301234567', eid: EID, matching_id: 'COPY-1' },
    { device_brand: 'Acme', region: 'DE', notes: 'spare', campaign_id: campaignId, id: inGroup },
  ].map((copy, index) => ({ id: server.random.uuid(), iccid: `8933${String(index).padStart(15, '0')}`, ...copy }))
  await server.db.tenantTx(enterpriseId, async (db) => {
    await copyProfile(db, profiles[0]!.id, sql`jsonb_array_elements(${JSON.stringify(copies)}::jsonb) copy`)
    await sql`insert into profile_place (enterprise_id, profile_id, group_id, created_at)
      select enterprise_id, id, case when id = ${inGroup} then ${groupId}::uuid end, created_at from profile
      where status <> 'REMOVED' on conflict do nothing`.execute(db)
  })
  return { groupId, configurationId: configurations[0]!, campaignId }
}

/** Events, recycle log, pushes, leases and mails of the two profiles; values take turns. */
async function plantHistory({ server, clock }: TestServer, { enterprise, moment }: Planted, { profiles }: Originals) {
  const { id: enterprise_id, ownerId: created_by } = enterprise
  const row = (index: number) => ({ enterprise_id, id: server.random.uuid(), profile_id: profiles[index % 2]!.id })
  const actors = ['user', 'device', 'system'] as const
  const dimensions = {
    group_id: server.random.uuid(),
    campaign_id: server.random.uuid(),
    configuration_id: server.random.uuid(),
    configuration_version: 7,
    device_brand: 'Acme',
    device_model: 'One',
    region: 'DE',
    member_id: server.random.uuid(),
    subject_code: '8.1',
    reason_code: '4.8',
    repeated: true,
  }
  const events = fleet.eventTypes.map((type, index) => ({
    ...row(index),
    type,
    at: alternately(moment, index),
    actor: actors[index % 3]!,
    detail: 'Planted.',
    eid: index === 0 ? EID : null,
    ...(index === 0 ? dimensions : {}),
  }))
  const recycled = recycle.recycleSteps.map((step, index) => ({
    ...row(index),
    order_id: profiles[index % 2]!.order_id,
    iccid: profiles[index % 2]!.iccid,
    at: alternately(moment, index),
    step,
    reason: state.recycleReasons[index] ?? null,
    actor: actors[0],
    detail: '',
  }))
  const pushes = push.pushStates.map((pushState, index) => ({
    ...row(index),
    activation_code_id: profiles[index % 2]!.activation_code_id,
    order_id: profiles[index % 2]!.order_id,
    eid: EID,
    event_id: 'event',
    smdp_address: 'smdp.example',
    state: pushState,
    state_at: moment.after,
    counted: true,
    binds: true,
    event: 'CLOSED' as const,
    event_due_at: moment.after,
    created_by,
    created_at: alternately(moment, index),
  }))
  const leases = [null, clock.now()].map((endedAt, index) => ({
    ...row(index),
    borrower: 'Lab',
    notes: '',
    ends_at: moment.after,
    ended_at: endedAt,
    created_by,
    created_at: moment.before,
  }))
  const mails = ['first@alba.example', 'second@alba.example'].map((recipient, index) => ({
    ...row(index),
    activation_code_id: profiles[index]!.activation_code_id,
    recipient,
    mail_id: server.random.uuid(),
    sent_by: created_by,
    at: moment.before,
  }))
  await server.db.tenantTx(enterprise_id, async (db) => {
    await db.insertInto('profile_event').values(events).execute()
    await db.insertInto('recycle_log').values(recycled).execute()
    await db.insertInto('eid_push').values(pushes).execute()
    await db.insertInto('lease').values(leases).execute()
    await db.insertInto('code_mail').values(mails).execute()
  })
  return dimensions
}

/** A delivery in each state; the profiles take turns. @returns the id of the plan of the first profile's */
async function plantDeliveries({ server, clock }: TestServer, { enterprise }: Planted, { profiles }: Originals) {
  const [planId, other] = [server.random.uuid(), server.random.uuid()]
  const tomorrow = new Date(clock.now().getTime() + 24 * 60 * 60_000)
  const states = ['PLANNED', 'QUEUED', 'SENT', 'REFUSED', 'SKIPPED', 'CANCELED'] as const
  const rows = states.map((state, index) => ({
    enterprise_id: enterprise.id,
    id: server.random.uuid(),
    plan_id: index % 2 === 0 ? planId : other,
    profile_id: profiles[index % 2]!.id as never,
    recipient: index % 2 === 0 ? 'first@example.com' : 'second@example.com',
    local_time: '2030-01-31T09:00',
    time_zone: 'UTC',
    due_at: tomorrow,
    next_at: tomorrow,
    opens_page: false,
    state,
    planned_by: enterprise.ownerId as never,
    created_at: clock.now(),
    ended_at: state === 'PLANNED' || state === 'QUEUED' ? null : clock.now(),
  }))
  await server.db.tenantTx(enterprise.id, (db) => db.insertInto('planned_delivery').values(rows).execute())
  return planId
}

/** A batch of each type; the other values take turns. @returns the code of the first */
async function plantBatches({ server }: TestServer, { enterprise, moment }: Planted): Promise<string> {
  const rows = batch.batchTypes.map((type, index) => ({
    enterprise_id: enterprise.id,
    id: server.random.uuid(),
    code: `B20300101000${index}`,
    type,
    process: batch.batchProcesses[index % 2]!,
    protection: index % 2 === 0 ? ('PLAIN' as const) : ('PGP' as const),
    total: 1,
    failed: index % 2,
    created_by: enterprise.ownerId,
    created_at: alternately(moment, index),
  }))
  await server.db.tenantTx(enterprise.id, (db) => db.insertInto('batch').values(rows).execute())
  return rows[0]!.code
}
