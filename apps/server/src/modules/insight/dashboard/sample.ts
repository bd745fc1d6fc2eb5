import { metricsOf } from '@simwright/contract/profiles/event-metric'
import type { Kind, Sum, SumBy } from '../../profiles/rollup/service.ts'
import type { SampleFigures } from '../../provisioning/samples/service.ts'

export type Counted = { dimension: string; count: number }

/** Current counts of sample data. */
export const countSamples = ({ profiles }: SampleFigures) => ({
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
export function sumSamplesBy({ events }: SampleFigures, { metrics, by, ranges }: Omit<SumBy, 'groupIds'>): Sum[] {
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
