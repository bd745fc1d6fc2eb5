import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { OutputOf } from '@simwright/client'
import { readAssignment } from '../assignment.ts'
import { followBatch } from '../batch.ts'
import type { Call, Command } from '../command.ts'
import { findConfiguration } from '../configuration.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { checkOutput, OUTPUT_OPTIONS } from '../output-file.ts'
import { factsText, tableText } from '../table.ts'

type Source = OutputOf<'/source/upload'>

const CONFIGURATION = { value: 'NAME', short: 'c', help: 'the profile configuration, by name or id' } as const
const NINETEEN = {
  value: 'RULE',
  help: 'what ICCIDs of 19 digits are: complete, or missing (their check digit); without it as the configuration says',
} as const
const AGAIN = { help: 'give existing ICCIDs a new activation code; the old one becomes invalid' } as const

export const importFile: Command = {
  name: 'import',
  takes: 'FILE',
  summary: 'Generate activation codes for the subscribers of a CSV or XLSX file',
  options: {
    configuration: CONFIGURATION,
    'dry-run': { help: 'check the file, generate nothing' },
    'leave-out-faulty': { help: 'generate the valid rows; without it a faulty row refuses the file' },
    'nineteen-digits': NINETEEN,
    again: AGAIN,
    ...OUTPUT_OPTIONS,
  },
  run: async (call) => {
    checkOutput(call)
    const answer = nineteenDigits(call)
    const staged = await stage(call)
    const client = call.client()
    const isUnanswered = staged.nineteenDigits?.isAsked === true && answer.nineteenDigits === undefined
    const isRefused = isUnanswered || (staged.faulty > 0 && !call.isOn('leave-out-faulty'))
    if (call.isOn('dry-run') || isRefused) {
      await call.print(staged, sourceText(staged))
      await client.call('/source/discard', { id: staged.id })
      return isRefused ? EXIT.refused : EXIT.done
    }
    if (staged.faulty + staged.warned > 0) call.note(sourceText(staged))
    const options = { leaveOutFaulty: call.isOn('leave-out-faulty'), generateAgain: call.isOn('again'), ...answer }
    const { batchId } = await client.call('/generate/start', { sourceId: staged.id, ...options })
    return await followBatch(call, batchId)
  },
}

async function stage(call: Call): Promise<Source> {
  const [path = ''] = call.words
  const content = new Blob([readFileSync(path)])
  const client = call.client()
  const { id: configurationId } = await findConfiguration(client, configurationName(call))
  const file = { name: basename(path), content }
  return await client.upload('/source/upload', { configurationId }, { file, signal: call.terminal.signal })
}

/** The answer to what ICCIDs of 19 digits are. @throws CommandError */
function nineteenDigits({ text }: Call): { nineteenDigits?: 'complete' | 'missing' } {
  const rule = text('nineteen-digits')
  if (rule === undefined) return {}
  if (rule !== 'complete' && rule !== 'missing') throw new CommandError('--nineteen-digits is complete or missing.')
  return { nineteenDigits: rule }
}

/** @throws CommandError */
function configurationName({ text }: Call): string {
  const name = text('configuration')
  if (name === undefined) throw new CommandError('--configuration is missing: the profile configuration.')
  return name
}

function sourceText(staged: Source): string {
  const { fileName, total, faulty, existing, faultCounts, warningCounts, changes, nineteenDigits } = staged
  const figures = factsText([
    ['File', fileName],
    ['Rows', total],
    ['Faulty', faulty],
    ['Existing', existing],
    ...warningCounts.map(({ text, count }): [string, string] => ['Warning', `${text} ${count} rows`]),
    ...changes.map(({ column, text, count }): [string, string] => [column, `${text}: ${count}`]),
    ...(nineteenDigits?.isAsked ? [['ICCIDs of 19 digits', questionText(nineteenDigits)] as [string, string]] : []),
  ])
  const rows = faultCounts.map(({ column, text, count }) => [column, text, count])
  return rows.length === 0 ? figures : `${figures}\n\n${tableText(['COLUMN', 'FAULT', 'ROWS'], rows)}`
}

/** The numbers of a file speak against the setting of the configuration. */
const questionText = ({ total, ownCheckDigit }: NonNullable<Source['nineteenDigits']>) =>
  `${ownCheckDigit} of ${total} end in their own check digit: add --nineteen-digits complete, or missing`

/** @throws CommandError */
function traitsOf({ texts }: Call): { tags?: string[]; attributes?: Record<string, string> } {
  const [tags, values] = [texts('tag'), texts('attribute').map(readAssignment)]
  return {
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(values.length > 0 ? { attributes: Object.fromEntries(values) } : {}),
  }
}

export const generate: Command = {
  name: 'generate',
  takes: '',
  summary: 'Generate activation codes for consecutive ICCIDs and IMSIs, with random keys',
  options: {
    configuration: CONFIGURATION,
    iccid: { value: 'ICCID', help: 'the first ICCID' },
    imsi: { value: 'IMSI', help: 'the first IMSI' },
    count: { value: 'N', help: 'how many; 1 without it' },
    group: { value: 'NAME', help: 'the group of the new profiles; its default configuration without --configuration' },
    tag: { value: 'NAME', multiple: true, help: 'a tag of the new profiles; may be repeated' },
    attribute: { value: 'WORD=VALUE', multiple: true, help: 'an attribute of the new profiles; may be repeated' },
    'nineteen-digits': NINETEEN,
    again: AGAIN,
    'dry-run': { help: 'show the numbers, generate nothing' },
    ...OUTPUT_OPTIONS,
  },
  run: async (call) => {
    checkOutput(call)
    const { iccid: firstIccid, imsi: firstImsi } = { iccid: call.text('iccid'), imsi: call.text('imsi') }
    if (firstIccid === undefined || firstImsi === undefined) throw new CommandError('--iccid and --imsi are needed.')
    const count = Number(call.text('count') ?? '1')
    if (!Number.isInteger(count) || count < 1) throw new CommandError('--count is a whole number from 1.')
    const client = call.client()
    const group = call.text('group')
    const named = call.text('configuration') === undefined && group !== undefined
    const chosen = named ? {} : { configurationId: (await findConfiguration(client, configurationName(call))).id }
    const range = {
      ...chosen,
      ...(group === undefined ? {} : { group }),
      firstIccid,
      firstImsi,
      count,
      ...traitsOf(call),
      ...nineteenDigits(call),
    }
    if (call.isOn('dry-run')) {
      const shown = await client.call('/generate/rangePreview', range)
      const { firstIccid: first, lastIccid, lastImsi, total, existing, taken } = shown
      const facts = { firstIccid: first, lastIccid, firstImsi, lastImsi, total, existing, taken }
      await call.print(shown, factsText(Object.entries(facts)))
      return undefined
    }
    const { batchId } = await client.call('/generate/range', { ...range, generateAgain: call.isOn('again') })
    return await followBatch(call, batchId)
  },
}
