import * as client from '@simwright/contract/people/client'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as apiKey from '@simwright/contract/programs/keys'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { VOUCHER_RANDOM_BYTES, voucherCodeOf } from '@simwright/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { brokenInvariants } from '../../../testing/lifecycle-invariant.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { openGuesses } from './guess.ts'
import { dropOldAddresses } from './jobs.ts'
import { WRONG_ALARM } from './redeem.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Attempts of a test come from one address; what limits them has tests of its own. */
const UNLIMITED = { address: 1_000_000, all: 1_000_000 }

const scene = await smdpScene({ limits: { voucherGuesses: UNLIMITED } })
const { server, enterprise, phones, clock, stranger } = scene
let { owner } = enterprise
const configurationId = await scene.configured({ name: 'Gift cards' })

/** Advances the clock; the owner signs in again. */
async function wait(milliseconds: number): Promise<void> {
  await scene.wait(milliseconds)
  owner = await scene.sessionIn(owner, enterprise.id)
}

let names = 0

/** A running campaign with new profiles. */
async function running(profiles: number): Promise<{ id: string; profileIds: string[] }> {
  const fields = { name: `Campaign ${++names}`, configurationId, confirmationCode: { mode: 'none' as const } }
  const { id } = await owner.ask(campaign.add, { fields })
  const profileIds: string[] = []
  for (let n = 0; n < profiles; n += 1) {
    const { iccid, profileId } = await scene.order({}, configurationId)
    await owner.ask(campaign.fill, { id, filter: { iccid } })
    profileIds.push(profileId)
  }
  if (profiles > 0) await move(id, campaign.start)
  return { id, profileIds }
}

async function move(id: string, action: typeof campaign.start): Promise<void> {
  const { version } = await owner.ask(campaign.get, { id })
  await owner.ask(action, { id, version })
}

type Fields = Partial<voucher.VoucherBatchFields>

/** A batch with its codes and the name of its page. */
async function batchOf(campaignId: string, fields: Fields = {}) {
  const { id } = await owner.ask(voucher.add, {
    fields: { name: `Cards ${++names}`, campaignId, count: 3, ...fields },
  })
  const { link } = await owner.ask(voucher.get, { id })
  const codes = (await codeRows(owner, id)).map(([, code]) => code!)
  return { id, codes, slug: link!.split('/').at(-1)! }
}

async function codeRows(by: Client, id: string): Promise<string[][]> {
  const response = await by.send(voucher.codes, { id })
  const text = await response.text()
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
}

let secrets = 0
const newSecret = () => `secret of browser ${String(++secrets).padStart(6, '0')}`

const redeem = (slug: string, voucherCode: string, secret = newSecret()) =>
  stranger().ask(voucher.redeem, { slug, voucherCode, secret })

const outcomeOf = async (slug: string, code: string) => (await redeem(slug, code)).outcome

const listed = async (batchId: string, filter: object = {}) =>
  (await owner.ask(voucher.vouchers, { filter: { batchId, ...filter } })).items

/** A code with a right check character that no voucher has. */
const otherCode = () => voucherCodeOf(server.random.bytes(VOUCHER_RANDOM_BYTES))

