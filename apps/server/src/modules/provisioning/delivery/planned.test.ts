import * as notice from '@simwright/contract/platform/notice'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import { expect, test } from 'vitest'
import { heldAfterRestore } from '../../../jobs/restored.ts'
import { configured } from '../../../testing/generated.ts'
import type { Client } from '../../../testing/server.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { readMembers } from '../../people/sessions/service.ts'
import { recordRestore, releaseHeld } from '../../platform/restores/service.ts'
import { reopenRetried, sendPlanned } from './jobs.ts'

const t = await testServer({ background: 'queue' })
const { owner, id: enterpriseId, member } = await t.enterprise('Harbour Mobile')
const configurationId = await configured(owner)

const HOUR_MS = 60 * 60_000

/** Profiles that wait for a device. */
async function profiles(count: number) {
  const made = []
  for (const { ICCID, IMSI, KI, OPC } of newSubscribers(count))
    made.push(await owner.ask(batch.single, { configurationId, iccid: ICCID!, imsi: IMSI!, ki: KI, opc: OPC }))
  return made
}

/** A time after `ms`, on the clock of UTC. */
const inMs = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString().slice(0, 16)

type Made = Awaited<ReturnType<typeof profiles>>[number]

/** Plans one e-mail per profile in an hour. @returns the id of the plan */
async function plan(made: readonly Made[], { by = owner, ...more }: { by?: Client } & Record<string, unknown> = {}) {
  const rows = made.map(({ iccid }, index) => ({ email: `mary${index}@example.com`, iccid }))
  const selection = { ids: made.map(({ profileId }) => profileId) }
  const input = { selection, rows, at: inMs(HOUR_MS), timeZone: 'UTC', ...more }
  const { planId, left } = await by.ask(planned.add, input as never)
  expect(left).toEqual([])
  return planId!
}

const ofPlan = async (planId: string) => (await owner.ask(planned.list, { filter: { planId } })).items
const sweep = () => sendPlanned(t.server, { readPlanners: readMembers })
const codesTo = async (email: string) => (await t.letters(email)).filter(({ kind }) => kind === 'CODE_SENT')

test('a code is sent at its time, once, whatever the number of sweeps', async () => {
  const made = await profiles(3)
  const planId = await plan(made, { message: 'For your trip.', language: 'de' })
  await sweep()
  expect(await codesTo('mary0@example.com')).toEqual([])
  expect((await ofPlan(planId)).map(({ state }) => state)).toEqual(['PLANNED', 'PLANNED', 'PLANNED'])
  t.clock.moveMs(HOUR_MS + 60_000)
  expect((await ofPlan(planId)).map(({ state }) => state)).toEqual(['WAITING', 'WAITING', 'WAITING'])
  await Promise.all([sweep(), sweep(), sweep()])
  await sweep()
  const letters = await codesTo('mary0@example.com')
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toContain(made[0]!.activationCode)
  expect(letters[0]!.text).toContain('For your trip.')
  expect(letters[0]!.text).toContain('?lang=de')
  t.clock.moveMs(60_000)
  await sweep()
  expect(await ofPlan(planId)).toMatchObject([
    { state: 'SENT', recipient: 'mary0@example.com', iccid: made[0]!.iccid, plannedBy: expect.stringMatching(/\w/) },
    { state: 'SENT' },
    { state: 'SENT' },
  ])
  const { items } = await owner.ask(delivery.mails, { filter: { profileId: made[0]!.profileId } })
  expect(items).toMatchObject([{ recipient: 'mary0@example.com' }])
})

test('a sweep that fails sends nothing, and the next one sends each code once', async () => {
  const made = await profiles(2)
  const planId = await plan(made.slice(0, 1))
  t.clock.moveMs(HOUR_MS + 60_000)
  const failing = { ...t.server, mail: { ...t.server.mail, queue: () => Promise.reject(new Error('no mail')) } }
  await sendPlanned(failing, { readPlanners: readMembers })
  expect(await ofPlan(planId)).toMatchObject([
    { state: 'WAITING', reason: 'The portal could not send it; it tries again.' },
  ])
  await sweep()
  expect((await ofPlan(planId))[0]!.sentAt).toBeNull()
  t.clock.moveMs(11 * 60_000)
  await sweep()
  t.clock.moveMs(60_000)
  await sweep()
  expect(await ofPlan(planId)).toMatchObject([{ state: 'SENT', reason: null }])
})

