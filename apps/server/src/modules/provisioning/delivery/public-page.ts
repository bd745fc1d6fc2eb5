import { setTimeout as sleep } from 'node:timers/promises'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as delivery from '@simwright/contract/provisioning/delivery'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { networkOf } from '../../../http/network.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { openSharedReads } from '../../../runtime/shared-read.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Visited } from '../../platform/brand/service.ts'
import { isAllowed, lockRows, move } from '../../profiles/lifecycle/service.ts'
import { insertPageNetwork } from '../leaks/service.ts'
import { readEndUserLook } from './end-user-page.ts'
import { styleOfPage } from './preset.ts'
import { readPublicCode } from './public-code.ts'
import { type PageRecord, selectPage, updateClosed, updateOpened } from './queries.ts'

/** The content of the public page, without the code before it opens; counts the visits after that. The first one of each code is an event of its profile. */
export async function openPage(
  server: Server,
  { slug, visited, address }: Pick<PageVisit, 'slug' | 'visited' | 'address'>,
): Promise<OutputOf<typeof delivery.publicCode>> {
  const { enterpriseId, activationCodeId, profileId, shown, opens } = await readPublicCode(server, slug, visited)
  const looks = await server.db.tenantTx(enterpriseId, async (db) => {
    const visit = opens ? undefined : await updateOpened(db, { enterpriseId, activationCodeId }, server.clock.now())
    if (visit) await insertPageNetwork(db, { activationCodeId, address, at: server.clock.now() })
    if (visit === 'first visit') await recordOpened(server, db, { profileId })
    const look = await styleOfPage(server, db, profileId)
    return { look, page: await readEndUserLook(db) }
  })
  const { testIssuerOnly: testDevicesOnly } = server.smdp
  if (!opens) return { ...shown, ...looks, opensAt: null, opensTimeZone: null, testDevicesOnly }
  const hidden = { activationCode: null, matchingId: null }
  const { at, timeZone: opensTimeZone } = opens
  return { ...shown, ...hidden, ...looks, opensAt: at.toISOString(), opensTimeZone, testDevicesOnly }
}

async function recordOpened(
  { clock, random }: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { profileId }: { profileId: ProfileId },
): Promise<void> {
  const rows = await lockRows(db, [profileId])
  const moves = rows
    .filter((row) => isAllowed('opened', row))
    .map((row) => ({ row, transition: { kind: 'opened' } as const }))
  const actor = { kind: 'system' } as const
  await move(db, { enterpriseId: db.enterpriseId, at: clock.now(), actor, newId: random.uuid }, moves)
}

/**
 * Reads of followed pages in this process; each is three short queries. At 25 a second they take about a tenth of a
 * core, however many visitors follow.
 */
const reads = openSharedReads<State>({
  intervalMs: 2_000,
  readsPerSecond: 25,
  followersPerKey: 50,
  nowMs: () => performance.now(),
})

type State = OutputOf<typeof delivery.publicCourse>['state']

/** Limits on concurrent public streams in this process: for one address, and in total. */
const STREAMS = { address: 20, all: 2_000 } as const

const streams = new Map<string, number>()

type PageVisit = { slug: string; visited: Visited; address: string; signal: AbortSignal }

/**
 * Yields the download state of a code: the current one, then each change. Ends when the page is closed.
 * @throws Problem too_many beyond the limits on concurrent streams of the page, the address and the process
 */
export async function* followPage(
  server: Server,
  { slug, visited, address, signal }: PageVisit,
): AsyncGenerator<OutputOf<typeof delivery.publicCourse>> {
  const closeStream = openStream(networkOf(address))
  const page = reads.follow(`${visited.byHost ? visited.platform.id : ''} ${slug}`)
  let reported: State | undefined
  try {
    if (!page) throw new Problem('too_many', { seconds: 60 })
    const read = async () => (await readPublicCode(server, slug, visited)).shown.state
    while (!signal.aborted) {
      const state = await page.read(read)
      if (state !== reported) yield { state }
      reported = state
      await sleep(page.intervalMs(), undefined, { signal, ref: false }).catch(() => {})
    }
  } catch (error) {
    const isClosed = reported !== undefined && error instanceof Problem && error.kind === 'code_gone'
    if (!isClosed) throw error
  } finally {
    page?.end()
    closeStream()
  }
}

function openStream(network: string): () => void {
  const mine = streams.get(network) ?? 0
  const all = [...streams.values()].reduce((sum, count) => sum + count, 0)
  if (mine >= STREAMS.address || all >= STREAMS.all) throw new Problem('too_many', { seconds: 60 })
  streams.set(network, mine + 1)
  return () => {
    const left = (streams.get(network) ?? 1) - 1
    if (left > 0) streams.set(network, left)
    else streams.delete(network)
  }
}

/** A code that was given out as text only has a closed page, until someone opens it. */
const isClosed = ({ closed_at: closedAt, ac_format: format }: PageRecord) => closedAt !== null || format === 'STRING'

export async function readPage(
  server: Server,
  { enterpriseId }: Who,
  profileId: ProfileId,
): Promise<OutputOf<typeof delivery.page>> {
  const found = await server.db.tenantRead(enterpriseId, (db) => selectPage(db, profileId))
  if (!found) throw new Problem('not_found')
  return {
    closed: isClosed(found),
    opened: found.opened ?? 0,
    firstOpenedAt: found.first_opened_at?.toISOString() ?? null,
    lastOpenedAt: found.last_opened_at?.toISOString() ?? null,
  }
}

export async function setPage(
  server: Server,
  { enterpriseId }: Who,
  { profileId, closed }: ParsedInputOf<typeof delivery.setPage>,
): Promise<OutputOf<typeof delivery.setPage>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectPage(db, profileId)
    if (!found) throw new Problem('not_found')
    if (isClosed(found) === closed) return
    const page = { enterpriseId, activationCodeId: found.activation_code_id, profileId }
    await updateClosed(db, page, closed ? server.clock.now() : null)
    const action = closed ? 'profile.pageClosed' : 'profile.pageOpened'
    await recordAudit(server, db, {
      action,
      enterpriseId,
      object: { id: profileId, name: found.iccid },
      after: { closed },
    })
  })
  return {}
}

/**
 * Opens the public page of the profile's code for the person who gets it, in the caller's transaction.
 * @returns its slug, and the ICCID of the profile
 */
export async function openPageFor(
  db: TenantDb,
  profileId: ProfileId,
): Promise<Pick<PageRecord, 'slug' | 'iccid'> | undefined> {
  const found = await selectPage(db, profileId)
  if (!found) return undefined
  const page = { enterpriseId: db.enterpriseId, activationCodeId: found.activation_code_id, profileId }
  if (isClosed(found)) await updateClosed(db, page, null)
  return { slug: found.slug, iccid: found.iccid }
}
