import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { killAndResume } from '../../../testing/killed-server.ts'
import { settingsFor } from '../../../testing/postgres.ts'

const ROWS = 2_000

const { urls } = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'simwright-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a batch of a server that is killed twice continues by itself: no ICCID is lost or duplicated', async () => {
  const settings = { DATA_DIR: folder, ...settingsFor(urls) }
  const { batch, counts } = await killAndResume({ rows: ROWS, kills: 2, settings })
  expect(batch).toMatchObject({ process: 'COMPLETE', total: ROWS, succeeded: ROWS, failed: 0 })
  expect(new Set(Object.values(counts))).toEqual(new Set([ROWS]))
})
