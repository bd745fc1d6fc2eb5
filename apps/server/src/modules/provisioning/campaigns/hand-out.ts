import type { CampaignState } from '@simwright/contract/provisioning/campaign'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { isAllowed, lockProfiles, move } from '../../profiles/lifecycle/service.ts'
import { lockCampaign } from './queries.ts'
import { stateOf } from './state.ts'

/** A campaign as the source of profiles for vouchers. */
export type VoucherSource = {
  id: string
  name: string
  state: CampaignState
  startsAt: Date | null
  endsAt: Date | null
  title: string
  welcome: string
  serviceProviderName: string
  platformId: string
  /** Whether a profile is left that can be handed out. */
  isLeft: boolean
}

type Needs = Pick<Server, 'clock' | 'random'>

/** Free profiles whose own code would be valid for the person who gets it. */
const fitMember = (at: Date) => sql`
  m.state = 'FREE' and (m.own_expires_at is null or m.own_expires_at > ${at})`

const sourceStatement = statement(
  'select campaign of vouchers',
  ({ enterpriseId, id, at }: { enterpriseId: EnterpriseId; id: string; at: Date }) => sql`
    select c.id, c.name, c.title, c.welcome, c.removed_at, p.phase, p.starts_at, p.ends_at, e.platform_id,
      coalesce(v.fields ->> 'serviceProviderName', '') as service_provider_name,
      exists (select from pool_member m
        where m.enterprise_id = p.enterprise_id and m.pool_id = p.id and ${fitMember(at)}) as is_left
    from campaign c
    join enterprise e on e.enterprise_id = c.enterprise_id
    join pool p on p.enterprise_id = c.enterprise_id and p.id = c.id
    join profile_configuration f on f.enterprise_id = c.enterprise_id and f.id = c.configuration_id
    join profile_configuration_version v on v.enterprise_id = f.enterprise_id and v.configuration_id = f.id
      and v.version = f.version
    where c.enterprise_id = ${enterpriseId} and c.id = ${id}`,
  { present: ['is_left', 'service_provider_name'] },
)

/** The campaign of a batch of vouchers; one that was deleted has ended. */
export async function readSource(
  { clock }: Pick<Server, 'clock'>,
  db: TenantDb,
  id: string,
): Promise<VoucherSource | undefined> {
  const at = clock.now()
  const [row] = await sourceStatement(db, { enterpriseId: db.enterpriseId, id, at })
  return (
    row && {
      id,
      name: row.name,
      state: row.removed_at === null ? stateOf(row, at) : 'ENDED',
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      title: row.title,
      welcome: row.welcome,
      serviceProviderName: row.service_provider_name,
      platformId: row.platform_id,
      isLeft: row.is_left,
    }
  )
}

/** Locks the campaign until the transaction ends, so that its state stays as returned. */
export async function lockSource({ clock }: Pick<Server, 'clock'>, db: TenantDb, id: string): Promise<CampaignState> {
  const record = await lockCampaign(db, id)
  return record ? stateOf(record, clock.now()) : 'ENDED'
}

const freeMemberStatement = statement(
  'lock free profile for a voucher',
  ({ enterpriseId, id, at }: { enterpriseId: EnterpriseId; id: string; at: Date }) => sql`
    select m.profile_id from pool_member m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${id} and ${fitMember(at)} and p.status = 'AVAILABLE'
    order by m.profile_id limit 1 for update of m skip locked`,
)

type HandOut = { source: Pick<VoucherSource, 'id' | 'name'>; voucher: { batch: string; number: number } }

/**
 * Takes a free profile out of a campaign that the caller has locked: its own code is valid again.
 * @returns undefined if none is left
 */
export async function handOutProfile(
  { clock, random }: Needs,
  db: TenantDb,
  { source: { id, name }, voucher }: HandOut,
): Promise<ProfileId | undefined> {
  const { enterpriseId } = db
  const at = clock.now()
  const [member] = await freeMemberStatement(db, { enterpriseId, id, at })
  if (!member) return undefined
  const [row] = await lockProfiles(db, enterpriseId, [member.profile_id])
  if (row?.status !== 'AVAILABLE' || !isAllowed('leftCampaign', row)) return undefined
  const cause = { enterpriseId, at, actor: { kind: 'system' }, newId: random.uuid } as const
  await move(db, cause, [{ row, transition: { kind: 'leftCampaign', campaign: name, voucher } }])
  return member.profile_id
}