test('each row that does not fit says why, and the others are planned', async () => {
  const [first, second, third, fourth] = await profiles(4)
  await plan([fourth!])
  const selection = { ids: [first!, second!, third!, fourth!].map(({ profileId }) => profileId) }
  const rows = [
    { email: 'mary@example.com', iccid: first!.iccid, at: inMs(HOUR_MS) },
    { email: 'mary@example', iccid: second!.iccid },
    { email: 'mary@example.com', iccid: second!.iccid, timeZone: 'Mars/Olympus' },
    { email: 'mary@example.com', iccid: second!.iccid, at: '2020-01-01T09:00' },
    { email: 'mary@example.com', iccid: second!.iccid, language: 'tlh' },
    { email: 'mary@example.com', iccid: first!.iccid },
    { email: null, iccid: second!.iccid },
    { email: 'ada@example.com', iccid: fourth!.iccid },
    { email: 'eve@example.com' },
    { email: 'zoe@example.com' },
    { email: 'joe@example.com' },
  ]
  const input = { selection, rows, at: inMs(2 * HOUR_MS), timeZone: 'UTC' }
  const { pairs, fits } = await owner.ask(planned.preview, input)
  expect(pairs.map(({ reason }) => reason)).toEqual([
    null,
    'Invalid e-mail.',
    'Unknown time zone: Mars/Olympus.',
    'This time is in the past.',
    'Unknown language: tlh. Known are en, de, fr, es, ar.',
    'This profile is in the list twice.',
    'The e-mail address is missing.',
    'It has a planned delivery already.',
    null,
    null,
    'No free activation code is left for it.',
  ])
  expect(fits).toBe(3)
  const added = await owner.ask(planned.add, input)
  expect(added).toMatchObject({ planned: 3 })
  expect(added.left.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 10])
  // a code that someone gets at a date is not the next free one
  const { pairs: now } = await owner.ask(delivery.planMails, { selection, recipients: [{ email: 'kim@example.com' }] })
  expect(now).toMatchObject([{ reason: 'No free activation code is left for it.' }])
})

test('a page that opens at a date takes the next free code that has a page', async () => {
  const [closed, open] = await profiles(2)
  await owner.ask(delivery.setPage, { profileId: closed!.profileId, closed: true })
  const selection = { ids: [closed!.profileId, open!.profileId] }
  const input = { selection, at: inMs(HOUR_MS), timeZone: 'UTC', opensPage: true }
  const { pairs } = await owner.ask(planned.preview, { ...input, rows: [{ email: 'ann@example.com' }] })
  expect(pairs).toMatchObject([{ iccid: open!.iccid, reason: null }])
  const named = await owner.ask(planned.preview, {
    ...input,
    rows: [{ email: 'ann@example.com', iccid: closed!.iccid }],
  })
  expect(named.pairs).toMatchObject([{ reason: 'Its public page is closed: open it first.' }])
})

test('a delivery is moved, changed and canceled until it is sent', async () => {
  const made = await profiles(3)
  const planId = await plan(made)
  const [first, second] = await ofPlan(planId)
  const { language, message, opensPage } = first!
  const fields = {
    email: 'grace@example.com',
    at: inMs(3 * HOUR_MS),
    timeZone: 'Asia/Tokyo',
    language,
    message,
    opensPage,
  }
  const edit = { id: first!.id, version: first!.version, fields: { ...fields, at: inMs(30 * HOUR_MS) } }
  expect(await owner.ask(planned.edit, edit)).toEqual({ version: 2 })
  expect((await owner.refusal(planned.edit, edit)).code).toBe('19412')
  const bad = await owner.refusal(planned.edit, { ...edit, version: 2, fields: { ...fields, at: '2020-01-01T09:00' } })
  expect(bad.obj.faults).toMatchObject([{ path: 'fields.at', text: 'This time is in the past.' }])
  expect(await owner.ask(planned.cancel, { chosen: { ids: [second!.id] } })).toEqual({ canceled: 1 })
  expect(await owner.ask(planned.move, { chosen: { planId }, at: inMs(40 * HOUR_MS) })).toEqual({ moved: 2 })
  t.clock.moveMs(2 * HOUR_MS)
  await sweep()
  expect((await ofPlan(planId)).map(({ state }) => state).toSorted()).toEqual(['CANCELED', 'PLANNED', 'PLANNED'])
  expect((await owner.refusal(planned.edit, { ...edit, id: second!.id })).code).toBe('14120')
  expect(await owner.ask(planned.cancel, { chosen: { planId } })).toEqual({ canceled: 2 })
  // its profile can be planned again
  await plan(made)
})

