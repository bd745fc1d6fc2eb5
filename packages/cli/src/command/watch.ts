import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemOf, SimwrightClient } from '@simwright/client'
import type { Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { countOf } from '../parse.ts'
import { printable } from '../terminal.ts'

type ProfileEvent = ItemOf<'/log/profiles'>

const ASK_EVERY_MS = 2_000

/** Events are listed again for this long, because transactions do not end in the order of their times. */
const OVERLAP_MS = 30_000

export const watch: Command = {
  name: 'watch',
  takes: '',
  summary: 'Print events of profiles as they happen, until Ctrl-C',
  options: {
    iccid: { value: 'ICCID', help: 'only those of ICCIDs that begin so' },
    count: { value: 'N', help: 'end after so many events' },
  },
  run: async (call) => {
    const iccid = call.text('iccid')
    let left = countOf(call.text('count'))
    for await (const event of eventsOf(call.client(), { iccid, signal: call.terminal.signal })) {
      await call.print(event, eventText(event))
      left -= 1
      if (left <= 0) return undefined
    }
    return undefined
  },
}

type Watched = { iccid: string | undefined; signal: AbortSignal }

/** Events from now on, oldest first, each once. */
async function* eventsOf(client: SimwrightClient, { iccid, signal }: Watched): AsyncGenerator<ProfileEvent> {
  // by the portal's clock: the newest event that exists
  const [newest] = (await client.call('/log/profiles', { limit: 1 }, { signal })).items
  let since = Date.parse(newest?.at ?? '') || Date.now() - OVERLAP_MS
  let seen = new Set(newest ? await idsSince(client, { since: since - OVERLAP_MS, iccid, signal }) : [])
  while (true) {
    const from = new Date(since - OVERLAP_MS).toISOString()
    const found: ProfileEvent[] = []
    const filter = { from, ...(iccid === undefined ? {} : { iccid }) }
    for await (const event of client.items('/log/profiles', { filter, limit: 200 }, { signal })) found.push(event)
    for (const event of found.toReversed()) if (!seen.has(event.id)) yield event
    seen = new Set(found.map(({ id }) => id))
    since = Math.max(since, ...found.map(({ at }) => Date.parse(at)))
    await sleep(ASK_EVERY_MS, undefined, { signal })
  }
}

async function idsSince(
  client: SimwrightClient,
  { since, iccid, signal }: Watched & { since: number },
): Promise<string[]> {
  const filter = { from: new Date(since).toISOString(), ...(iccid === undefined ? {} : { iccid }) }
  const ids: string[] = []
  for await (const { id } of client.items('/log/profiles', { filter, limit: 200 }, { signal })) ids.push(id)
  return ids
}

const eventText = ({ at, iccid, type, text }: ProfileEvent) => printable(`${at}  ${iccid}  ${type.padEnd(12)}  ${text}`)

export const watchCampaign: Command = {
  name: 'watch campaign',
  takes: 'NAME',
  summary: 'Print the counters of a campaign at each change, until Ctrl-C',
  options: {},
  run: async (call) => {
    const client = call.client()
    const { signal } = call.terminal
    const { id } = await findCampaign(client, call.words[0] ?? '')
    for await (const campaign of client.events('/campaign/live', { id }, { signal })) {
      const { profiles, free, downloaded, installed, failed } = campaign.counts
      const figures = { profiles, free, downloaded, installed, failed }
      const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
      await call.print(campaign, `${campaign.state}  ${text.join('  ')}`)
    }
    return undefined
  },
}

/** @throws CommandError */
export async function findCampaign(client: SimwrightClient, wanted: string) {
  for await (const row of client.items('/campaign/list', { filter: { search: wanted } }))
    if (row.name.toLowerCase() === wanted.toLowerCase()) return row
  throw new CommandError(`No campaign is called "${wanted}".`, 1)
}
