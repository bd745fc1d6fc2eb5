import type { InputOf, ItemOf, ListPath, OutputOf, SimwrightClient } from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { checkOutput, OUTPUT_OPTIONS, saveOutput } from '../output-file.ts'
import { type Cell, tableText } from '../table.ts'

/** Rows of a table, printed page by page. */
type Listing = {
  headers: readonly string[]
  pages: AsyncIterable<{ items: readonly unknown[]; rows: readonly Cell[][] }>
}

type Wanted = { query: string | undefined; limit: number; signal: AbortSignal }

type Kind = { help: string; open: (client: SimwrightClient, wanted: Wanted) => Listing }

const QUERY_HELP = 'the conditions, as in the query bar of the portal, for example "status:available age>7d"'

/** A list of the portal with the columns that the table shows. */
function kind<P extends ListPath>(
  path: P,
  help: string,
  { filter, columns }: { filter?: (query: string) => object; columns: Record<string, (row: ItemOf<P>) => Cell> },
): Kind {
  return {
    help,
    open: (client, { query, limit, signal }) => {
      if (query !== undefined && !filter) throw new CommandError('This list takes no --query.')
      const input = { limit: Math.min(limit, 200), ...(query === undefined ? {} : { filter: filter!(query) }) }
      return { headers: Object.keys(columns), pages: rowsOf(client.pages(path, input as InputOf<P>, { signal })) }
    },
  }
  async function* rowsOf(pages: AsyncIterable<OutputOf<P>>) {
    for await (const page of pages) {
      const items = page.items as readonly ItemOf<P>[]
      yield { items, rows: items.map((row) => Object.values(columns).map((cell) => cell(row))) }
    }
  }
}

const KINDS: Readonly<Record<string, Kind>> = {
  profiles: kind('/fleet/list', 'profiles, newest first', {
    filter: (query) => ({ query }),
    columns: {
      ICCID: ({ iccid }) => iccid,
      IMSI: ({ imsi }) => imsi,
      STATUS: ({ status }) => status,
      CONFIGURATION: ({ configurationName }) => configurationName,
      GROUP: ({ groupName }) => groupName,
      'ACTIVATION CODE': ({ activationCode }) => activationCode,
    },
  }),
  configurations: kind('/configuration/list', 'profile configurations', {
    filter: (name) => ({ name }),
    columns: {
      NAME: ({ name }) => name,
      TYPE: ({ type }) => type,
      VERSION: ({ version }) => version,
      PROFILES: ({ profiles }) => profiles,
    },
  }),
  batches: kind('/log/batches', 'batches', {
    filter: (code) => ({ code }),
    columns: {
      BATCH: ({ code }) => code,
      CONFIGURATION: ({ configurationName }) => configurationName,
      STATE: ({ process }) => process,
      SUCCEEDED: ({ succeeded }) => succeeded,
      FAILED: ({ failed }) => failed,
      CREATED: ({ createdAt }) => createdAt,
    },
  }),
  campaigns: kind('/campaign/list', 'campaigns', {
    filter: (search) => ({ search }),
    columns: { NAME: ({ name }) => name, STATE: ({ state }) => state },
  }),
  deliveries: kind('/plannedDelivery/list', 'planned deliveries', {
    filter: (search) => ({ search }),
    columns: {
      AT: ({ at }) => at,
      'TIME ZONE': ({ timeZone }) => timeZone,
      ICCID: ({ iccid }) => iccid,
      RECIPIENT: ({ recipient }) => recipient ?? '',
      STATE: ({ state }) => state,
      REASON: ({ reason }) => reason ?? '',
      PLAN: ({ planId }) => planId,
    },
  }),
  leaks: kind('/leak/list', 'activation codes that may have leaked', {
    columns: {
      ICCID: ({ iccid }) => iccid,
      KIND: ({ kind }) => kind,
      VALUE: ({ value }) => value,
      HOURS: ({ hours }) => hours,
      STATE: ({ state }) => state,
      FOUND: ({ foundAt }) => foundAt,
    },
  }),
  rules: kind('/rule/list', 'rules', {
    filter: (search) => ({ search }),
    columns: {
      NAME: ({ name }) => name,
      STATE: ({ state }) => state,
      TODAY: ({ actedToday }) => actedToday,
      WAITING: ({ waiting }) => waiting,
      RULE: ({ sentence }) => sentence,
    },
  }),
  vouchers: kind('/voucher/list', 'batches of vouchers', {
    filter: (search) => ({ search }),
    columns: {
      NAME: ({ name }) => name,
      STATE: ({ state }) => state,
      CAMPAIGN: ({ campaignName }) => campaignName,
      COUNT: ({ count }) => count,
      REDEEMED: ({ redeemed }) => redeemed,
    },
  }),
  pushes: kind('/eidpush/list', 'EID pushes', {
    filter: (search) => ({ search }),
    columns: {
      ICCID: ({ iccid }) => iccid,
      EID: ({ eid }) => eid,
      STATE: ({ state }) => state,
      AT: ({ stateAt }) => stateAt,
    },
  }),
  events: kind('/log/profiles', 'events of all profiles', {
    filter: (iccid) => ({ iccid }),
    columns: { AT: ({ at }) => at, ICCID: ({ iccid }) => iccid, EVENT: ({ type }) => type, TEXT: ({ text }) => text },
  }),
}

