import { problems } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as plan from '@simwright/contract/platform/plan'
import { beforeAll, expect, test } from 'vitest'
import { type Client, type TestServer, testServer } from '../../../testing/server.ts'

let t: TestServer

beforeAll(async () => {
  t = await testServer()
})

const used = problems.trial_used.code
const trialOf = async (owner: Client) => (await owner.ask(plan.queryOrder, {})).trial
const idOf = async (owner: Client) => (await owner.ask(plan.queryOrder, {})).enterpriseId

async function addEnterprise(owner: Client): Promise<Client> {
  const { id } = await owner.ask(enterprise.add, { name: 'Another one' })
  return await t.sessionIn(owner, id)
}

/** Marks the domain as verified, as if its TXT record had been found. */
async function verifyDomain(enterpriseId: string, domain: string): Promise<void> {
  const at = t.clock.now()
  await t.server.db.tenantTx(enterpriseId, async (db) => {
    await db
      .insertInto('sso_domain')
      .values({ enterprise_id: enterpriseId, domain, token: 'x', proved_at: at, proved_by: 'DNS', created_at: at })
      .execute()
    await db.insertInto('sso_domain_directory').values({ domain, enterprise_id: enterpriseId }).execute()
  })
}

test('another enterprise account of an owner has no free trial until staff grant it', async () => {
  const owner = await t.signUpAndIn()
  const second = await addEnterprise(owner)
  expect(await second.ask(plan.queryOrder, {})).toMatchObject({
    plan: 'DEMO',
    trial: { state: 'unavailable', refusal: 'FURTHER' },
  })
  expect((await second.refusal(plan.startTrial, {})).code).toBe(used)
  expect(await trialOf(owner)).toMatchObject({ state: 'available', refusal: null })
  await owner.ask(plan.startTrial, {})
  const staff = await t.staff()
  const id = await idOf(second)
  expect((await staff.ask(client.get, { id })).trial).toBe('WITHHELD')
  await staff.ask(client.grantTrial, { id })
  expect((await staff.ask(client.get, { id })).trial).toBe('GRANTED')
  expect(await trialOf(second)).toMatchObject({ state: 'available' })
  await second.ask(plan.startTrial, {})
  expect((await staff.refusal(client.grantTrial, { id })).code).toBe(problems.trial_refused.code)
})

test('a person has one trial, also with other + addresses or after the deletion of the account', async () => {
  const email = 'carol@one-person.example'
  const first = await t.signUpAndIn({ email })
  await first.ask(plan.startTrial, {})
  const second = await t.signUpAndIn({ email: 'carol+2@one-person.example' })
  expect(await trialOf(second)).toMatchObject({ state: 'unavailable', refusal: 'PERSON' })
  expect((await second.refusal(plan.startTrial, {})).code).toBe(used)
  // like after the deletion of the account
  await t.server.db.global
    .updateTable('user_account')
    .set({ email: 'gone@one-person.example' })
    .where('email', '=', email)
    .execute()
  t.clock.moveMs(1_000)
  const again = await t.signUpAndIn({ email })
  expect((await again.refusal(plan.startTrial, {})).code).toBe(used)
})

test('a verified mail domain has one trial, whichever of its enterprise accounts starts it', async () => {
  const first = await t.signUpAndIn({ email: 'a@proved.example' })
  const second = await t.signUpAndIn({ email: 'b@proved.example' })
  const third = await t.signUpAndIn({ email: 'c@proved.example' })
  await first.ask(plan.startTrial, {})
  expect(await trialOf(second)).toMatchObject({ state: 'available' })
  await verifyDomain(await idOf(first), 'proved.example')
  expect(await trialOf(second)).toMatchObject({ state: 'unavailable', refusal: 'DOMAIN' })
  expect((await second.refusal(plan.startTrial, {})).code).toBe(used)
  expect((await third.refusal(plan.startTrial, {})).code).toBe(used)
})

test('of parallel starts for one domain one succeeds', async () => {
  const people = [1, 2, 3].map((n) => ({ email: `p${n}@at-once.example` }))
  const owners: Client[] = []
  for (const person of people) owners.push(await t.signUpAndIn(person))
  await verifyDomain(await idOf(owners[0]!), 'at-once.example')
  const codes = await Promise.all(
    owners.map((owner) =>
      owner.ask(plan.startTrial, {}).then(
        () => 'started',
        ({ code }: { code: string }) => code,
      ),
    ),
  )
  expect(codes.sort()).toEqual([used, used, 'started'].sort())
})

test('an owner of a suspended enterprise account cannot open another one', async () => {
  const owner = await t.signUpAndIn()
  const staff = await t.staff()
  const second = await addEnterprise(owner)
  await staff.ask(client.suspend, { id: await idOf(owner), fields: { reason: 'Unpaid' } })
  for (const session of [owner, second])
    expect((await session.refusal(enterprise.add, { name: 'One more' })).code).toBe(problems.owner_suspended.code)
  await staff.ask(client.resume, { id: await idOf(owner) })
  await owner.ask(enterprise.add, { name: 'One more' })
})
