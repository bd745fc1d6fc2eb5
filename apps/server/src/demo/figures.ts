import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import type { Client } from '../testing/client.ts'
import { EXPECTED, type Figures } from './plan.ts'

/** Reads the figures of a run through the portal's API. */
export async function countFigures(
  client: Client,
  { imported, batchId }: { imported: number; batchId: string },
): Promise<Figures> {
  const { succeeded, createdAt } = await client.ask(batch.get, { id: batchId })
  const profiles = await profilesOf(client, batchId)
  const ours = new Set(profiles.map(({ id }) => id))
  const count = async (type: fleet.EventType) => {
    const events = await allEvents(client, { type: [type], from: createdAt })
    return new Set(events.map(({ profileId }) => profileId).filter((id) => ours.has(id))).size
  }
  return {
    imported,
    generated: succeeded,
    downloaded: profiles.filter(({ downloads }) => downloads > 0).length,
    installed: await count('INSTALLED'),
    refused: await count('REFUSED'),
  }
}

export async function profilesOf(client: Client, batchId: string): Promise<fleet.ProfileRow[]> {
  const profiles: fleet.ProfileRow[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.ask(fleet.list, { filter: { batchId }, limit: 200, cursor })
    profiles.push(...page.items)
    if (page.next === null) return profiles
    cursor = page.next
  }
}

async function allEvents(client: Client, filter: { type: fleet.EventType[]; from: string }) {
  const events: fleet.ProfileEvent[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.ask(fleet.profileLog, { filter, limit: 200, cursor })
    events.push(...page.items)
    if (page.next === null) return events
    cursor = page.next
  }
}

/** `imported 40, generated 40, downloaded 28, installed 28, refused 2` */
export function formatFigures(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

export function isExpected(figures: Figures): boolean {
  return formatFigures(figures) === formatFigures(EXPECTED)
}
