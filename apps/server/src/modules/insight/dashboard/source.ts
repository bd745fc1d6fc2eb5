import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { countCurrent, type Sum, type SumBy, sumBy } from '../../profiles/rollup/service.ts'
import { readSampleFigures } from '../../provisioning/samples/service.ts'
import { type Counted, countSamples, sumSamplesBy } from './sample.ts'

type SumQuery = Omit<SumBy, 'groupIds'>

/** What figures count: the profiles and events of an enterprise account, of some of its groups, or sample data. */
export type Source = {
  /** How many profiles have each status, and a device of each brand, now; most first. */
  current: { statuses: readonly Counted[]; brands: readonly Counted[] }
  /** True: sample data. */
  sample: boolean
  sum: (query: SumQuery) => Promise<Sum[]>
}

/**
 * The real profiles, for a limited member those of its groups; as long as there is none, sample data, if there is any.
 */
export async function openSource(db: TenantDb, enterpriseId: EnterpriseId): Promise<Source> {
  const current = {
    statuses: await countCurrent(db, enterpriseId, { metric: 'status' }),
    brands: await countCurrent(db, enterpriseId, { metric: 'brand' }),
  }
  const real = { current, sample: false, sum: (query: SumQuery) => sumBy(db, enterpriseId, query) }
  if (current.statuses.length > 0) return real
  const samples = await readSampleFigures(db, enterpriseId)
  if (samples.profiles.length === 0) return real
  return {
    current: countSamples(samples),
    sample: true,
    sum: (query) => Promise.resolve(sumSamplesBy(samples, query)),
  }
}
