import type { Campaign } from '@simwright/contract/provisioning/campaign'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { readCampaign } from './service.ts'

/** How often the counters are read: a download takes seconds, so more often is pointless. */
const POLL_MS = 1_000

/** The share of time that reads of one campaign may take: slow reads are cached longer. */
const READ_SHARE = 1 / 20

type Snapshot = { until: number; answer: Promise<Campaign> }

/** The latest snapshot of each watched campaign, shared by all watchers: by server, then by enterprise and campaign. */
const snapshots = new WeakMap<Server, Map<string, Snapshot>>()

/** @throws Problem `not_found` before the stream begins */
export async function openWatch(
  server: Server,
  who: Who,
  watch: { id: string; signal: AbortSignal },
): Promise<AsyncIterable<Campaign>> {
  await readCampaign(server, who, watch.id)
  return watchCampaign(server, who, watch)
}

/** Streams the campaign's current state, then every change. All watchers of a campaign share one read. */
async function* watchCampaign(
  server: Server,
  who: Who,
  { id, signal }: { id: string; signal: AbortSignal },
): AsyncGenerator<Campaign> {
  const hints = new Hints(POLL_MS)
  let shown = ''
  while (!signal.aborted) {
    const campaign = await readShared(server, who, id)
    const state = JSON.stringify(campaign)
    if (state !== shown) yield campaign
    shown = state
    await hints.wait(signal)
  }
}

async function readShared(server: Server, who: Who, id: string): Promise<Campaign> {
  const known = snapshots.get(server) ?? new Map<string, Snapshot>()
  snapshots.set(server, known)
  const now = performance.now()
  for (const [key, snapshot] of known) if (snapshot.until < now) known.delete(key)
  const key = `${who.enterpriseId} ${id}`
  const last = known.get(key)
  if (last) return await last.answer
  const answer = readCampaign(server, who, id)
  const snapshot = { until: Number.POSITIVE_INFINITY, answer }
  known.set(key, snapshot)
  const settle = () => {
    const took = performance.now() - now
    snapshot.until = now + Math.max(POLL_MS - 100, took / READ_SHARE)
  }
  answer.then(settle, () => known.delete(key))
  return await answer
}
