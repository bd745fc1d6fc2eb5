import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import * as team from '@simwright/contract/people/team'
import * as notice from '@simwright/contract/platform/notice'
import * as group from '@simwright/contract/profiles/group'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated } from '../../../testing/generated.ts'
import { addTestGroup, limitedMember } from '../../../testing/limited-member.ts'
import { openMailServer } from '../../../testing/mail-server.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { mailNotices } from '../../platform/notices/jobs.ts'
import { sendDueReports } from './jobs.ts'
import { sendReport } from './send.ts'

const mailServer = await openMailServer()
afterAll(() => mailServer.close())
const { received, refusals } = mailServer

const t = await testServer({
  background: 'queue',
  settings: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://portal.example.com' },
})
const owned = await t.enterprise('Alba')

beforeEach(() => {
  received.length = 0
  refusals.length = 0
})

// a schedule that a failed test left would send its report in the next one
afterEach(removeAll)

const emailOf = (client: Client) => payloadOf(client).email
const userIdOf = (client: Client) => payloadOf(client).userId

function payloadOf({ token }: Client): { email: string; userId: string } {
  return JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString())
}

/** Moves the clock to a time and sends what is due; the SMTP server has each mail when the queue is empty. */
async function at(time: string): Promise<void> {
  t.clock.moveMs(Date.parse(time) - t.clock.now().getTime())
  await foldAll(t.server)
  // two processes, each of which sends what is due
  await Promise.all([sendDueReports(t.server), sendDueReports(t.server)])
  await expect.poll(waitingMails).toEqual([])
}

const waitingMails = async () =>
  await t.server.db.global.selectFrom('mail_message').select('last_error').where('state', '=', 'WAITING').execute()

const ownerOf = async ({ owner, id }: TestEnterprise) => await t.sessionIn(owner, id)

/** The mails that have arrived: to whom, and with which file. */
const arrived = () => {
  const mails = received.map(({ to, email }) => `${to[0]} ${email.attachments[0]?.filename ?? 'link'}`)
  received.length = 0
  return mails.sort()
}

type Fields = Partial<schedule.ScheduleFields>

/** Saves a report and schedules it for every day at 7 in Berlin. */
async function scheduled(client: Client, fields: Fields, parameters: object = { range: 'yesterday' }) {
  const name = `Report ${crypto.randomUUID().slice(0, 8)}`
  const { id: reportId } = await client.ask(report.add, { fields: { name, parameters, isShared: true } })
  const daily = { every: 'DAY', hour: 7, timeZone: 'Europe/Berlin', recipients: [] as string[], ...fields } as const
  const made = await client.ask(schedule.add, { reportId, fields: daily })
  return { ...made, reportId, name }
}

async function removeAll(): Promise<void> {
  const owner = await ownerOf(owned)
  for (const { id, version } of (await owner.ask(schedule.list, {})).items)
    await owner.ask(schedule.remove, { id, version })
}

const scheduleOf = async (client: Client, id: string) =>
  (await client.ask(schedule.list, {})).items.find((one) => one.id === id)!

