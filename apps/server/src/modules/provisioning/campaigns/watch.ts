import type { Campaign } from '@simwright/contract/provisioning/campaign'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import type { Server } from './port.ts'
import { readCampaign } from './service.ts'

/** A device takes seconds: nobody sees more than a picture a second. */
const LOOK_MS = 1_000

/** Of the time that goes by, the share that looking may take. */
const SHARE = 1 / 20

type Look = { until: number; answer: Promise<Campaign> }

/** The last look at each campaign that is being watched, for all who watch it: by server, then by place. */
const looks = new WeakMap<Server, Map<string, Look>>()

/** @throws Problem `not_found` before the stream begins */
export async function openWatch(
  server: Server,
  who: Who,
  watch: { id: string; signal: AbortSignal },
): Promise<AsyncIterable<Campaign>> {
  await readCampaign(server, who, watch.id)
  return watchCampaign(server, who, watch)
}

/** The campaign at first, then whenever it has moved. However many watch it, it is looked at once for all of them. */
async function* watchCampaign(
  server: Server,
  who: Who,
  { id, signal }: { id: string; signal: AbortSignal },
): AsyncGenerator<Campaign> {
  const hints = new Hints(LOOK_MS)
  let shown = ''
  while (!signal.aborted) {
    const campaign = await lookAt(server, who, id)
    const state = JSON.stringify(campaign)
    if (state !== shown) yield campaign
    shown = state
    await hints.wait(signal)
  }
}

async function lookAt(server: Server, who: Who, id: string): Promise<Campaign> {
  const known = looks.get(server) ?? new Map<string, Look>()
  looks.set(server, known)
  const now = performance.now()
  for (const [place, look] of known) if (look.until < now) known.delete(place)
  const place = `${who.enterpriseId} ${id}`
  const last = known.get(place)
  if (last) return await last.answer
  const answer = readCampaign(server, who, id)
  const look = { until: Number.POSITIVE_INFINITY, answer }
  known.set(place, look)
  const settle = () => {
    const took = performance.now() - now
    look.until = now + Math.max(LOOK_MS - 100, took / SHARE)
  }
  answer.then(settle, () => known.delete(place))
  return await answer
}
