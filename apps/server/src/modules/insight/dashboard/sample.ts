import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { countCurrent, type Metric, noSums } from '../../profiles/rollup/service.ts'
import { readSampleFigures, type SampleFigures } from '../../provisioning/samples/service.ts'

type Counted = { dimension: string; count: number }

/** Current counts. As long as there is no real profile, those of sample data, if there is any. */
export async function readCurrent(
  db: TenantDb,
  enterpriseId: EnterpriseId,
): Promise<{ statuses: Counted[]; brands: Counted[]; samples: SampleFigures | undefined }> {
  const statuses = await countCurrent(db, enterpriseId, { metric: 'status' })
  const brands = await countCurrent(db, enterpriseId, { metric: 'brand' })
  if (statuses.length > 0) return { statuses, brands, samples: undefined }
  const samples = await readSampleFigures(db, enterpriseId)
  if (samples.profiles.length === 0) return { statuses, brands, samples: undefined }
  return {
    statuses: countBy(samples.profiles.map(({ status }) => status)),
    brands: countBy(samples.profiles.flatMap(({ device_brand: brand }) => (brand ? [brand] : []))),
    samples,
  }
}

function countBy(names: readonly string[]): Counted[] {
  const counts = Map.groupBy(names, (name) => name)
  return [...counts].map(([dimension, { length: count }]) => ({ dimension, count })).sort((a, b) => b.count - a.count)
}

const metricOf: Readonly<Record<string, Metric>> = {
  GENERATED: 'generated',
  DOWNLOADED: 'downloaded',
  INSTALLED: 'installed',
  INSTALL_FAILED: 'failed',
}

type SumQuery = { metrics: readonly Metric[]; ranges: readonly { from: Date; to: Date }[] }

/** Sums of sample data, in the form of those of real events. */
export function sumSamples({ events }: SampleFigures, { metrics, ranges }: SumQuery): Record<Metric, number>[] {
  return ranges.map(({ from, to }) => {
    const sums = noSums()
    for (const { type, at } of events) {
      const metric = metricOf[type]
      if (metric && metrics.includes(metric) && at >= from && at < to) sums[metric] += 1
    }
    return sums
  })
}
