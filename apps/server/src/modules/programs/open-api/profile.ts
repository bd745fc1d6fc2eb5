import { Problem } from '@simwright/contract'
import type * as openApi from '@simwright/contract/programs/open-api'
import type { SignedOutput } from '@simwright/contract/programs/signed-call'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import type { Recorded } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { readProfile, readTimelinePage, selectByIccid } from '../../profiles/fleet/service.ts'
import { ON_A_DEVICE } from '../../profiles/lifecycle/service.ts'
import { changeCard } from '../../provisioning/generate/service.ts'
import { changeProfile } from '../../provisioning/operations/service.ts'
import { setFreeIn } from '../../provisioning/smdp/service.ts'
import type { Caller } from './authenticate.ts'
import { withoutScheme } from './generate.ts'
import { codeReader } from './hidden-code.ts'
import { changeOf, withOpenNames } from './metadata.ts'
import type { Signed } from './serve-signed.ts'
import { parseMoment, timeText } from './time.ts'

type Found = { id: ProfileId; iccid: string }

/**
 * The profile with this ICCID in any notation.
 * @throws Problem `iccid_unavailable`, the same for an unknown ICCID as for that of another enterprise account
 */
export async function profileNamed(db: TenantDb, { scope }: Caller, given: string): Promise<Found> {
  const key = findIccid(given)
  const found = key && (await selectByIccid(db, { iccid: key, only: scope }))
  if (!found) throw new Problem('iccid_unavailable', { iccid: given })
  return found
}

const find = (server: Server, caller: Caller, iccid: string) =>
  server.db.tenantRead(caller.who.enterpriseId, (db) => profileNamed(db, caller, iccid))

export async function readDetail(
  server: Server,
  { input, ...caller }: Signed<typeof openApi.profileDetail>,
): Promise<SignedOutput<typeof openApi.profileDetail>> {
  const { id } = await find(server, caller, input.iccid)
  const profile = await readProfile(server, caller.who, id)
  const { deviceBrand: brand, deviceModel: model } = profile
  const { shown } = await codeReader(server, caller)
  return {
    iccid: profile.iccid,
    status: profile.status,
    deviceName: [brand, model].filter((part) => part !== null).join(' ') || null,
    installLocation: profile.region,
    eid: profile.eid,
    imsi: profile.imsi,
    msisdn: profile.msisdn,
    spn: profile.spn,
    configName: profile.configurationName,
    activationCode: shown(withoutScheme(profile.activationCode)),
    orderStatus: profile.orderState,
    statusTime: timeText(profile.statusAt),
    downloads: profile.downloads,
    expireTime: timeText(profile.expiresAt),
    recycleStatus: profile.recycleStatus,
    recycleTime: timeText(profile.recycleAt),
    notes: profile.notes,
    group: profile.groupName,
    createTime: timeText(profile.createdAt),
    tags: profile.tags.map(({ name }) => name),
    attributes: profile.attributes,
  }
}

export async function readLog(
  server: Server,
  { input, ...caller }: Signed<typeof openApi.profileLog>,
): Promise<SignedOutput<typeof openApi.profileLog>> {
  const { pageNum, pageSize } = input.pageParam
  const { id: profileId } = await find(server, caller, input.iccid)
  const { items, total } = await readTimelinePage(server, caller.who, { profileId, pageNum, pageSize })
  const profileLogs = items.map((event) => ({
    iccid: event.iccid,
    type: event.type,
    time: timeText(event.at),
    actor: event.actor,
    operator: event.actorName,
    description: event.text,
    eid: event.eid,
    deviceName: event.device,
    clientIp: event.address,
    subjectCode: event.subjectCode,
    reasonCode: event.reasonCode,
  }))
  return { profileLogs, pageParam: { pageNum, pageSize, total } }
}

export async function deleteProfile(
  server: Server,
  { input, once, ...caller }: Signed<typeof openApi.deleteProfile>,
): Promise<Recorded<{ iccid: string }>> {
  const { who } = caller
  return await once.tenantTx(who.enterpriseId, async (db) => {
    const profile = await profileNamed(db, caller, input.iccid)
    if (input.force && (await isOnDevice(db, caller, profile))) await setFreeIn(server, db, who, profile.id)
    await changeProfile(server, db, who, { operation: { kind: 'REMOVE' }, profile })
    return { iccid: profile.iccid }
  })
}

async function isOnDevice(db: TenantDb, { who }: Caller, { id }: Found): Promise<boolean> {
  const row = await db
    .selectFrom('profile')
    .select('status')
    .where('enterprise_id', '=', who.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return (ON_A_DEVICE as readonly string[]).includes(row.status)
}

export async function changeRecycleTime(
  server: Server,
  { input, once, ...caller }: Signed<typeof openApi.changeRecycleTime>,
): Promise<Recorded<{ iccid: string }>> {
  const field = input.expireTime === undefined ? 'recycleTime' : 'expireTime'
  const text = input[field]
  const recycleAt = text === undefined ? null : parseMoment(field, text)
  return await once.tenantTx(caller.who.enterpriseId, async (db) => {
    const profile = await profileNamed(db, caller, input.iccid)
    const operation = { kind: 'RECYCLE_TIME', recycleAt } as const
    await withOpenNames(changeProfile(server, db, caller.who, { operation, profile }), { 'operation.recycleAt': field })
    return { iccid: profile.iccid }
  })
}

export async function updateParameters(
  server: Server,
  { input, once, ...caller }: Signed<typeof openApi.updateParam>,
): Promise<Recorded<{ iccid: string }>> {
  const { iccid: given, ...fields } = input
  return await once.tenantTx(caller.who.enterpriseId, async (db) => {
    const { id: profileId, iccid } = await profileNamed(db, caller, given)
    const changed = changeCard(server, db, caller.who, { profileId, change: changeOf(fields) })
    await withOpenNames(changed, { hplmnList: 'hplmn', ehplmnList: 'ehplmn', fplmnList: 'fplmn', oplmnList: 'oplmn' })
    return { iccid }
  })
}