test('a replaced code sends the new one; a deleted profile and a used code are skipped, and its planner is notified', async () => {
  const [replaced, removed] = await profiles(2)
  const planId = await plan([replaced!, removed!])
  const doIt = async (kind: 'REMOVE' | 'AGAIN', { profileId }: Made) => {
    const { id } = await owner.ask(operation.start, { operation: { kind } as never, selection: { ids: [profileId] } })
    for await (const _ of owner.events(operation.progress, { id }));
  }
  await doIt('REMOVE', removed!)
  await doIt('AGAIN', replaced!)
  const { activationCode } = await owner.ask(fleet.detail, { id: replaced!.profileId })
  expect(activationCode).not.toBe(replaced!.activationCode)
  t.clock.moveMs(HOUR_MS + 60_000)
  await sweep()
  const states = Object.fromEntries(
    (await ofPlan(planId)).map(({ iccid, state, reason }) => [iccid, { state, reason }]),
  )
  expect(states[removed!.iccid]).toEqual({ state: 'SKIPPED', reason: 'Deleted in the portal.' })
  expect((await codesTo('mary0@example.com')).at(0)!.text).toContain(activationCode)
  const { items } = await owner.ask(notice.list, {})
  expect(items[0]).toMatchObject({
    kind: 'DELIVERY_UNSENT',
    facts: { iccid: removed!.iccid, reason: 'Deleted in the portal.' },
  })
})

test('what the mail server refuses is seen with its answer', async () => {
  const [made] = await profiles(1)
  const planId = await plan([made!])
  t.clock.moveMs(HOUR_MS + 60_000)
  await sweep()
  await t.server.db.global
    .updateTable('mail_message')
    .set({ state: 'FAILED', last_error: '550 5.1.1 no such user' })
    .where('recipient', '=', 'mary0@example.com')
    .execute()
  t.clock.moveMs(60_000)
  await sweep()
  expect(await ofPlan(planId)).toMatchObject([{ state: 'REFUSED', reason: '550 5.1.1 no such user', sentAt: null }])
  // platform staff queue it again
  await t.server.db.global
    .updateTable('mail_message')
    .set({ state: 'WAITING', last_error: null })
    .where('recipient', '=', 'mary0@example.com')
    .execute()
  await reopenRetried(t.server)
  expect(await ofPlan(planId)).toMatchObject([{ state: 'WAITING', reason: null }])
  await t.server.db.global
    .updateTable('mail_message')
    .set({ state: 'SENT', sent_at: t.clock.now() })
    .where('recipient', '=', 'mary0@example.com')
    .execute()
  await sweep()
  expect(await ofPlan(planId)).toMatchObject([{ state: 'SENT', reason: null }])
})

test('a member who lost the right or left sends nothing', async () => {
  const [mine, theirs] = await profiles(2)
  const admin = await member('Admin')
  const leaver = await member('Admin')
  const planId = await plan([mine!], { by: admin })
  const other = await plan([theirs!], { by: leaver })
  const change = async (client: Client, columns: { state?: 'INACTIVE'; built_in_role?: 'Viewer' }) => {
    const { userId } = JSON.parse(Buffer.from((client.token ?? '').split('.')[1]!, 'base64url').toString())
    await t.server.db.tenantTx(enterpriseId, (db) =>
      db.updateTable('member').set(columns).where('user_id', '=', userId).execute(),
    )
  }
  await change(admin, { built_in_role: 'Viewer' })
  await change(leaver, { state: 'INACTIVE' })
  t.clock.moveMs(HOUR_MS + 60_000)
  await sweep()
  expect(await ofPlan(planId)).toMatchObject([
    { state: 'SKIPPED', reason: 'Who planned it may no longer send activation codes.' },
  ])
  expect(await ofPlan(other)).toMatchObject([
    { state: 'SKIPPED', reason: 'Who planned it has left the enterprise account.' },
  ])
})

