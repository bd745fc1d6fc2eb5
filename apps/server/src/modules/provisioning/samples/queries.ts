import type { TenantDb } from '../../../db/database.ts'

export type SampleFigures = {
  events: {
    type: string
    at: Date
    repeated: boolean
    device_brand: string | null
    device_model: string | null
    region: string | null
    subject_code: string | null
    reason_code: string | null
  }[]
  profiles: { status: string; device_brand: string | null }[]
}

export async function selectFigures(db: TenantDb): Promise<SampleFigures> {
  const { enterpriseId } = db
  const profiles = await db
    .selectFrom('profile')
    .select(['status', 'device_brand'])
    .where('enterprise_id', '=', enterpriseId)
    .where('sample', '=', true)
    .execute()
  if (profiles.length === 0) return { events: [], profiles }
  const events = await db
    .selectFrom('profile_event as e')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'e.enterprise_id').onRef('p.id', '=', 'e.profile_id'),
    )
    .select([
      'e.type',
      'e.at',
      'e.repeated',
      'e.device_brand',
      'e.device_model',
      'e.region',
      'e.subject_code',
      'e.reason_code',
    ])
    .where('p.enterprise_id', '=', enterpriseId)
    .where('p.sample', '=', true)
    .execute()
  return { events, profiles }
}
