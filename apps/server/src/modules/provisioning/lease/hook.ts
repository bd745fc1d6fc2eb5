import { sql } from 'kysely'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'

/** Ends the open leases of these profiles. */
export const endLeasesWrite = (enterpriseId: EnterpriseId, profileIds: readonly string[], at: Date): Write => sql`
  update lease set ended_at = ${at}
  where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and ended_at is null`

/** Changes the end of the open leases of these profiles. */
export const moveLeasesWrite = (enterpriseId: EnterpriseId, profileIds: readonly string[], endsAt: Date): Write => sql`
  update lease set ends_at = ${endsAt}, version = version + 1
  where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and ended_at is null
    and ends_at <> ${endsAt}`