test('a page that opens at a date shows no code before', async () => {
  const [made] = await profiles(1)
  const slug = (await owner.ask(fleet.detail, { id: made!.profileId })).link!.split('/ac/')[1]!
  const rows = [{ email: null, iccid: made!.iccid }]
  const at = inMs(HOUR_MS)
  const selection = { ids: [made!.profileId] }
  const { planId } = await owner.ask(planned.add, { selection, rows, at, timeZone: 'Asia/Tokyo', opensPage: true })
  expect(planId).toBeNull()
  const tokyo = new Date(t.clock.now().getTime() + 10 * HOUR_MS).toISOString().slice(0, 16)
  const added = await owner.ask(planned.add, { selection, rows, at: tokyo, timeZone: 'Asia/Tokyo', opensPage: true })
  const page = await t.stranger().ask(delivery.publicCode, { slug })
  expect(page).toMatchObject({
    state: 'soon',
    activationCode: null,
    matchingId: null,
    opensAt: `${at}:00.000Z`,
    opensTimeZone: 'Asia/Tokyo',
  })
  expect(JSON.stringify(page)).not.toContain(made!.activationCode.split('$')[2])
  expect(await owner.ask(delivery.page, { profileId: made!.profileId })).toMatchObject({ opened: 0 })
  t.clock.moveMs(HOUR_MS + 60_000)
  // by the clock, before any sweep
  expect(await t.stranger().ask(delivery.publicCode, { slug })).toMatchObject({
    state: 'ready',
    activationCode: made!.activationCode,
    opensAt: null,
  })
  await sweep()
  expect(await ofPlan(added.planId!)).toMatchObject([{ state: 'SENT', recipient: null, opensPage: true }])
})

test('after a restore planned deliveries wait until a person releases them', async () => {
  const [made] = await profiles(1)
  const planId = await plan([made!])
  t.clock.moveMs(HOUR_MS + 60_000)
  const { global } = t.server.db
  const at = t.clock.now()
  await recordRestore(global, { id: t.server.random.uuid(), rowsOf: at, at })
  const { run } = heldAfterRestore(t.server, { name: 'planned deliveries', everyMs: HOUR_MS, run: sweep })
  const { signal } = new AbortController()
  const before = (await codesTo('mary0@example.com')).length
  await run(signal)
  expect(await codesTo('mary0@example.com')).toHaveLength(before)
  expect(await ofPlan(planId)).toMatchObject([{ state: 'WAITING', sentAt: null, reason: null }])
  await releaseHeld(t.server)
  await run(signal)
  expect(await codesTo('mary0@example.com')).toHaveLength(before + 1)
  t.clock.moveMs(60_000)
  await run(signal)
  expect(await ofPlan(planId)).toMatchObject([{ state: 'SENT' }])
})

test('the deliveries of a day beyond the limit wait', async () => {
  const [made] = await profiles(1)
  const planId = await plan([made!])
  t.clock.moveMs(HOUR_MS + 60_000)
  const at = t.clock.now()
  await t.server.db.tenantTx(enterpriseId, (db) =>
    db
      .insertInto('code_mail')
      .values(
        Array.from({ length: delivery.MAILS_MAX.day }, () => ({
          enterprise_id: enterpriseId,
          id: t.server.random.uuid(),
          profile_id: made!.profileId as never,
          activation_code_id: t.server.random.uuid() as never,
          recipient: 'many@example.com',
          mail_id: t.server.random.uuid(),
          sent_by: t.server.random.uuid() as never,
          at,
        })),
      )
      .execute(),
  )
  await sweep()
  expect(await ofPlan(planId)).toMatchObject([
    { state: 'WAITING', reason: 'Up to 2,000 e-mails a day. It is sent when there is room.' },
  ])
})