describe('a scheduled report', () => {
  test('arrives once at its local hour, on both sides of a change of daylight saving time', async () => {
    await at('2027-03-26T12:00:00Z')
    const owner = await ownerOf(owned)
    const to = emailOf(owner)
    const { id, version } = await scheduled(owner, { recipients: [owned.ownerId] })
    await at('2027-03-27T05:59:59Z')
    expect(arrived()).toEqual([])
    await at('2027-03-27T06:00:00Z')
    expect(arrived()).toEqual([`${to} link`])
    await at('2027-03-28T04:59:59Z')
    expect(arrived()).toEqual([])
    await at('2027-03-28T05:00:00Z')
    expect(arrived()).toEqual([`${to} link`])
    await at('2027-03-28T06:00:00Z')
    expect(arrived()).toEqual([])
    await at('2027-03-29T05:00:00Z')
    expect(arrived()).toEqual([`${to} link`])
    await (await ownerOf(owned)).ask(schedule.remove, { id, version: version + 3 })
  })

  test('arrives once at an hour that the clock skips, and at one that it shows twice', async () => {
    await at('2028-03-25T12:00:00Z')
    const owner = await ownerOf(owned)
    const to = emailOf(owner)
    const { id } = await scheduled(owner, { hour: 2, recipients: [owned.ownerId] })
    await at('2028-03-26T00:59:59Z')
    expect(arrived()).toEqual([])
    await at('2028-03-26T01:00:00Z')
    expect(arrived()).toEqual([`${to} link`])
    await at('2028-03-26T12:00:00Z')
    expect(arrived()).toEqual([])
    // after months without a server, what was missed is sent once
    await at('2028-10-28T12:00:00Z')
    expect(arrived()).toEqual([`${to} link`])
    await at('2028-10-29T00:00:00Z')
    expect(arrived()).toEqual([`${to} link`])
    await at('2028-10-29T01:00:00Z')
    expect(arrived()).toEqual([])
    const again = await ownerOf(owned)
    const { version, nextAt } = await scheduleOf(again, id)
    expect(nextAt).toBe('2028-10-30T01:00:00.000Z')
    await again.ask(schedule.remove, { id, version })
  })

  test('has its file attached, with the figures of the day before', async () => {
    await at('2029-01-10T12:00:00Z')
    const owner = await ownerOf(owned)
    const { id, name } = await scheduled(owner, { delivery: 'FILE', format: 'csv', recipients: [owned.ownerId] })
    await at('2029-01-11T06:00:00Z')
    const [mail] = received
    expect(mail?.email.subject).toBe(`${name}: 2029-01-10`)
    expect(mail?.email.text).toContain('The file is attached.')
    const [file] = mail!.email.attachments
    expect([file?.filename, file?.mimeType]).toEqual(['usage 2029-01-10.csv', 'text/csv'])
    const text = new TextDecoder().decode(file!.content as ArrayBuffer)
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Day,Codes generated,Downloaded,Downloaded again,Installed,Enabled,Deleted,Installation failed,Refused',
      '2029-01-10,0,0,0,0,0,0,0,0',
    ])
    expect(mail?.email.text).toContain(
      'https://portal.example.com/reports?kind=usage&by=total&step=day&range=days&from=2029-01-10&to=2029-01-10',
    )
    const again = await ownerOf(owned)
    await again.ask(schedule.remove, { id, version: (await scheduleOf(again, id)).version })
  })

  test('that names members is linked, not attached', async () => {
    await at('2029-02-01T12:00:00Z')
    const owner = await ownerOf(owned)
    await scheduled(owner, { delivery: 'FILE', recipients: [owned.ownerId] }, { by: 'member', range: 'yesterday' })
    await at('2029-02-02T06:00:00Z')
    expect(received[0]?.email.text).toContain('It has names of members, so it is not attached.')
    expect(arrived()).toEqual([`${emailOf(owner)} link`])
  })

  test('is sent again after the mail server refused it for now, but only once', async () => {
    await at('2029-03-01T12:00:00Z')
    const owner = await ownerOf(owned)
    await scheduled(owner, { recipients: [owned.ownerId] })
    refusals.push({ code: 451, text: 'try later' })
    t.clock.moveMs(Date.parse('2029-03-02T06:00:00Z') - t.clock.now().getTime())
    await sendDueReports(t.server)
    // the time of the next attempt is stored with the error
    await expect.poll(waitingMails).toEqual([{ last_error: expect.stringContaining('try later') }])
    expect(received).toEqual([])
    await at('2029-03-02T06:01:00Z')
    expect(arrived()).toEqual([`${emailOf(owner)} link`])
  })
})

describe('a process that ends while it sends a report', () => {
  /**
   * The server as a process that ends when it queues the mail with this number: its transaction is rolled back. Only its
   * clock has reached the time at which the report is due.
   */
  function endingAt(mail: number, due: string): typeof t.server {
    let queued = 0
    const queue: typeof t.server.mail.queue = async (...letter) => {
      queued += 1
      if (queued === mail) throw new Error('the process has ended')
      return await t.server.mail.queue(...letter)
    }
    return { ...t.server, clock: { now: () => new Date(due) }, mail: { ...t.server.mail, queue } }
  }

  test('has sent nothing, and another one sends it once to each recipient', async () => {
    await at('2029-03-10T12:00:00Z')
    const viewer = await owned.member('Viewer')
    const owner = await ownerOf(owned)
    const { id } = await scheduled(owner, { recipients: [owned.ownerId, userIdOf(viewer)] })
    const due = '2029-03-11T06:00:00Z'
    for (const mail of [1, 2])
      await expect(sendReport(endingAt(mail, due), { enterpriseId: owned.id, id })).rejects.toThrow('has ended')
    expect(await waitingMails()).toEqual([])
    expect((await scheduleOf(await ownerOf(owned), id)).nextAt).toBe(new Date(due).toISOString())
    await at(due)
    expect(arrived()).toEqual([`${emailOf(owner)} link`, `${emailOf(viewer)} link`].sort())
    await at(due)
    expect(arrived()).toEqual([])
  })
})

