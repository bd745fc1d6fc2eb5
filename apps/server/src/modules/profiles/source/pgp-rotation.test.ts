import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as source from '@simwright/contract/profiles/source'
import { afterAll, expect, test } from 'vitest'
import { dropExpired } from '../../../jobs/retention.ts'
import { configured } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'
import { subscriberCsv, subscribers } from '../../../testing/subscriber.ts'

const DAY_MS = 24 * 60 * 60_000
const t = await testServer()
const home = mkdtempSync(join(tmpdir(), 'gpg-'))
/** At the time of the server, or so much before it. */
function gpg(args: readonly string[], input: string, behindMs = 0): Buffer {
  const seconds = String(Math.ceil((t.clock.now().getTime() - behindMs) / 1000))
  const options = ['--homedir', home, '--batch', '--yes', '--quiet', '--trust-model', 'always']
  const time = ['--faked-system-time', seconds]
  return execFileSync('gpg', [...options, ...time, ...args], { input, stdio: ['pipe', 'pipe', 'pipe'] })
}
afterAll(() => {
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'])
  rmSync(home, { recursive: true, force: true })
})

/** An enterprise account whose sender uses GnuPG. */
async function sender() {
  const { owner: first, id, member } = await t.enterprise()
  let owner = first
  const configurationId = await configured(owner)
  const current = () => owner.ask(source.pgpKey, {})
  /** A file that is encrypted to the key that is the current one now. */
  const encrypted = async () => {
    const { armored, fingerprint } = await current()
    gpg(['--import'], armored)
    return gpg(['-e', '-r', fingerprint], subscriberCsv(subscribers(3)))
  }
  const upload = async (content: Buffer) => {
    const file = { name: 'subscribers.gpg', content }
    return await owner.upload(source.upload, { configurationId }, file).then(
      ({ total, protection }) => `${total} ${protection}`,
      ({ code }) => code as string,
    )
  }
  return {
    id,
    member,
    current,
    encrypted,
    upload,
    rotate: async (days: (typeof source.pgpReadableDays)[number]) =>
      await owner.ask(source.rotatePgpKey, { fingerprint: (await current()).fingerprint, days }),
    refusal: async (fingerprint: string) => (await owner.refusal(source.rotatePgpKey, { fingerprint, days: 30 })).code,
    audited: async () => (await owner.ask(audit.list, { filter: { action: ['key.rotated'] } })).items,
    wait: async (days: number) => {
      t.clock.moveMs(days * DAY_MS)
      owner = await t.sessionIn(owner, id)
    },
  }
}

test('a sender whose clock is some minutes behind can encrypt to a new key', async () => {
  const account = await sender()
  const { armored, fingerprint } = await account.current()
  const behindMs = 5 * 60_000
  gpg(['--import'], armored, behindMs)
  const content = gpg(['-e', '-r', fingerprint], subscriberCsv(subscribers(3)), behindMs)
  expect(await account.upload(content)).toBe('3 PGP')
})

const sealed = async (enterpriseId: string) =>
  await t.server.db.tenantRead(enterpriseId, (db) => db.selectFrom('pgp_key').select('fingerprint').execute())

test('files for the previous key are read until its time is over; then the key is deleted', async () => {
  const account = await sender()
  const first = await account.current()
  const old = await account.encrypted()
  const { fingerprint } = await account.rotate(30)
  const second = await account.current()
  expect(second.fingerprint).toBe(fingerprint)
  expect(fingerprint).not.toBe(first.fingerprint)
  const at = t.clock.now().getTime()
  expect(second.previous).toEqual([
    {
      fingerprint: first.fingerprint,
      createdAt: first.createdAt,
      replacedAt: new Date(at).toISOString(),
      readableUntil: new Date(at + 30 * DAY_MS).toISOString(),
    },
  ])
  const fresh = await account.encrypted()
  expect([await account.upload(old), await account.upload(fresh)]).toEqual(['3 PGP', '3 PGP'])
  await account.wait(29.9)
  await dropExpired(t.server)
  expect([await account.upload(old), await account.upload(fresh)]).toEqual(['3 PGP', '3 PGP'])
  await account.wait(0.2)
  expect(await account.upload(old)).toBe(problems.pgp_other_key.code)
  expect(await account.upload(fresh)).toBe('3 PGP')
  expect((await account.current()).previous).toEqual([])
  await dropExpired(t.server)
  expect(await sealed(account.id)).toEqual([{ fingerprint }])
})

test('a key that leaked is replaced at once, and the keys before it end with it', async () => {
  const account = await sender()
  const files = [await account.encrypted()]
  await account.rotate(90)
  files.push(await account.encrypted())
  await account.rotate(7)
  expect((await account.current()).previous).toHaveLength(2)
  expect(await Promise.all(files.map(account.upload))).toEqual(['3 PGP', '3 PGP'])
  await account.rotate(0)
  expect((await account.current()).previous).toEqual([])
  for (const file of files) expect(await account.upload(file)).toBe(problems.pgp_other_key.code)
})

test('a key is replaced once, also by calls at the same time', async () => {
  const account = await sender()
  const { fingerprint } = await account.current()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => account.refusal(fingerprint)))
  const refusals = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(refusals.map((one) => (one as PromiseFulfilledResult<string>).value)).toEqual([
    problems.changed_meanwhile.code,
    problems.changed_meanwhile.code,
  ])
  expect(await sealed(account.id)).toHaveLength(2)
})

test('needs Developer_Edit and a fresh proof of identity, and is audited with both fingerprints', async () => {
  const account = await sender()
  const { fingerprint: before } = await account.current()
  const member = await account.member('Operator')
  const input = { fingerprint: before, days: 30 } as const
  expect((await member.refusal(source.rotatePgpKey, input)).code).toBe(problems.forbidden.code)
  t.clock.moveMs(60 * 60_000)
  expect(await account.refusal(before)).toBe(problems.step_up_needed.code)
  await account.wait(0)
  const { fingerprint } = await account.rotate(30)
  expect(await account.audited()).toMatchObject([
    { before: { fingerprint: before, readableUntil: expect.any(String) }, after: { fingerprint } },
  ])
})
