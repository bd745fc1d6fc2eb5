import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as invitation from '@simwright/contract/people/invitation'
import { invitationRefusalTexts } from '@simwright/contract/people/invitation'
import type { InvitationRefusal } from '@simwright/contract/people/invitation-code'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import * as platforms from '@simwright/contract/platform/white-label'
import { describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const t = await testServer()
const staff = await t.staff()

const standard = {
  platformId: t.server.platforms.standard.id,
  plan: null,
  planDays: null,
  trialDays: null,
  maxUses: 1,
  until: null,
  note: '',
} satisfies invitation.InvitationFields

async function link(fields: Partial<invitation.InvitationFields> = {}) {
  const { id } = await staff.ask(invitation.add, { fields: { ...standard, ...fields } })
  return await staff.ask(invitation.get, { id })
}

let people = 0
const person = (code?: string) => ({
  email: `grace${++people}@example.com`,
  password: 'Quiet-Harbour-7',
  firstName: 'Grace',
  lastName: 'Hopper',
  companyName: `Invited Mobile ${people}`,
  ...(code === undefined ? {} : { invitation: code }),
})

async function register(code?: string) {
  const who = person(code)
  await t.stranger().ask(account.register, who)
  return who
}

async function tokenOf({ email }: { email: string }): Promise<string> {
  return new URL(await t.lastLink(email)).searchParams.get('token')!
}

async function activate(who: { email: string; password: string }) {
  const client = t.stranger()
  const answer = await client.ask(account.verify, { token: await tokenOf(who) })
  await client.ask(account.login, { email: who.email, password: who.password })
  return { client, answer }
}

const faultOf = async (client: Client, code: string) => {
  const refusal = await client.refusal(invitation.check, { invitation: code })
  expect(refusal.code).toBe(problems.invalid.code)
  return (refusal.obj as { faults: { path: string; text: string }[] }).faults
}

describe('an invitation link', () => {
  test('gives its plan and trial days to the enterprise account that signs up with it, and lists it', async () => {
    const made = await link({ plan: 'PREMIUM', planDays: 60, trialDays: 45, maxUses: 3, note: 'Fair in Lyon' })
    expect(made).toMatchObject({ state: 'OPEN', uses: 0, maxUses: 3, note: 'Fair in Lyon', came: [] })
    expect(made.url).toBe(`${t.server.config.publicUrl}/signup?invitation=${made.code}`)

    const { client, answer } = await activate(await register(made.code))
    expect(answer.invitation).toBe('ACCEPTED')
    const endsAt = new Date(t.clock.now().getTime() + 60 * DAY_MS).toISOString()
    const current = await client.ask(plan.queryOrder, {})
    expect(current).toMatchObject({ plan: 'PREMIUM', kind: 'GIVEN', endsAt, trial: { days: 45 } })
    const [entry] = (await client.ask(audit.list, { filter: { action: ['invitation.used'] } })).items
    expect(entry?.after).toEqual({ plan: 'PREMIUM', planDays: 60, trialDays: 45 })

    const used = await staff.ask(invitation.get, { id: made.id })
    expect(used.uses).toBe(1)
    expect(used.came).toEqual([
      { enterpriseId: current.enterpriseId, name: `Invited Mobile ${people}`, at: t.clock.now().toISOString() },
    ])
  })

  test('gives only trial days, if it has no plan', async () => {
    const { client } = await activate(await register((await link({ trialDays: 90 })).code))
    expect(await client.ask(plan.queryOrder, {})).toMatchObject({
      plan: 'DEMO',
      kind: 'BASE',
      trial: { state: 'available', days: 90 },
    })
  })

  test('is recognized in any case, without hyphens, and with letters that resemble digits', async () => {
    const { code } = await link({ trialDays: 20 })
    const typed = ` ${code.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect(await t.stranger().ask(invitation.check, { invitation: typed })).toMatchObject({ trialDays: 20 })
  })

  test('has a code of 128 random bits, whose last character has only 2^3 choices', () => {
    expect(invitation.newInvitationCode(new Uint8Array(16).fill(255))).toBe(`7${'Z'.repeat(25)}`)
    expect(invitation.newInvitationCode(new Uint8Array(16))).toBe('0'.repeat(26))
    expect(invitation.showInvitationCode('0123456789ABCDEFGHJKMNPQRS')).toBe('01234-56789-ABCDE-FGHJK-MNPQRS')
  })

  test('belongs to one platform', async () => {
    const { code } = await link()
    const fields = { appName: 'Alba', themeColor: '#0f766e', iconId: null, logoId: null, host: null, smdpAddress: null }
    const sender = {
      mailName: null,
      mailAddress: null,
      supportEmail: null,
      contactEmail: null,
      contactText: null,
      termsUrl: null,
      privacyUrl: null,
    }
    const { id: platformId } = await staff.ask(platforms.add, {
      sys: 'alba',
      fields: { ...fields, ...sender, mailTexts: {}, providers: [] },
    })
    const alba = await link({ platformId })
    expect(alba).toMatchObject({
      platform: 'Alba',
      url: `${t.server.config.publicUrl}/signup/alba?invitation=${alba.code}`,
    })
    const stranger = t.stranger()
    expect((await stranger.refusal(invitation.check, { invitation: code, sys: 'alba' })).code).toBe(
      problems.invalid.code,
    )
    await stranger.ask(invitation.check, { invitation: alba.code, sys: 'alba' })
  })
})

describe('the sign-up', () => {
  test('refuses a code that is unknown, stopped, expired or used up, and says which', async () => {
    const stranger = t.stranger()
    const [stopped, usedUp] = [await link(), await link()]
    const until = t.clock.now().toISOString().slice(0, 10)
    const expired = await link({ until })
    await staff.ask(invitation.stop, { id: stopped.id, version: stopped.version })
    await activate(await register(usedUp.code))
    t.clock.moveMs(DAY_MS)
    const wrong = {
      UNKNOWN: '00000-00000-00000-00000-000000',
      STOPPED: stopped.code,
      EXPIRED: expired.code,
      USED_UP: usedUp.code,
    }
    for (const [refusal, code] of Object.entries(wrong)) {
      const text = invitationRefusalTexts[refusal as InvitationRefusal]
      expect(await faultOf(stranger, code)).toMatchObject([{ path: 'invitation', text }])
      const form = await stranger.refusal(account.register, person(code))
      expect((form.obj as { faults: object[] }).faults).toMatchObject([{ path: 'invitation', text }])
      expect(await t.letters(`grace${people}@example.com`)).toEqual([])
    }
    const states = new Map((await (await t.staff()).ask(invitation.list, {})).items.map(({ id, state }) => [id, state]))
    expect([stopped, expired, usedUp].map(({ id }) => states.get(id))).toEqual(['STOPPED', 'EXPIRED', 'USED_UP'])
  })

  test('of two at the same time, one gets the last use; the other account is opened without it, and says so', async () => {
    const admin = await t.staff()
    const { id } = await admin.ask(invitation.add, { fields: { ...standard, plan: 'PRO', planDays: 30, maxUses: 1 } })
    const { code } = await admin.ask(invitation.get, { id })
    const two = [await register(code), await register(code)]
    const opened = await Promise.all(two.map(activate))
    expect(opened.map(({ answer }) => answer.invitation).sort()).toEqual(['ACCEPTED', 'USED_UP'])
    const plans = await Promise.all(opened.map(async ({ client }) => (await client.ask(plan.queryOrder, {})).plan))
    expect(plans.sort()).toEqual(['DEMO', 'PRO'])
    expect(await admin.ask(invitation.get, { id })).toMatchObject({ uses: 1, state: 'USED_UP', came: [{}] })
  })

  test('counts nothing until the account is activated, and once even if it is activated by a later mail', async () => {
    const admin = await t.staff()
    const { id } = await admin.ask(invitation.add, { fields: { ...standard, trialDays: 40, maxUses: 5 } })
    const { code } = await admin.ask(invitation.get, { id })
    const who = await register(code)
    expect((await admin.ask(invitation.get, { id })).uses).toBe(0)
    const first = await tokenOf(who)
    t.clock.moveMs(1000)
    await t.stranger().ask(account.resendActivation, { email: who.email })
    const token = await tokenOf(who)
    expect(token).not.toBe(first)
    const { client } = await activate(who)
    expect((await client.ask(plan.queryOrder, {})).trial.days).toBe(40)
    expect((await t.stranger().refusal(account.verify, { token })).code).toBe(problems.activation_invalid.code)
    expect((await admin.ask(invitation.get, { id })).uses).toBe(1)
  })

  test('takes an empty field as no code', async () => {
    const { answer } = await activate(await register(''))
    expect(answer.invitation).toBeNull()
  })
})

describe('platform staff', () => {
  test('cannot stop a link twice, nor an unknown one', async () => {
    const admin = await t.staff()
    const { id } = await admin.ask(invitation.add, { fields: standard })
    expect(await admin.ask(invitation.stop, { id, version: 1 })).toEqual({ version: 2 })
    for (const version of [1, 2])
      expect((await admin.refusal(invitation.stop, { id, version })).code).toBe(problems.changed_meanwhile.code)
    const unknown = { id: crypto.randomUUID(), version: 1 }
    expect((await admin.refusal(invitation.stop, unknown)).code).toBe(problems.not_found.code)
    expect((await admin.ask(invitation.list, { filter: { state: ['STOPPED'] } })).items).toContainEqual(
      expect.objectContaining({ id, state: 'STOPPED' }),
    )
  })

  test.each([
    ['a plan without days', { plan: 'PRO' }],
    ['a day in the past', { until: '2020-01-01' }],
    ['no use', { maxUses: 0 }],
    ['a plan without limits', { plan: 'LAB', planDays: 30 }],
    ['an unknown platform', { platformId: crypto.randomUUID() }],
  ])('cannot create a link with %s', async (_what, fields) => {
    const refusal = await (await t.staff()).refusal(invitation.add, { fields: { ...standard, ...fields } as never })
    expect(refusal.code).toBe(problems.invalid.code)
  })

  test('of support see the links, and cannot create or stop one', async () => {
    const support = await t.staff('Platform support')
    expect((await support.ask(invitation.list, {})).items.length).toBeGreaterThan(0)
    for (const refused of [
      await support.refusal(invitation.add, { fields: standard }),
      await support.refusal(invitation.stop, { id: crypto.randomUUID(), version: 1 }),
    ])
      expect(refused.status).toBe(403)
  })
})