test('a voucher becomes the page of a profile, which a phone installs', async () => {
  const { id: campaignId, profileIds } = await running(2)
  const { id, codes, slug } = await batchOf(campaignId, { name: 'Spring cards', count: 3 })
  expect(new Set(codes).size).toBe(3)
  expect(slug).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
  const [, first] = await codeRows(owner, id)
  expect(first).toEqual(['2', codes[1], `${server.config.publicUrl}/v/${slug}#${codes[1]}`])
  expect(await stranger().ask(voucher.publicVouchers, { slug: slug.toUpperCase() })).toMatchObject({
    state: 'open',
    endsAt: null,
    title: '',
    page: { texts: {} },
  })

  const secret = newSecret()
  const typed = ` ${codes[1]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  const redeemed = await redeem(slug, typed, secret)
  expect(redeemed).toEqual({ outcome: 'redeemed', slug: expect.stringMatching(/^[\w-]{22}$/) })
  const page = await stranger().ask(delivery.publicCode, { slug: redeemed.slug! })
  expect(page).toMatchObject({ state: 'ready', confirmationCodeRequired: false })
  expect(await phones.phone().download(page.activationCode!)).toMatchObject({ outcome: 'installed' })

  expect(await redeem(slug, codes[1]!, secret), 'the same browser again').toEqual(redeemed)
  expect(await redeem(slug, codes[1]!), 'another one').toEqual({ outcome: 'used', slug: null })
  const [one] = await listed(id, { voucherCode: typed })
  expect(one).toMatchObject({ number: 2, state: 'REDEEMED', address: '127.0.0.1', revokedAt: null })
  expect(profileIds).toContain(one!.profileId)
  expect((await scene.timeline(one!.profileId!)).map(({ text }) => text)).toContain(
    `Voucher 2 of "Spring cards" was redeemed for it. Removed from the campaign "Campaign 1": its own activation code works again.`,
  )
  expect(await listed(id, { state: ['UNUSED'] })).toMatchObject([{ number: 1 }, { number: 3 }])
  expect(await owner.ask(voucher.get, { id })).toMatchObject({ count: 3, redeemed: 1, revoked: 0, wrong: 0 })
  const { counts } = await owner.ask(campaign.get, { id: campaignId })
  expect(counts).toMatchObject({ profiles: 1, free: 1 })
  const report = await (await owner.send(voucher.report, { id })).text()
  expect(report).toContain(`2,REDEEMED,${one!.redeemedAt},${one!.iccid},127.0.0.1,`)
  for (const code of codes) expect(report).not.toContain(code)
})

test('an empty campaign, a pause and an end use up no voucher', async () => {
  const { id: campaignId } = await running(1)
  const { codes, slug } = await batchOf(campaignId)
  const [first, second, third] = codes as [string, string, string]
  expect(await outcomeOf(slug, first)).toBe('redeemed')
  expect((await stranger().ask(voucher.publicVouchers, { slug })).state).toBe('taken')
  expect(await outcomeOf(slug, second)).toBe('taken')
  const { iccid } = await scene.order({}, configurationId)
  await owner.ask(campaign.fill, { id: campaignId, filter: { iccid } })
  await move(campaignId, campaign.pause)
  expect(await outcomeOf(slug, second)).toBe('paused')
  await move(campaignId, campaign.resume)
  expect(await outcomeOf(slug, second)).toBe('redeemed')
  await move(campaignId, campaign.end)
  expect(await outcomeOf(slug, third)).toBe('ended')
  expect((await stranger().ask(voucher.publicVouchers, { slug })).state).toBe('ended')
  expect(await outcomeOf(slug, first)).toBe('used')
  const fields = { name: 'Too late', campaignId, count: 1 }
  expect((await owner.refusal(voucher.add, { fields })).code).toBe('14110')

  const { id: draftId } = await running(0)
  const early = await batchOf(draftId, { count: 1 })
  expect(await outcomeOf(early.slug, early.codes[0]!)).toBe('soon')
})

test('a profile whose own code has expired is not handed out', async () => {
  const { id: campaignId, profileIds } = await running(2)
  const { codes, slug } = await batchOf(campaignId)
  await server.db.tenantTx(enterprise.id, (db) =>
    db
      .updateTable('pool_member')
      .set({ own_expires_at: new Date(clock.now().getTime() - 1) })
      .where('profile_id', '=', profileIds[0]!)
      .execute(),
  )
  expect(await outcomeOf(slug, codes[0]!)).toBe('redeemed')
  expect(await outcomeOf(slug, codes[1]!)).toBe('taken')
})

test('a profile that someone got for a voucher is not handed out again', async () => {
  const { id: campaignId, profileIds } = await running(1)
  const { codes, slug } = await batchOf(campaignId)
  const secret = newSecret()
  const redeemed = await redeem(slug, codes[0]!, secret)
  const { iccid } = await scene.shown(profileIds[0]!)
  const preview = await owner.ask(campaign.preview, { id: campaignId, filter: { iccid } })
  expect(preview).toEqual({ fit: 0, capped: false, unfit: [{ reason: 'VOUCHER', count: 1 }] })
  expect(await owner.ask(campaign.fill, { id: campaignId, filter: { iccid } })).toEqual({ added: 0 })
  const recipients = [{ email: 'mary@example.com' }]
  const { pairs } = await owner.ask(delivery.planMails, { selection: { filter: { iccid } }, recipients })
  expect(pairs).toMatchObject([{ profileId: null }])

  // generated again, its new code is anyone's
  const selection = { ids: [profileIds[0]!] }
  const { id } = await owner.ask(operation.start, { operation: { kind: 'AGAIN' }, selection })
  for await (const { process } of owner.events(operation.progress, { id })) if (process === 'COMPLETE') break
  expect(await owner.ask(campaign.fill, { id: campaignId, filter: { iccid } })).toEqual({ added: 1 })
  const again = await redeem(slug, codes[1]!)
  expect(again).toMatchObject({ outcome: 'redeemed' })
  expect(again.slug).not.toBe(redeemed.slug)
  expect(await redeem(slug, codes[0]!, secret), 'the first page, which is closed').toEqual(redeemed)
  expect((await stranger().refusal(delivery.publicCode, { slug: redeemed.slug! })).code).toBe('13021')
})

test('revoked and expired vouchers are refused, and nothing redeems them later', async () => {
  const { id: campaignId } = await running(2)
  const { id, codes, slug } = await batchOf(campaignId, {
    expiresAt: new Date(clock.now().getTime() + DAY_MS).toISOString(),
  })
  await owner.ask(voucher.revoke, { id, number: 1 })
  expect((await owner.refusal(voucher.revoke, { id, number: 1 })).code).toBe('14109')
  expect((await owner.refusal(voucher.revoke, { id, number: 4 })).code).toBe('19404')
  expect(await outcomeOf(slug, codes[0]!)).toBe('revoked')
  expect(await outcomeOf(slug, codes[1]!)).toBe('redeemed')
  expect((await owner.refusal(voucher.revoke, { id, number: 2 })).message).toContain('already redeemed')
  await wait(DAY_MS)
  expect(await outcomeOf(slug, codes[2]!)).toBe('expired')
  expect(await listed(id)).toMatchObject([{ state: 'REVOKED' }, { state: 'REDEEMED' }, { state: 'EXPIRED' }])
  expect((await owner.ask(voucher.get, { id })).state).toBe('EXPIRED')
  const past = { name: 'Past', campaignId, count: 1, expiresAt: clock.now().toISOString() }
  expect((await owner.refusal(voucher.add, { fields: past })).code).toBe('19400')

  const other = await batchOf(campaignId)
  expect(await owner.ask(voucher.revokeBatch, { id: other.id })).toEqual({ revoked: 3 })
  expect((await owner.refusal(voucher.revokeBatch, { id: other.id })).code).toBe('14109')
  expect(await outcomeOf(other.slug, other.codes[0]!)).toBe('revoked')
  expect((await stranger().ask(voucher.publicVouchers, { slug: other.slug })).state).toBe('revoked')
})

test('codes can be downloaded for a day; after that only their hashes are stored', async () => {
  const { id: campaignId } = await running(1)
  const { id, codes } = await batchOf(campaignId, { name: 'Secret cards' })
  const stored = await server.db.tenantTx(enterprise.id, async (db) => {
    const { rows } = await sql<{ row: string }>`
      select b::text as row from voucher_batch b union all select v::text from voucher v
      union all select c::text from voucher_codes c`.execute(db)
    return rows.map(({ row }) => row).join('\n')
  })
  expect(stored).toContain('Secret cards')
  for (const code of codes) {
    const plain = code.replaceAll('-', '')
    expect(stored).not.toContain(plain)
    expect(stored).not.toContain(Buffer.from(plain).toString('hex'))
  }
  expect((await owner.ask(voucher.get, { id })).codesUntil).not.toBeNull()
  await wait(voucher.VOUCHER_FILE_HOURS * HOUR_MS)
  expect((await owner.ask(voucher.get, { id })).codesUntil).toBeNull()
  expect((await owner.refusal(voucher.codes, { id })).code).toBe('14108')
  const entries = (await owner.ask(audit.list, { filter: { objectId: id } })).items
  expect(entries.map(({ action }) => action)).toEqual(['voucher.codesExported', 'voucher.added'])
  for (const code of codes) expect(JSON.stringify(entries)).not.toContain(code)
})

test('a mistyped code is refused before anything is looked up', async () => {
  const { id: campaignId } = await running(1)
  const { id, codes, slug } = await batchOf(campaignId)
  const plain = codes[0]!.replaceAll('-', '')
  const mistyped = plain.slice(0, -1) + (plain.endsWith('0') ? '1' : '0')
  for (const voucherCode of [mistyped, '', 'ABC', `${plain}UUUU`]) {
    const refused = await stranger().refusal(voucher.redeem, { slug, voucherCode, secret: newSecret() })
    expect(refused).toMatchObject({ code: '19400', obj: { faults: [{ path: 'voucherCode' }] } })
  }
  expect(await outcomeOf(slug, otherCode())).toBe('wrong')
  expect((await owner.ask(voucher.get, { id })).wrong).toBe(1)
  const lost = { slug: '0000000000', voucherCode: plain, secret: newSecret() }
  expect((await stranger().refusal(voucher.redeem, lost)).code).toBe('14107')
  expect((await stranger().refusal(voucher.publicVouchers, { slug: '0000000000' })).code).toBe('14107')
  const other = await batchOf(campaignId)
  expect(await outcomeOf(other.slug, plain), 'the code of another batch').toBe('wrong')
})

test('an address redeems as many vouchers a day as its batch allows', async () => {
  const { id: campaignId } = await running(3)
  const { codes, slug } = await batchOf(campaignId, { addressLimit: 2 })
  const outcomes = await Promise.all(codes.map((code) => outcomeOf(slug, code)))
  expect(outcomes.toSorted()).toEqual(['many', 'redeemed', 'redeemed'])
  await wait(DAY_MS)
  expect(await outcomeOf(slug, codes[outcomes.indexOf('many')]!)).toBe('redeemed')
})

test('many wrong codes notify the members, once a day', async () => {
  const { id: campaignId } = await running(1)
  const { id, slug } = await batchOf(campaignId, { name: 'Guessed cards' })
  const notices = async () =>
    (await owner.ask(notice.list, {})).items.filter(({ kind }) => kind === 'VOUCHERS_GUESSED').map(({ facts }) => facts)
  for (let n = 1; n < WRONG_ALARM; n += 1) await redeem(slug, otherCode())
  expect(await notices()).toEqual([])
  for (let n = 0; n < 3; n += 1) await redeem(slug, otherCode())
  expect(await notices()).toEqual([{ voucherBatchId: id, name: 'Guessed cards', count: WRONG_ALARM }])
  expect((await owner.ask(voucher.get, { id })).wrong).toBe(WRONG_ALARM + 2)
})

test('wrong codes are limited by address and from all, right ones are not', () => {
  let now = 0
  const guesses = openGuesses({ limits: { ...server.limits, voucherGuesses: { address: 3, all: 5 } } }, () => now)
  const first = '192.0.2.1'
  for (let n = 0; n < 10; n += 1) guesses.count(first)()
  for (let n = 0; n < 3; n += 1) guesses.count(first)
  expect(() => guesses.count(first)).toThrow('Too many')
  expect(() => guesses.count('::ffff:192.0.2.1')).toThrow('Too many')
  guesses.count('2001:db8::1')
  const giveBack = guesses.count('2001:db8::2')
  expect(() => guesses.count('198.51.100.7')).toThrow('Too many')
  now += 10 * 60_000
  guesses.count(first)
  giveBack()
  guesses.count(first)
  guesses.count(first)
  expect(() => guesses.count(first)).toThrow('Too many')
})

test('a suspended enterprise account redeems nothing, and its vouchers stay valid', async () => {
  const { id: campaignId } = await running(1)
  const { codes, slug } = await batchOf(campaignId)
  const staff = await scene.staff()
  await staff.ask(client.suspend, { id: enterprise.id, fields: { reason: 'Unpaid' } })
  const call = { slug, voucherCode: codes[0]!, secret: newSecret() }
  expect((await stranger().refusal(voucher.redeem, call)).code).toBe('14107')
  expect((await stranger().refusal(voucher.publicVouchers, { slug })).code).toBe('14107')
  await staff.ask(client.resume, { id: enterprise.id })
  expect(await outcomeOf(slug, codes[0]!)).toBe('redeemed')
})

test('a plan without public pages has no vouchers, and refuses new ones', async () => {
  const { id: campaignId } = await running(1)
  const { id, slug } = await batchOf(campaignId)
  const setFeatures = (call: string) =>
    server.db.globalTx((db) =>
      sql`update plan set features = ${sql.raw(call)}(features, 'AC_LINK') where name = 'LAB'`.execute(db),
    )
  await setFeatures('array_remove')
  const fields = { name: 'Not in the plan', campaignId, count: 1 }
  expect((await owner.refusal(voucher.add, { fields })).message).toContain('Public pages of activation codes')
  expect((await stranger().refusal(voucher.publicVouchers, { slug })).code).toBe('14107')
  expect((await owner.ask(voucher.get, { id })).link).toBeNull()
  await setFeatures('array_append')
  expect((await stranger().ask(voucher.publicVouchers, { slug })).state).toBe('open')
})

test('a program with a key creates, exports and revokes vouchers as far as its scopes allow', async () => {
  const { id: campaignId } = await running(1)
  const key = async (scopes: ('Campaign_View' | 'Campaign_Edit' | 'Fleet_Export')[]) =>
    stranger().withKey(
      (await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields: { name: `Shop ${scopes.length}`, scopes } }))
        .key,
    )
  const editor = await key(['Campaign_View', 'Campaign_Edit'])
  const { id } = await editor.ask(voucher.add, { fields: { name: 'Shop cards', campaignId, count: 2 } })
  expect((await editor.send(voucher.codes, { id })).status).toBe(403)
  const exporter = await key(['Fleet_Export'])
  expect(await codeRows(exporter, id)).toHaveLength(2)
  expect((await exporter.refusal(voucher.revokeBatch, { id })).status).toBe(403)
  expect(await editor.ask(voucher.revokeBatch, { id })).toEqual({ revoked: 2 })
})

test('addresses of redemptions are deleted after their time', async () => {
  const { id: campaignId } = await running(1)
  const { id, codes, slug } = await batchOf(campaignId)
  await redeem(slug, codes[0]!)
  expect(await dropOldAddresses(server, clock.now())).toBeGreaterThanOrEqual(0)
  expect((await listed(id, { state: ['REDEEMED'] }))[0]!.address).toBe('127.0.0.1')
  await dropOldAddresses(server, new Date(clock.now().getTime() + 1))
  expect((await listed(id, { state: ['REDEEMED'] }))[0]).toMatchObject({ address: null, number: 1 })
})

type Action =
  | { kind: 'redeem' | 'again'; voucher: number }
  | { kind: 'revoke'; voucher: number }
  | { kind: 'pause' | 'resume' | 'revokeBatch' | 'expire' | 'takeOut' }

const voucherNumber = fc.integer({ min: 0, max: 3 })
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('redeem' as const), voucher: voucherNumber }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), voucher: voucherNumber }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('revoke' as const), voucher: voucherNumber }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'takeOut' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('revokeBatch' as const, 'expire' as const) }) },
)

test('whatever happens at the same time, a voucher claims one profile at most, and a profile is claimed once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyAction, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      async (steps) => {
        const { id: campaignId, profileIds } = await running(3)
        const { id, codes, slug } = await batchOf(campaignId, { count: 4 })
        const redeemed = new Map<number, Set<string>>()
        const revoked = new Set<number>()
        const act = async (action: Action): Promise<void> => {
          if (action.kind === 'redeem' || action.kind === 'again') {
            const secret = action.kind === 'again' ? `the same browser ${action.voucher}` : newSecret()
            const { outcome, slug: page } = await redeem(slug, codes[action.voucher]!, secret)
            if (outcome !== 'redeemed') return
            redeemed.set(action.voucher, (redeemed.get(action.voucher) ?? new Set()).add(page!))
          } else if (action.kind === 'revoke') {
            await owner.ask(voucher.revoke, { id, number: action.voucher + 1 }).then(
              () => revoked.add(action.voucher),
              () => {},
            )
          } else if (action.kind === 'revokeBatch') await owner.ask(voucher.revokeBatch, { id }).catch(() => {})
          else if (action.kind === 'takeOut') await owner.ask(campaign.takeOut, { id: campaignId, most: 1 })
          else if (action.kind === 'expire')
            await server.db.tenantTx(enterprise.id, (db) =>
              db.updateTable('voucher_batch').set({ expires_at: clock.now() }).where('id', '=', id).execute(),
            )
          else await move(campaignId, action.kind === 'pause' ? campaign.pause : campaign.resume).catch(() => {})
        }
        for (const step of steps) await Promise.all(step.map(act))
        const vouchers = await listed(id)
        const claimed = vouchers.filter(({ state }) => state === 'REDEEMED')
        expect(new Set(claimed.map(({ profileId }) => profileId)).size).toBe(claimed.length)
        for (const { number, profileId } of claimed) {
          expect(profileIds).toContain(profileId)
          expect(redeemed.get(number - 1)!.size).toBe(1)
          expect(revoked).not.toContain(number - 1)
        }
        expect(redeemed.size).toBe(claimed.length)
        const shown = await owner.ask(voucher.get, { id })
        expect(shown).toMatchObject({ redeemed: claimed.length, revoked: revoked.size })
        const faults = await server.db.tenantTx(enterprise.id, (db) => brokenInvariants(db))
        expect(faults).toEqual([])
      },
    ),
    { numRuns: 8 },
  )
})
