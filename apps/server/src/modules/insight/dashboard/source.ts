import { metricsOf } from '@simwright/contract/profiles/event-metric'
import type { TenantDb } from '../../../db/database.ts'
import { countCurrent, type Kind, type Sum, type SumBy, sumBy } from '../../profiles/rollup/service.ts'
import { readSampleFigures, type SampleFigures } from '../../provisioning/samples/service.ts'

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
export async function openSource(db: TenantDb): Promise<Source> {
  const current = {
    statuses: await countCurrent(db, { metric: 'status' }),
    brands: await countCurrent(db, { metric: 'brand' }),
  }
  const real = { current, sample: false, sum: (query: SumQuery) => sumBy(db, query) }
  if (current.statuses.length > 0) return real
  const samples = await readSampleFigures(db)
  if (samples.profiles.length === 0) return real
  return {
    current: countSamples(samples),
    sample: true,
    sum: (query) => Promise.resolve(sumSamplesBy(samples, query)),
  }
}

type Counted = { dimension: string; count: number }

/** Current counts of sample data. */
const countSamples = ({ profiles }: SampleFigures) => ({
  statuses: countBy(profiles.map(({ status }) => status)),
  brands: countBy(profiles.flatMap(({ device_brand: brand }) => (brand ? [brand] : []))),
})

function countBy(names: readonly string[]): Counted[] {
  const counts = Map.groupBy(names, (name) => name)
  return [...counts].map(([dimension, { length: count }]) => ({ dimension, count })).sort((a, b) => b.count - a.count)
}

type SampleEvent = SampleFigures['events'][number]

/** The dimension of an event, as rollups name it; sample events have no configuration, group, campaign or member. */
const dimensionOf: Partial<Record<Kind, (event: SampleEvent) => string>> = {
  brand: (event) => event.device_brand ?? '',
  model: (event) => (event.device_brand === null ? '' : `${event.device_brand}|${event.device_model ?? ''}`),
  region: (event) => event.region ?? '',
  reason: (event) => (event.subject_code === null ? '' : `${event.subject_code}/${event.reason_code}`),
}

/** Sums of sample data, in the form of those of real events. */
function sumSamplesBy({ events }: SampleFigures, { metrics, by, ranges }: Omit<SumBy, 'groupIds'>): Sum[] {
  return ranges.flatMap(({ from, to }, range) => {
    const counted = events
      .filter(({ at }) => at >= from && at < to)
      .flatMap((event) => metricsOf(event).map((metric) => ({ metric, dimension: dimensionOf[by]?.(event) ?? '' })))
      .filter(({ metric }) => metrics.includes(metric))
    return [...Map.groupBy(counted, ({ metric, dimension }) => `${metric} ${dimension}`).values()].map((same) => ({
      range,
      ...same[0]!,
      count: same.length,
    }))
  })
}
