import { createHash, randomBytes } from 'node:crypto'
import { SimwrightClient, signInByDevice } from '@simwright/client'
import { type PermissionId, type Problem, problems } from '@simwright/contract'
import * as device from '@simwright/contract/programs/device'
import * as apiKey from '@simwright/contract/programs/keys'
import { beforeEach, expect, test } from 'vitest'
import type { Who } from '../../../http/call.ts'
import { dropExpired } from '../../../jobs/retention.ts'
import type { Client } from '../../../testing/client.ts'
import { testServer } from '../../../testing/server.ts'
import { checkDevice } from './device.ts'

const t = await testServer()
const MINUTE_MS = 60_000
const [{ owner }, other] = [await t.enterprise(), await t.enterprise('Another')]
const machine = t.stranger()
const unknown = problems.device_code_unknown.code

beforeEach(async () => void (await t.server.db.global.deleteFrom('attempt_counter').execute()))

let number = 0

async function started(scopes: PermissionId[] = ['Fleet_View']) {
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest('base64url')
  const name = `Laptop ${++number}`
  return { secret, name, ...(await machine.ask(device.start, { secretHash, machine: name, scopes })) }
}

const fieldsOf = (name: string, scopes: PermissionId[] = ['Fleet_View']) => ({ name, scopes, addresses: [] })
const stateOf = async (handle: string) => (await machine.ask(device.poll, { handle })).state
const refusalOf = async (client: Client, code: string) => (await client.refusal(device.check, { code })).code

test('a machine gets a key when a member approves its code, and its secret is only there', async () => {
  let given = ''
  const key = await signInByDevice({
    url: owner.url,
    machine: 'workshop-laptop',
    scopes: ['Fleet_View', 'Group_View'],
    onCode: async ({ code, page }) => {
      expect([code, page]).toEqual([
        expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
        `${new URL(owner.url).origin}/setting/developer/device`,
      ])
      const { id, ...shown } = await owner.ask(device.check, { code: code.toLowerCase().replace('-', ' ') })
      expect(shown).toMatchObject({ machine: 'workshop-laptop', scopes: ['Fleet_View', 'Group_View'], missing: [] })
      given = (await owner.ask(device.approve, { id, days: 30, fields: fieldsOf(shown.machine) })).id
    },
  })
  const client = new SimwrightClient({ url: owner.url, key: key! })
  expect(await client.call('/fleet/count', {})).toMatchObject({ total: 0 })
  await expect(client.call('/group/add', { fields: { name: 'Vans' } })).rejects.toMatchObject({ problem: 'key_scope' })
  const { items } = await owner.ask(apiKey.list, {})
  expect(items.find(({ id }) => id === given)).toMatchObject({
    name: 'workshop-laptop',
    kind: 'PERSONAL',
    scopes: ['Fleet_View'],
  })
})

test('a code is valid once, and a poll before the interval has to wait longer', async () => {
  const { handle, code, name, intervalSeconds } = await started()
  expect(await machine.ask(device.poll, { handle })).toEqual({ state: 'WAITING', intervalSeconds, prefix: null })
  expect((await machine.ask(device.poll, { handle })).intervalSeconds).toBe(intervalSeconds + 5)
  const { id } = await owner.ask(device.check, { code })
  await owner.ask(device.approve, { id, days: 1, fields: fieldsOf(name) })
  expect(await refusalOf(owner, code)).toBe(unknown)
  const again = await owner.refusal(device.approve, { id, days: 1, fields: fieldsOf(`${name} again`) })
  expect([again.code, await stateOf(handle)]).toEqual([unknown, 'APPROVED'])
})

test('only the member who entered the code decides', async () => {
  const { code, name, handle } = await started()
  const { id } = await owner.ask(device.check, { code })
  {
    const client = other.owner
    const refused = await client.refusal(device.approve, { id, days: 1, fields: fieldsOf(name) })
    expect([refused.code, (await client.refusal(device.refuse, { id })).code]).toEqual([unknown, unknown])
  }
  expect(await stateOf(handle)).toBe('WAITING')
  await owner.ask(device.refuse, { id })
  expect(await stateOf(handle)).toBe('REFUSED')
  const late = await owner.refusal(device.approve, { id, days: 1, fields: fieldsOf(name) })
  expect(late.code).toBe(unknown)
})

