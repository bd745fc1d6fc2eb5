import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { killAndResume } from '../../testing/killed-server.ts'

const ROWS = 2_000

const folder = mkdtempSync(join(tmpdir(), 'simwright-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a server that is killed three times loses no ICCID and doubles none: its batch goes on by itself', {
  timeout: 120_000,
}, async () => {
  const { batch, counts } = await killAndResume({ rows: ROWS, kills: 3, settings: { DATA_DIR: folder } })
  expect(batch).toMatchObject({ process: 'COMPLETE', total: ROWS, succeeded: ROWS, failed: 0 })
  expect(new Set(Object.values(counts))).toEqual(new Set([ROWS]))
})
