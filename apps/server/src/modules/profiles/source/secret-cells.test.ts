import type { SourceColumn } from '@simwright/contract/profiles/source'
import { expect, test } from 'vitest'
import { dropSecrets, joinSecrets, MASK, newPassKey, pass, receive, splitSecrets } from './secret-cells.ts'

const columns: SourceColumn[] = ['ICCID', 'KI', 'MSISDN', 'OPC']
const KI = '000102030405060708090A0B0C0D0E0F'
const row = (line: number, cells: string[]) => ({ line, cells, faults: [] })
const rows = [row(2, ['89', KI, '49', 'FF\n"é']), row(3, ['90', '', '', '']), row(4, ['91', KI, '', ''])]

test('secret cells are separate from their rows, and can be joined again', () => {
  const { rows: masked, secrets } = splitSecrets(columns, rows)
  expect(masked.map(({ cells }) => cells)).toEqual([
    ['89', MASK, '49', MASK],
    ['90', '', '', ''],
    ['91', MASK, '', ''],
  ])
  joinSecrets(masked, secrets)
  expect(masked).toEqual(rows)
})

test('the secret cells of some rows can be dropped', () => {
  const { rows: masked, secrets } = splitSecrets(columns, rows)
  joinSecrets(
    masked,
    dropSecrets(secrets, (index) => index === 0),
  )
  expect(masked.map(({ cells }) => cells[1])).toEqual([MASK, '', KI])
})

test('bytes are encrypted on the way between processes, and the original is overwritten', () => {
  const key = newPassKey()
  const bytes = Buffer.from(KI)
  const passed = pass(key, bytes)
  expect(bytes.every((byte) => byte === 0)).toBe(true)
  expect(Buffer.from(passed.bytes).includes(KI)).toBe(false)
  expect(receive(key, passed).toString()).toBe(KI)
  expect(() => receive(newPassKey(), passed)).toThrow()
})
