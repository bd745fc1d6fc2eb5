import { RspRefusal } from '@simwright/rsp'
import { SaipError } from '@simwright/saip'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import type { LockedProfile } from '../../profiles/lifecycle/service.ts'

/**
 * Runs a step of building a profile package. The device learns only that it failed; the reason is for the profile's
 * timeline.
 * @throws RspRefusal package_not_built
 */
export function build<T>({ log }: Pick<Runtime, 'log'>, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    const isKnown = cause instanceof SaipError
    if (!isKnown) log.error({ err: cause }, 'a profile package could not be built')
    const reason = isKnown ? cause.message : 'Write to us and quote the ICCID.'
    throw new RspRefusal('package_not_built', { cause, detail: `The profile package could not be built. ${reason}` })
  }
}

type Failure = { enterpriseId: EnterpriseId; code: LockedProfile; reason: string }

/** Notifies the members who saved the configuration version and generated the code, once for each version. */
export async function notifyOfBuildFailure(
  smdp: Pick<Runtime, 'random' | 'clock'>,
  db: TenantDb,
  { code, reason }: Failure,
): Promise<void> {
  const { configuration_id: configurationId, configuration_version: version } = code
  const once = `BUILD_FAILED ${configurationId} ${version}`
  for (const { user_id: userId, name } of await selectConcerned(db, code)) {
    const facts = { configurationId, version, name, reason }
    await notifyMembers(smdp, db, {
      userIds: [userId],
      once,
      news: { kind: 'BUILD_FAILED', facts },
    })
  }
}

const concernedStatement = statement(
  'select configuration and creator of profile',
  ({ enterpriseId, profile_id }: Pick<LockedProfile, 'profile_id'> & { enterpriseId: EnterpriseId }) => sql`
    select m.user_id, c.name from profile p
    join profile_configuration c on c.enterprise_id = p.enterprise_id and c.id = p.configuration_id
    join profile_configuration_version v on v.enterprise_id = p.enterprise_id and v.configuration_id = c.id
      and v.version = p.configuration_version
    left join batch b on b.enterprise_id = p.enterprise_id and b.id = p.batch_id
    join member m on m.enterprise_id = p.enterprise_id and m.state = 'ACTIVE' and m.user_id in (v.created_by, b.created_by)
    where p.enterprise_id = ${enterpriseId} and p.id = ${profile_id}`,
  { present: ['user_id'] },
)

async function selectConcerned(db: TenantDb, code: LockedProfile) {
  return await concernedStatement(db, { enterpriseId: db.enterpriseId, profile_id: code.profile_id })
}
