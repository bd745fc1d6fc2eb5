import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { configured, generated } from '../testing/generated.ts'
import { testServer } from '../testing/server.ts'
import { newSubscribers } from '../testing/subscriber.ts'
import { rollupCommandOf } from './rollup-command.ts'

const t = await testServer()

test('a wrong figure is listed by the check and corrected by the rebuild', async () => {
  const { id, owner } = await t.enterprise()
  const configurationId = await configured(owner)
  await generated(owner, { configurationId, rows: newSubscribers(2) })
  const run = (action: string, ...ids: string[]) => rollupCommandOf([action, ...ids])(t.server)
  expect(await run('check', id)).toBe('The figures of the enterprise account equal the events.')
  await t.server.db.tenantTx(id, (db) =>
    sql`insert into rollup (enterprise_id, kind, dimension, metric, bucket, count)
      values (${id}, 'region', 'XX', 'deleted', '2026-01-02T03:00Z', 7)`.execute(db),
  )
  expect(await run('check')).toContain(
    `${id}: 1 figures differ from the events, for example region XX, deleted from 2026-01-02 03:00 UTC: 7 instead of 0.`,
  )
  expect(await run('rebuild', id)).toContain(`${id}: 1 wrong figures were corrected.`)
  expect(await run('check', id)).toBe('The figures of the enterprise account equal the events.')
})

test.each([[[]], [['mend']], [['check', 'Alba']], [['rebuild', '01890000-0000-7000-8000-000000000001', 'now']]])(
  'the words %j are refused',
  (words) => {
    expect(() => rollupCommandOf(words)).toThrow('rollups needs check or rebuild')
  },
)