describe('an owner who is limited to groups', () => {
  /** The rows of the file that arrives at this time: group and generated codes. */
  async function rowsAt(time: string): Promise<string[][]> {
    received.length = 0
    await at(time)
    await expect.poll(() => received).toHaveLength(1)
    const text = new TextDecoder().decode(received[0]!.email.attachments[0]!.content as ArrayBuffer)
    const [, ...lines] = text.trim().split('\r\n')
    return lines.map((line) => line.split(',').slice(0, 2))
  }

  test('has these groups only in the report, by the limit of that time, and none after the last one is deleted', async () => {
    await at('2029-06-01T12:00:00Z')
    const owner = await ownerOf(owned)
    const configurationId = await configured(owner, { name: 'Limited' })
    const trains = await addTestGroup({ owner }, 'Trains')
    const buses = await addTestGroup({ owner }, 'Buses')
    const names = ['Trains', 'Trains', 'Buses', 'Buses', 'Buses', '']
    const rows = newSubscribers(names.length).map((row, index) => ({ ...row, GROUP: names[index]! }))
    await generated(owner, { configurationId, rows })
    const limited = await limitedMember({ ...owned, owner }, [trains])
    const fields: Fields = { delivery: 'FILE', format: 'csv', recipients: [owned.ownerId] }
    const parameters = { range: 'last7', step: 'whole', by: 'group' }
    await scheduled(await t.sessionIn(limited, owned.id), fields, parameters)
    expect(await rowsAt('2029-06-02T05:00:00Z')).toEqual([['Trains', '2']])

    const second = await ownerOf(owned)
    const [member] = (await second.ask(team.list, { filter: { search: emailOf(limited) } })).items
    await second.ask(team.setGroups, { id: member!.id, version: member!.version, groups: [buses] })
    expect(await rowsAt('2029-06-03T05:00:00Z')).toEqual([['Buses', '3']])

    const third = await ownerOf(owned)
    const { version } = await third.ask(group.get, { id: buses })
    await third.ask(group.remove, { id: buses, version })
    expect(await rowsAt('2029-06-04T05:00:00Z')).toEqual([])
  })
})

test('a file goes only to those who see all of it, and says that it has fewer groups than its reader sees', async () => {
  await at('2029-07-01T12:00:00Z')
  const owner = await ownerOf(owned)
  const enterprise = { ...owned, owner }
  const groups = [await addTestGroup(enterprise, 'Trams'), await addTestGroup(enterprise, 'Boats')]
  const one = await limitedMember(enterprise, groups.slice(0, 1))
  const both = await limitedMember(enterprise, groups)
  const readers = { owner, one, both }
  const recipients = Object.values(readers).map(userIdOf)
  const words = {
    whole: /The file is attached\.\n/,
    part: /The file is attached\. It has only the groups that .+ sees\.\n/,
    none: /It has figures outside of your view, so it is not attached\. The link opens it/,
  }
  const expected = {
    owner: ['whole', 'none', 'none'],
    one: ['part', 'whole', 'part'],
    both: ['part', 'none', 'whole'],
  } as const
  let day = 2
  for (const [name, outcomes] of Object.entries(expected)) {
    const author = await t.sessionIn(readers[name as keyof typeof readers], owned.id)
    const { id } = await scheduled(
      author,
      { delivery: 'FILE', format: 'csv', recipients },
      { range: 'last7', by: 'group' },
    )
    await at(`2029-07-0${day++}T05:00:00Z`)
    await expect.poll(() => received).toHaveLength(recipients.length)
    for (const [index, client] of Object.values(readers).entries()) {
      const { email } = received.find(({ to }) => to[0] === emailOf(client))!
      const outcome = outcomes[index]!
      expect([name, email.attachments.length]).toEqual([name, outcome === 'none' ? 0 : 1])
      expect(email.text).toMatch(words[outcome])
    }
    received.length = 0
    const again = await t.sessionIn(author, owned.id)
    await again.ask(schedule.remove, { id, version: (await scheduleOf(again, id)).version })
  }
})

