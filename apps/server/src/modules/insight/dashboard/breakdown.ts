import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import { BREAKDOWN_ROWS, type Breakdown, type breakdown } from '@simwright/contract/insight/dashboard'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { DashboardServer as Server } from '../../../port/module.ts'
import { readConfigurationNames } from '../../profiles/configurations/service.ts'
import type { Sum } from '../../profiles/rollup/service.ts'
import { rangesOf, spanOf } from './range.ts'
import { openSource } from './source.ts'

type Row = Omit<OutputOf<typeof breakdown>['rows'][number], 'name'>
type RowMetric = Exclude<keyof Row, 'dimension'>

const metricsOf = {
  brand: ['downloaded', 'installed', 'failed'],
  model: ['downloaded', 'installed', 'failed'],
  version: ['downloaded', 'installed', 'failed'],
  region: ['downloaded'],
  reason: ['failed', 'refused'],
} as const satisfies Record<Breakdown, readonly RowMetric[]>

export async function readBreakdown(
  server: Server,
  { enterpriseId }: Who,
  { input, timeZone }: { input: ParsedInputOf<typeof breakdown>; timeZone: string },
): Promise<OutputOf<typeof breakdown>> {
  const now = server.clock.now()
  const { range } = rangesOf(input.range, timeZone, now)
  const { by } = input
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { sum } = await openSource(db)
    const rows = rowsOf(await sum({ metrics: metricsOf[by], by, ranges: [range], now }))
    return { range: spanOf(range, timeZone), rows: await withNames(db, by, rows) }
  })
}

/** One row for each dimension, the most frequent first. */
function rowsOf(sums: readonly Sum[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { dimension, metric, count } of sums) {
    const row = rows.get(dimension) ?? { dimension, downloaded: 0, installed: 0, failed: 0, refused: 0 }
    rows.set(dimension, { ...row, [metric]: count })
  }
  return [...rows.values()]
    .sort((a, b) => weightOf(b) - weightOf(a) || (a.dimension < b.dimension ? -1 : 1))
    .slice(0, BREAKDOWN_ROWS)
}

const weightOf = ({ downloaded, installed, failed, refused }: Row) => downloaded + installed + failed + refused

async function withNames(db: TenantDb, by: Breakdown, rows: readonly Row[]) {
  const idOf = ({ dimension }: Row) => (by === 'version' ? dimension.split('/')[0]! : '')
  const ids = [...new Set(rows.map(idOf).filter((id) => id !== ''))]
  const found = await readConfigurationNames(db, { ids })
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, name: names.get(idOf(row)) ?? null }))
}
