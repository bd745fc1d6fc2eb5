import { expect, test, vi } from 'vitest'
import { runProofs, splitNames } from './run.ts'

const ran: string[] = []
const recorded = (name: string, holds: boolean) => async (args: readonly string[]) => {
  ran.push(`${name} ${args}`)
  return holds
}
const proofs = {
  true: recorded('true', true),
  false: recorded('false', false),
  broken: async () => {
    throw new Error('no database\nat line 1')
  },
}

test('the words after the names of proofs are arguments of the last one', () => {
  expect(splitNames(proofs, ['true', 'false', 'database', 'true'])).toEqual({
    names: ['true', 'false'],
    args: ['database', 'true'],
  })
  expect(splitNames(proofs, ['true'])).toEqual({ names: ['true'], args: [] })
  expect(splitNames(proofs, ['toString'])).toEqual({ names: [], args: ['toString'] })
})

test('several proofs run one after the other, each ends with one line, and the list with a table', async () => {
  const printed: string[] = []
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const holds = await runProofs(proofs, ['false', 'broken', 'true', 'x'], (line) => printed.push(line))
  errors.mockRestore()
  expect(holds).toBe(false)
  expect(ran).toEqual(['false ', 'true x'])
  expect(printed).toEqual([
    'false: does not hold (0 s)',
    'broken: failed: no database (0 s)',
    'true: holds (0 s)',
    'proof        seconds  result',
    'false              0  does not hold',
    'broken             0  failed: no database',
    'true               0  holds',
  ])
})

test('a single proof that holds prints one line', async () => {
  const printed: string[] = []
  expect(await runProofs(proofs, ['true'], (line) => printed.push(line))).toBe(true)
  expect(printed).toEqual(['true: holds (0 s)'])
})