describe('members who left', () => {
  test('a recipient who left is dropped, and the others still get the report', async () => {
    await at('2029-04-01T12:00:00Z')
    const viewer = await owned.member('Viewer')
    const owner = await ownerOf(owned)
    const { id } = await scheduled(owner, { recipients: [owned.ownerId, userIdOf(viewer)] })
    await at('2029-04-02T05:00:00Z')
    expect(arrived()).toEqual([`${emailOf(owner)} link`, `${emailOf(viewer)} link`].sort())
    const again = await ownerOf(owned)
    const [member] = (await again.ask(team.list, { filter: { search: emailOf(viewer) } })).items
    await again.ask(team.deactivate, { id: member!.id })
    await at('2029-04-03T05:00:00Z')
    expect(arrived()).toEqual([`${emailOf(owner)} link`])
    expect((await scheduleOf(await ownerOf(owned), id)).recipients).toHaveLength(1)
  })

  test('the schedule of an owner who left stops, and the owners and admins are notified', async () => {
    await at('2029-05-01T12:00:00Z')
    const finance = await owned.member('Finance')
    const { id, name } = await scheduled(finance, { recipients: [owned.ownerId] })
    const owner = await ownerOf(owned)
    const [member] = (await owner.ask(team.list, { filter: { search: emailOf(finance) } })).items
    expect(await scheduleOf(owner, id)).toMatchObject({ state: 'ACTIVE', stopReason: null })
    await owner.ask(team.remove, { id: member!.id })
    const left = { state: 'STOPPED', stopReason: 'OWNER_LEFT', nextAt: null }
    expect(await scheduleOf(owner, id)).toMatchObject(left)
    received.length = 0
    await at('2029-05-02T05:00:00Z')
    await mailNotices(t.server)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]?.email.subject).toContain(`The report "${name}" is no longer sent`)
    const again = await ownerOf(owned)
    expect(await scheduleOf(again, id)).toMatchObject(left)
    const [first] = (await again.ask(notice.list, {})).items
    expect(first).toMatchObject({ kind: 'REPORT_STOPPED', facts: { reportName: name } })
    await at('2029-05-03T05:00:00Z')
    expect(received).toHaveLength(1)
    // an admin who saves it becomes its owner
    const { version } = await scheduleOf(await ownerOf(owned), id)
    const fields = { timeZone: 'UTC', recipients: [owned.ownerId] }
    await (await ownerOf(owned)).ask(schedule.edit, { id, version, fields })
    expect(await scheduleOf(await ownerOf(owned), id)).toMatchObject({ state: 'ACTIVE', stopReason: null })
  })

  test('a schedule for a member who left, or who may not see reports, is refused', async () => {
    const owner = await ownerOf(owned)
    const { id: reportId } = await owner.ask(report.add, { fields: { name: 'Refused', parameters: {} } })
    const elsewhere = await t.enterprise('Elsewhere')
    const operator = await owned.member('Operator')
    const textFor = async (recipient: string) => {
      const fields = { timeZone: 'UTC', recipients: [recipient] }
      const { obj } = await owner.refusal(schedule.add, { reportId, fields })
      return (obj.faults as { text: string }[])[0]?.text
    }
    expect(await textFor(elsewhere.ownerId)).toMatch(/^A recipient is not a member of the enterprise account any more/)
    expect(await textFor(userIdOf(operator))).toMatch(/^Not allowed to see reports: /)
  })

  test('a report with fixed days is not scheduled, since each mail would be the same', async () => {
    const owner = await ownerOf(owned)
    const parameters = { range: 'days' as const, from: '2026-01-01', to: '2026-01-31' }
    const { id: reportId } = await owner.ask(report.add, { fields: { name: 'Fixed', parameters } })
    const fields = { timeZone: 'UTC', recipients: [owned.ownerId] }
    const { obj } = await owner.refusal(schedule.add, { reportId, fields })
    expect(obj.faults).toMatchObject([
      { path: 'reportId', text: expect.stringMatching(/^This report has a fixed range/) },
    ])
  })
})