const kindNames = Object.keys(KINDS)

export const list: Command = {
  name: 'list',
  takes: '[WHAT]',
  summary: `List ${kindNames.join(', ')}; profiles without WHAT`,
  options: {
    query: { value: 'QUERY', short: 'q', help: QUERY_HELP },
    limit: { value: 'N', help: 'at most so many; 50 without it' },
    all: { help: 'all of them' },
  },
  run: async (call) => {
    const [what = 'profiles'] = call.words
    const kind = Object.hasOwn(KINDS, what) ? KINDS[what]! : undefined
    if (!kind) throw new CommandError(`Unknown list "${what}". One of: ${kindNames.join(', ')}.`)
    const limit = call.isOn('all') ? Number.POSITIVE_INFINITY : limitOf(call)
    await printPages(
      call,
      kind.open(call.client(), { query: call.text('query'), limit, signal: call.terminal.signal }),
      limit,
    )
    return undefined
  },
}

function limitOf({ text }: Call): number {
  const limit = Number(text('limit') ?? '50')
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit is a whole number from 1.')
  return limit
}

async function printPages(call: Call, { headers, pages }: Listing, limit: number): Promise<void> {
  let left = limit
  let isFirst = true
  for await (const { items, rows } of pages) {
    if (call.isJson) for (const item of items.slice(0, left)) await call.print(item, '')
    else if (isFirst || rows.length > 0) await call.print(undefined, pageText(headers, rows.slice(0, left), isFirst))
    left -= items.length
    isFirst = false
    if (left <= 0) return
  }
}

/** The headers are over the first page only. */
function pageText(headers: readonly string[], rows: readonly Cell[][], isFirst: boolean): string {
  const text = tableText(headers, rows)
  return isFirst ? text : text.slice(text.indexOf('\n') + 1)
}

export const exportFile: Command = {
  name: 'export',
  takes: '',
  summary: 'Download up to 10,000 profiles, or their activation codes',
  options: {
    query: { value: 'QUERY', short: 'q', help: QUERY_HELP },
    codes: { help: 'the activation codes instead of all fields' },
    format: { value: 'csv|xlsx', help: 'csv without it' },
    ...OUTPUT_OPTIONS,
  },
  run: async (call) => {
    const format = call.text('format') ?? 'csv'
    if (format !== 'csv' && format !== 'xlsx') throw new CommandError('--format is csv or xlsx.')
    if (call.text('output') === undefined)
      throw new CommandError('--output is missing: the file, or - for standard output.')
    if (call.text('output') === '-' && format === 'xlsx') throw new CommandError('An XLSX file needs --output FILE.')
    checkOutput(call)
    const query = call.text('query')
    const selection = { filter: query === undefined ? {} : { query } }
    const form = call.isOn('codes') ? 'codes' : 'profiles'
    const { signal } = call.terminal
    const { content } = await call.client().file('/fleet/export', { form, format, selection }, { signal })
    await saveOutput(call, content)
    if (call.text('output') !== '-')
      await call.print({ file: call.text('output'), bytes: content.size }, `${content.size} bytes.`)
    return undefined
  },
}
