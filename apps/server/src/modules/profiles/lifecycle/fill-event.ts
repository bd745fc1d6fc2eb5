import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

type Filled = { enterpriseId: EnterpriseId; from: Date; to: Date }

/**
 * Gives events from before migrations 0102 and 0108 what they lack for figures: their dimensions, and whether an enabling
 * is a repeated one.
 */
export async function fillEvents(system: SystemDb, filled: Filled): Promise<void> {
  await fillDimensions(system, filled)
  await fillRepeatedEnablings(system, filled)
}

const fillDimensionsStatement = statement(
  'fill dimensions of events',
  ({ enterpriseId, from, to }: Filled) => sql`
    update profile_event e set configuration_id = p.configuration_id, configuration_version = p.configuration_version,
      campaign_id = p.campaign_id, region = p.region, member_id = p.created_by,
      device_brand = case when e.actor = 'device' then p.device_brand end,
      device_model = case when e.actor = 'device' then p.device_model end,
      group_id = (select g.group_id from profile_place g
        where g.enterprise_id = e.enterprise_id and g.profile_id = e.profile_id),
      repeated = case e.type
        when 'AUTHENTICATED' then coalesce(e.text_id = 'deliveredAgain' or (e.text_values->>'attempt')::int > 1, false)
        when 'DOWNLOADED' then exists (select from profile_event b
          where b.enterprise_id = e.enterprise_id and b.profile_id = e.profile_id and b.type = 'DOWNLOADED'
            and b.id < e.id and not exists (select from profile_event c
              where c.enterprise_id = e.enterprise_id and c.profile_id = e.profile_id and c.type = 'GENERATED_AGAIN'
                and c.id > b.id and c.id < e.id))
        else false end
    from profile p
    where e.enterprise_id = ${enterpriseId} and e.at >= ${from} and e.at < ${to} and e.configuration_id is null
      and p.enterprise_id = e.enterprise_id and p.id = e.profile_id and not p.sample`,
  { planned: 'per call' },
)

/**
 * The present values of the profile, because the ones at the time of the event were not stored. Events of sample data
 * have none.
 */
async function fillDimensions(system: SystemDb, { enterpriseId, from, to }: Filled): Promise<void> {
  await fillDimensionsStatement(system, { enterpriseId, from, to })
}

const fillRepeatedEnablingsStatement = statement(
  'fill repeated enablings',
  ({ enterpriseId, from, to }: Filled) => sql`
    update profile_event e set repeated = true
    where e.enterprise_id = ${enterpriseId} and e.at >= ${from} and e.at < ${to} and e.type = 'ENABLED' and not e.repeated
      and (select b.type from profile_event b
        where b.enterprise_id = e.enterprise_id and b.profile_id = e.profile_id and b.id < e.id
          and b.type in ('ENABLED', 'INSTALLED')
        order by b.id desc limit 1) = 'ENABLED'`,
  { planned: 'per call' },
)

/** An enabling is repeated if the profile was enabled before, and not installed since. */
async function fillRepeatedEnablings(system: SystemDb, { enterpriseId, from, to }: Filled): Promise<void> {
  await fillRepeatedEnablingsStatement(system, { enterpriseId, from, to })
}