test('a key is not created beyond the rights of the member, or with a taken name', async () => {
  const { code, name, handle } = await started()
  const { id } = await owner.ask(device.check, { code })
  const staffScope = 'Developer_Edit' as PermissionId
  const refused = await owner.refusal(device.approve, { id, days: 1, fields: fieldsOf(name, [staffScope]) })
  expect(refused.code).toBe(problems.invalid.code)
  await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields: fieldsOf(`${name} taken`) })
  const taken = await owner.refusal(device.approve, { id, days: 1, fields: fieldsOf(`${name} taken`) })
  expect([taken.code, await stateOf(handle)]).toEqual([problems.invalid.code, 'WAITING'])
})

test('an approval needs a fresh proof of identity; without it the code stays valid', async () => {
  const { id: enterpriseId, owner: stale } = await t.enterprise()
  t.clock.moveMs(11 * MINUTE_MS)
  const { code, name, handle } = await started()
  const { id } = await stale.ask(device.check, { code })
  const approval = { id, days: 1, fields: fieldsOf(name) }
  expect((await stale.refusal(device.approve, approval)).code).toBe(problems.step_up_needed.code)
  expect(await stateOf(handle)).toBe('WAITING')
  await (await t.sessionIn(stale, enterpriseId)).ask(device.approve, approval)
  expect(await stateOf(handle)).toBe('APPROVED')
})

test('of the members who may create keys, the last one who entered the code decides', async () => {
  const { owner: first, member } = await t.enterprise()
  const [developer, operator] = [await member('Developer'), await member('Operator')]
  const { code, name, handle } = await started()
  expect(await refusalOf(operator, code)).toBe(problems.forbidden.code)
  const { id } = await first.ask(device.check, { code })
  const approval = { id, days: 1, fields: fieldsOf(name) }
  expect((await developer.refusal(device.approve, approval)).code).toBe(unknown)
  expect(await developer.ask(device.check, { code })).toMatchObject({ id })
  expect((await first.refusal(device.approve, approval)).code).toBe(unknown)
  expect((await first.refusal(device.refuse, { id })).code).toBe(unknown)
  await developer.ask(device.approve, approval)
  expect(await stateOf(handle)).toBe('APPROVED')
})

test('a code ends after 10 minutes, and its row is deleted', async () => {
  const { code, handle, expiresAt } = await started()
  const { id } = await owner.ask(device.check, { code })
  const count = async () => (await t.server.db.global.selectFrom('device_sign_in').select('id').execute()).length
  t.clock.moveMs(10 * MINUTE_MS + 1000)
  expect(new Date(expiresAt).getTime()).toBeLessThan(t.server.clock.now().getTime())
  expect([await stateOf(handle), await refusalOf(owner, code)]).toEqual(['EXPIRED', unknown])
  expect((await owner.refusal(device.refuse, { id })).code).toBe(unknown)
  await dropExpired(t.server)
  expect([await count(), await stateOf(handle)]).toEqual([0, 'EXPIRED'])
})

test('guesses of a member are limited, right codes too', async () => {
  const { code } = await started()
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await refusalOf(owner, 'BBBB-BBBB')).toBe(unknown)
  expect(await refusalOf(owner, code)).toBe(problems.too_many.code)
  expect(await other.owner.ask(device.check, { code })).toMatchObject({ scopes: ['Fleet_View'] })
})

test('guesses from one address are limited, also those of different members', async () => {
  const guess = async (address: string) => {
    const [enterpriseId, userId] = [crypto.randomUUID(), crypto.randomUUID()]
    const who = { enterpriseId, userId, permissions: new Set() } as unknown as Who
    const checked = checkDevice(t.server, { who, address }, { code: 'BBBBBBBB' })
    return await checked.catch((error: unknown) => (error as Problem).kind)
  }
  const answers = []
  for (let attempt = 0; attempt < 51; attempt += 1) answers.push(await guess('192.0.2.1'))
  expect(new Set(answers.slice(0, 50))).toEqual(new Set(['device_code_unknown']))
  expect([answers[50], await guess('192.0.2.2')]).toEqual(['too_many', 'device_code_unknown'])
})

test('malformed input is refused', async () => {
  expect((await owner.refusal(device.check, { code: 'AEIO-UAEI' })).code).toBe(problems.invalid.code)
  const input = { secretHash: 'x', machine: '', scopes: [] }
  const refused = await machine.refusal(device.start, input)
  expect(refused.code).toBe(problems.invalid.code)
})
