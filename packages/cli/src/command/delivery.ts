import { readFileSync } from 'node:fs'
import type { InputOf } from '@simwright/client'
import type { Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'

type Row = InputOf<'/plannedDelivery/add'>['rows'][number]

const FIELDS = { EMAIL: 'email', ICCID: 'iccid', AT: 'at', TIME_ZONE: 'timeZone', LANGUAGE: 'language' } as const

/** The rows of a CSV file, whose header names the columns. @throws CommandError */
function rowsOf(text: string, file: string): Row[] {
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const cellsOf = (line: string) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const names = cellsOf(header).map((name) => name.toUpperCase().replace(/[ -]/g, '_'))
  const unknown = names.find((name) => !Object.hasOwn(FIELDS, name))
  if (unknown !== undefined)
    throw new CommandError(`${file}: unknown column "${unknown}". Known are ${Object.keys(FIELDS).join(', ')}.`)
  if (lines.length === 0) throw new CommandError(`${file} has no rows.`)
  return lines.map((line) => {
    const cells = cellsOf(line)
    const values = names.flatMap((name, index) => {
      const value = cells[index]
      return value ? [[FIELDS[name as keyof typeof FIELDS], value]] : []
    })
    return Object.fromEntries(values) as Row
  })
}

const planDeliveries: Command = {
  name: 'delivery plan',
  takes: 'FILE',
  summary: 'Send activation codes at a date; FILE is CSV with EMAIL and, as needed, ICCID, AT, TIME_ZONE, LANGUAGE',
  options: {
    at: { value: 'TIME', help: 'for rows without AT, on the clock of the recipient, for example 2030-03-01T09:00' },
    zone: { value: 'ZONE', help: 'for rows without TIME_ZONE, for example Europe/Berlin; yours without it' },
    query: { value: 'QUERY', short: 'q', help: 'the profiles for rows without an ICCID, as in the query bar' },
    message: { value: 'TEXT', help: 'included in the e-mails' },
    page: { help: 'the public pages of the profiles open then, too' },
  },
  run: async (call) => {
    const [file = ''] = call.words
    const rows = rowsOf(readFileSync(file, 'utf8'), file)
    const query = call.text('query')
    const answer = await call.client().call('/plannedDelivery/add', {
      selection: { filter: query === undefined ? {} : { query } },
      rows,
      at: call.text('at') ?? '',
      timeZone: call.text('zone') ?? null,
      message: call.text('message') ?? '',
      opensPage: call.isOn('page'),
    })
    const left = answer.left.map(({ row, reason }) => `Row ${row + 1}: ${reason}\n`).join('')
    const plan = answer.planId === null ? '' : ` Plan ${answer.planId}.`
    await call.print(answer, `${left}${answer.planned} deliveries are planned.${plan}`)
    return undefined
  },
}

const moveDeliveries: Command = {
  name: 'delivery move',
  takes: 'PLAN TIME',
  summary: 'Give the deliveries of a plan that are not sent yet another time',
  options: { zone: { value: 'ZONE', help: 'another time zone; each keeps its own without it' } },
  run: async (call) => {
    const [planId = '', at = ''] = call.words
    const input = { chosen: { planId }, at, timeZone: call.text('zone') ?? null }
    const answer = await call.client().call('/plannedDelivery/move', input)
    await call.print(answer, `${answer.moved} deliveries were moved.`)
    return undefined
  },
}

const cancelDeliveries: Command = {
  name: 'delivery cancel',
  takes: 'PLAN',
  summary: 'Cancel the deliveries of a plan that are not sent yet',
  options: {},
  run: async (call) => {
    const [planId = ''] = call.words
    const answer = await call.client().call('/plannedDelivery/cancel', { chosen: { planId } })
    await call.print(answer, `${answer.canceled} deliveries were canceled.`)
    return undefined
  },
}

export const deliveryCommands: readonly Command[] = [planDeliveries, moveDeliveries, cancelDeliveries]
