import { timingSafeEqual } from 'node:crypto'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { CampaignState } from '@simwright/contract/provisioning/campaign'
import type * as voucher from '@simwright/contract/provisioning/voucher'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { networkOf } from '../../../http/network.ts'
import type { VouchersServer as Server } from '../../../port/module.ts'
import { VOUCHER_REDEMPTION } from '../../../runtime/metrics.ts'
import { platformOf, type Visited } from '../../platform/brand/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { opensPublicPages, readEntitlement } from '../../platform/plans/service.ts'
import { handOutProfile, lockSource, readSource, type VoucherSource } from '../campaigns/service.ts'
import { openPageFor, readEndUserLook } from '../delivery/service.ts'
import { hashOfCode, hashOfSecret, readSlug } from './code.ts'
import type { Guesses } from './guess.ts'
import {
  type BatchRecord,
  countOfNetwork,
  countWrong,
  lockBatch,
  selectBatch,
  selectByHash,
  updateRedeemed,
} from './queries.ts'
import { stateOf } from './service.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Wrong codes on the page of a batch within an hour of which its members are notified. */
export const WRONG_ALARM = 30

type Page = { enterpriseId: EnterpriseId; batchId: string }

async function findPage(server: Server, slug: string): Promise<Page | undefined> {
  const entry = await server.db.global
    .selectFrom('voucher_directory')
    .select(['enterprise_id', 'batch_id'])
    .where('slug', '=', readSlug(slug))
    .executeTakeFirst()
  return entry && { enterpriseId: entry.enterprise_id, batchId: entry.batch_id }
}

type OpenPage = { batch: BatchRecord; source: VoucherSource }

/** @throws Problem `voucher_page_gone`, the same for an unknown page as for one that the plan does not include */
async function openPage(server: Server, db: TenantDb, batchId: string, visited: Visited): Promise<OpenPage> {
  const account = { enterpriseId: db.enterpriseId, at: server.clock.now() }
  const isOpen = opensPublicPages(await readEntitlement(server, db, account))
  const batch = isOpen ? await selectBatch(db, batchId) : undefined
  const source = batch && (await readSource(server, db, batch.campaign_id))
  const isElsewhere = visited.byHost && source?.platformId !== visited.platform.id
  if (!batch || !source || isElsewhere) throw new Problem('voucher_page_gone')
  return { batch, source }
}

const closedStates = {
  DRAFT: 'soon',
  SCHEDULED: 'soon',
  ACTIVE: undefined,
  PAUSED: 'paused',
  ENDED: 'ended',
} as const satisfies Record<CampaignState, voucher.VoucherPageState | undefined>

/** Why no voucher of the batch can be redeemed; undefined if they can. */
function whyClosed(
  batch: BatchRecord,
  state: CampaignState,
  at: Date,
): 'revoked' | 'expired' | 'soon' | 'paused' | 'ended' | undefined {
  const own = stateOf(batch, at)
  if (own === 'REVOKED') return 'revoked'
  return own === 'EXPIRED' ? 'expired' : closedStates[state]
}

/** The page where the vouchers of a batch are redeemed. @throws Problem `voucher_page_gone` */
export async function readPage(
  server: Server,
  slug: string,
  visited: Visited,
): Promise<OutputOf<typeof voucher.publicVouchers>> {
  const page = await findPage(server, slug)
  if (!page) throw new Problem('voucher_page_gone')
  const { batch, source, look } = await server.db.tenantRead(page.enterpriseId, async (db) => ({
    ...(await openPage(server, db, page.batchId, visited)),
    look: await readEndUserLook(db),
  }))
  const ends = [batch.expires_at, source.endsAt].flatMap((at) => (at === null ? [] : [at.getTime()]))
  return {
    sys: platformOf(server, source.platformId).sys,
    title: source.title,
    welcome: source.welcome,
    serviceProviderName: source.serviceProviderName,
    state: whyClosed(batch, source.state, server.clock.now()) ?? (source.isLeft ? 'open' : 'taken'),
    startsAt: source.startsAt?.toISOString() ?? null,
    endsAt: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
    page: look,
  }
}

