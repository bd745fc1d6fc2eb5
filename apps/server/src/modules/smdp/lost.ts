import { Problem } from '@simwright/contract'
import type { ProfileStatus } from '@simwright/contract/profile-state'
import type { TenantDb } from '../../db/database.ts'
import { type Write, writeTogether } from '../../db/write-together.ts'
import type { Server, Who } from '../../server.ts'
import { recordAudit } from '../audit/service.ts'
import { backInPoolWrite, leaveEndedCampaign } from '../pools/service.ts'
import { changeWrites } from '../profiles/service.ts'
import { type CodeRecord, holdCode } from './hold.ts'
import { profileOf } from './record.ts'
import { dropPackageWrite, nextOrderWrites, orderWrite, unlinkWrite } from './write.ts'

const HELD: readonly string[] = ['DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED'] satisfies ProfileStatus[]

/**
 * The device is lost, and says nothing any more: its profile is treated as deleted from it. While re-downloads are left it is
 * available again under the same code, for any device.
 * @throws Problem `not_found`, `not_held`
 */
export async function setFree(server: Server, who: Who, profileId: string): Promise<{ available: boolean }> {
  const { enterpriseId } = who
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const code = await holdCode(db, { enterpriseId, code: { profileId } })
    if (!code) throw new Problem('not_found')
    if (!HELD.includes(code.status)) throw new Problem('not_held')
    const isExpired = code.expires_at !== null && code.expires_at <= at
    const available = code.code_state === 'LIVE' && !isExpired && code.orders - 1 < code.max_redownloads
    await writeTogether(db, endOrder(enterpriseId, code, at))
    await free(server, db, { who, code, at, available })
    await recordAudit(server, db, {
      deed: 'fleet.setFree',
      enterpriseId,
      object: { id: profileId, name: code.iccid },
      before: { eid: code.order_eid, status: code.status },
      after: { eid: null, status: available ? 'AVAILABLE' : 'DELETED' },
    })
    return { available }
  })
}

/** What the lost device says from now on is history. */
function endOrder(enterpriseId: string, code: CodeRecord, at: Date): Write[] {
  const order = { enterpriseId, id: code.order_id }
  return [
    orderWrite(order, { state: 'Unavailable' }, at)!,
    dropPackageWrite(order),
    ...(code.order_eid === null ? [] : [unlinkWrite(code.order_eid, code.order_id)]),
  ]
}

type Freeing = { who: Who; code: CodeRecord; at: Date; available: boolean }

async function free(server: Server, db: TenantDb, { who, code, at, available }: Freeing): Promise<void> {
  const { enterpriseId, userId } = who
  const newId = () => server.random.uuid()
  const left = available
    ? 'Available again under the same activation code, for any device.'
    : 'No re-download is left: generate it again to give it a new activation code.'
  const change = {
    profile: profileOf(code),
    type: 'SET_FREE',
    at,
    actor: { kind: 'user', userId },
    detail: `Its device is lost; set free without its word. ${left}`,
    status: available ? 'AVAILABLE' : 'DELETED',
    orderState: available ? 'Released' : 'Unavailable',
    eid: null,
    ...(code.order_eid === null ? {} : { deviceEid: code.order_eid }),
  } as const
  const next = {
    number: code.orders + 1,
    profileId: code.profile_id,
    activationCodeId: code.activation_code_id,
    eid: null,
    lastSequence: -1,
    deviceTrust: code.device_trust,
    at,
  }
  if (available) await leaveEndedCampaign(db, enterpriseId, code.profile_id)
  await writeTogether(db, [
    ...(available
      ? [...nextOrderWrites({ enterpriseId, id: newId() }, next), backInPoolWrite(enterpriseId, code.profile_id)]
      : []),
    ...changeWrites(enterpriseId, { change, newId }),
  ])
}