type Redemption = OutputOf<typeof voucher.redeem>
type RedeemCall = { input: ParsedInputOf<typeof voucher.redeem>; visited: Visited; address: string }

/**
 * Redeems a voucher: claims a profile of its campaign and opens the profile's page, in one transaction.
 * @throws Problem `voucher_page_gone`; `too_many` after too many wrong codes
 */
export async function redeem(server: Server, guesses: Guesses, call: RedeemCall): Promise<Redemption> {
  const count = (outcome: string) => {
    server.metrics.counter(VOUCHER_REDEMPTION, { outcome }).count += 1
  }
  const giveBack = countGuess(guesses, call.address, count)
  const page = await findPage(server, call.input.slug)
  if (!page) throw new Problem('voucher_page_gone')
  const redemption = await server.db
    .tenantTx(page.enterpriseId, (db) => redeemIn(server, db, page.batchId, call))
    .catch((error: unknown) => {
      giveBack()
      throw error
    })
  count(redemption.outcome)
  if (redemption.outcome === 'wrong') await recordWrong(server, page)
  else giveBack()
  return redemption
}

function countGuess(guesses: Guesses, address: string, count: (outcome: string) => void): () => void {
  try {
    return guesses.count(address)
  } catch (error) {
    count('limited')
    throw error
  }
}

const refused = (outcome: Exclude<voucher.Redemption, 'redeemed'>): Redemption => ({ outcome, slug: null })

async function redeemIn(
  server: Server,
  db: TenantDb,
  batchId: string,
  { input, visited, address }: RedeemCall,
): Promise<Redemption> {
  const { source } = await openPage(server, db, batchId, visited)
  const hash = hashOfCode(server.keys.voucher, batchId, input.voucherCode)
  // before any lock, so that guesses do not hold up anyone
  if (!(await selectByHash(db, { batchId, hash }))) return refused('wrong')
  const batch = (await lockBatch(db, batchId))!
  const found = (await selectByHash(db, { batchId, hash }))!
  const secretHash = hashOfSecret(input.secret)
  if (found.redeemed_at !== null)
    return found.secret_hash !== null && timingSafeEqual(found.secret_hash, secretHash)
      ? { outcome: 'redeemed', slug: found.page_slug }
      : refused('used')
  if (found.revoked_at !== null) return refused('revoked')
  const at = server.clock.now()
  const closed = whyClosed(batch, await lockSource(server, db, batch.campaign_id), at)
  if (closed) return refused(closed)
  const network = networkOf(address)
  const since = new Date(at.getTime() - DAY_MS)
  const limit = batch.address_limit
  if (limit !== null && (await countOfNetwork(db, { batchId, network, since })) >= limit) return refused('many')
  const redeemed = { batch: batch.name, number: found.number }
  const profileId = await handOutProfile(server, db, { source, voucher: redeemed })
  const handedOut = profileId && (await openPageFor(db, profileId))
  if (!profileId || !handedOut) return refused('taken')
  const { slug } = handedOut
  await updateRedeemed(db, { batchId, number: found.number, profileId, slug, secretHash, address, network, at })
  return { outcome: 'redeemed', slug }
}

/** Counts a wrong code for its batch, and notifies the members when there are many. */
async function recordWrong(server: Server, { enterpriseId, batchId: id }: Page): Promise<void> {
  const at = server.clock.now()
  const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
  await server.db.tenantTx(enterpriseId, async (db) => {
    const counted = await countWrong(db, { id, hour })
    if (counted?.inHour !== WRONG_ALARM) return
    const facts = { voucherBatchId: id, name: counted.name, count: WRONG_ALARM }
    const once = `VOUCHERS_GUESSED ${id} ${at.toISOString().slice(0, 10)}`
    await notifyMembers(server, db, { once, news: { kind: 'VOUCHERS_GUESSED', facts } })
  })
}
