import * as report from '@simwright/contract/insight/report'
import { codeAgeNames, inventoryStatuses, type ReportValue } from '@simwright/contract/insight/report-kind'
import * as schedule from '@simwright/contract/insight/report-schedule'
import { type AddressOf, linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { noGroupLeft } from '../../../states/frame-answers.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, uncovered } from '../../../states/step.ts'

const DAY_MS = 24 * 3_600_000
const range = { from: '2026-10-25T00:00:00.000Z', to: '2026-11-24T00:00:00.000Z' }

const reportOf = (rows: report.ReportRow[], more: Partial<report.Report> = {}): report.Report => {
  const totals: report.ReportRow['values'] = {}
  for (const { values } of rows)
    for (const [value, count] of Object.entries(values)) {
      const name = value as ReportValue
      totals[name] = (totals[name] ?? 0) + count
    }
  const fixed = { asOf: '2026-11-23T14:03:00.000Z', timeZone: 'UTC', range, isCut: false, billing: null }
  return { ...fixed, isRounded: false, rows, totals, ...more }
}

const valuesOf = (downloaded: number) => ({
  generated: downloaded * 2,
  downloaded,
  redownloaded: Math.floor(downloaded / 9),
  installed: Math.floor(downloaded * 0.93),
  enabled: Math.floor(downloaded * 0.9),
  deleted: Math.floor(downloaded / 7),
  failed: Math.floor(downloaded / 20),
  refused: Math.floor(downloaded / 12),
})

/** Thirty days, the newest first. */
const days = Array.from({ length: 30 }, (_, i): report.ReportRow => {
  const from = new Date(Date.parse('2026-11-23T00:00:00Z') - i * DAY_MS)
  const to = new Date(from.getTime() + DAY_MS)
  const downloaded = i % 7 === 1 || i % 7 === 0 ? 12 : 40 + ((i * 37) % 90)
  const period = from.toISOString().slice(0, 10)
  return {
    id: period,
    from: from.toISOString(),
    to: to.toISOString(),
    period,
    dimension: '',
    name: 'All',
    values: valuesOf(downloaded),
  }
})

const named = (names: readonly string[]): report.ReportRow[] =>
  names.map((name, i) => {
    const dimension = name === 'No group' ? '' : sampleId(700 + i)
    return { id: dimension, dimension, name, values: valuesOf(900 - i * 170), ...(i === 3 ? { isDeleted: true } : {}) }
  })

const groups = named(['Berlin fleet', 'Field test', 'No group', 'Trade fair 2025'])

const funnel: report.ReportRow = {
  id: '',
  dimension: '',
  name: 'All',
  values: { opened: 1840, authenticated: 1520, downloaded: 1404, installed: 1312, firstEnabled: 1275 },
}

const failures: report.ReportRow[] = [
  ['8.2.7', '3.8', 0, 41],
  ['8.1', '4.8', 0, 17],
  ['8.1.1', '3.8', 0, 12],
  ['', '', 9, 0],
].map(([subjectCode, reasonCode, failed, refused]) => ({
  id: `${subjectCode}/${reasonCode}`,
  subjectCode: String(subjectCode),
  reasonCode: String(reasonCode),
  values: { failed: Number(failed), refused: Number(refused) },
}))

const device = (brand: string, model: string, installed: number, failed: number): report.ReportRow => ({
  id: `${brand}|${model}`,
  brand,
  model,
  dimension: sampleId(1),
  name: 'Consumer plan',
  lastSeen: '2026-11-22T09:00:00.000Z',
  values: { installed, failed, refused: failed > 0 ? 1 : 0 },
})

const devices = [
  device('Google', 'Pixel 9', 412, 0),
  device('Samsung', 'Galaxy S25', 388, 6),
  device('Quectel', 'EG25-G', 0, 11),
  device('', '', 4, 0),
]

const stale: report.ReportRow = {
  id: '',
  dimension: '',
  name: 'All',
  values: { ...Object.fromEntries(codeAgeNames.map((age, i) => [age, 620 - i * 98])), codes: 2250 },
}

const inventory: report.ReportRow[] = ['Consumer plan', 'Private 5G', 'Test network'].map((name, i) => ({
  id: sampleId(10 + i),
  dimension: sampleId(10 + i),
  name,
  values: {
    ...Object.fromEntries(inventoryStatuses.map((status, n) => [status, 90 * (n + 1) + i * 13])),
    profiles: 4050,
  },
}))

const billing: report.BilledUse = {
  orderCode: '20261023100000123456',
  plan: 'PRO',
  from: '2026-10-23T10:00:00.000Z',
  to: '2026-11-23T10:00:00.000Z',
  isCurrent: false,
  counts: 'downloads',
  used: 117,
  included: 100,
  extra: 17,
  billed: [{ number: 'SW-000123', quantity: 17 }],
}

const saved = (number: number, more: Partial<report.SavedReport> = {}): report.SavedReport => ({
  id: sampleId(number),
  name: 'Downloads by group',
  parameters: report.ReportParameters.parse({ by: 'group', range: 'lastMonth', step: 'week' }),
  isShared: true,
  version: 1,
  createdBy: 'Ada Byron',
  manageable: true,
  schedules: 1,
  ...more,
})

const recipients = [
  { id: sampleId(800), name: 'Ada Byron', email: 'ada@example.com' },
  { id: sampleId(801), name: 'Grace Hopper', email: 'grace@example.com' },
]

const monthly: schedule.Schedule = {
  id: sampleId(850),
  reportId: sampleId(860),
  reportName: 'Downloads by group',
  version: 1,
  state: 'ACTIVE',
  stopReason: null,
  owner: 'Ada Byron',
  manageable: true,
  every: 'MONTH',
  hour: 7,
  weekday: 1,
  monthDay: 1,
  timeZone: 'Europe/Berlin',
  format: 'xlsx',
  delivery: 'LINK',
  recipients: recipients.map(({ id, name }) => ({ id, name })),
  nextAt: hoursAgo(-170),
  lastAt: hoursAgo(500),
  lastMails: 2,
}

const choices = answer(report.choices, {
  values: groups.map(({ dimension = '', name = '', isDeleted = false }) => ({ value: dimension, name, isDeleted })),
  periods: [billing],
})

const at = (search: AddressOf<typeof pages.reports>) => linkTo(pages.reports, { search })

listStates({
  name: 'Reports',
  at: linkTo(pages.reports),
  answers: [choices, answer(report.run, reportOf(days)), answer(report.list, { items: [] })],
  states: {
    loading: { answers: [wait(report.run), wait(report.choices)], shows: SKELETON },
    empty: { answers: [answer(report.run, reportOf([]))], shows: 'Nothing in this range' },
    'groups of the view deleted': {
      answers: [noGroupLeft, answer(report.run, reportOf([]))],
      shows: 'No profiles in your view',
    },
    failed: { answers: [fail(report.run)], shows: 'This could not be loaded' },
    refused: {
      at: at({ by: 'group', only: JSON.stringify([sampleId(999)]) }),
      answers: [
        refuse(report.run, 'invalid', {
          faults: [
            {
              path: 'parameters.only',
              rule: 'unknown',
              text: 'This group does not exist, or you may not see it. Choose another one.',
            },
          ],
        }),
      ],
      shows: 'This group does not exist, or you may not see it. Choose another one.',
    },
    full: { shows: '23 Nov 2026' },
    phone: { shows: '23 Nov 2026' },
    longest: {
      at: at({ by: 'group', step: 'whole' }),
      answers: [
        answer(
          report.run,
          reportOf([{ ...groups[0]!, name: unbrokenText(64), values: valuesOf(1_000_000_000) }, ...groups.slice(1)], {
            isCut: true,
            isRounded: true,
          }),
        ),
      ],
      shows: unbrokenText(64),
    },
    'the end before the start': {
      at: at({ range: 'days', from: '2026-11-02', to: '2026-11-01' }),
      shows: 'The range ends before it begins.',
    },
    'by group': {
      at: at({ by: 'group', step: 'whole' }),
      answers: [answer(report.run, reportOf(groups))],
      shows: 'Trade fair 2025 (deleted)',
    },
    funnel: {
      at: at({ kind: 'funnel' }),
      answers: [answer(report.run, reportOf([funnel]))],
      shows: '97%',
    },
    failures: {
      at: at({ kind: 'failures' }),
      answers: [answer(report.run, reportOf(failures))],
      shows: '8.2.7 / 3.8',
    },
    'failures, phone': {
      at: at({ kind: 'failures' }),
      answers: [answer(report.run, reportOf(failures))],
      shows: '8.2.7 / 3.8',
    },
    stale: {
      at: at({ kind: 'stale' }),
      answers: [answer(report.run, reportOf([stale], { range: null }))],
      shows: 'Over a year',
    },
    devices: {
      at: at({ kind: 'devices' }),
      answers: [answer(report.run, reportOf(devices))],
      shows: 'Failed installations and refusals',
    },
    inventory: {
      at: at({ kind: 'inventory' }),
      answers: [answer(report.run, reportOf(inventory, { range: null }))],
      shows: 'Private 5G',
    },
    'billing period': {
      at: at({ range: 'billing' }),
      answers: [answer(report.run, reportOf(days, { billing, isRounded: true }))],
      shows: 'Invoice SW-000123: 17',
    },
    'a file arrives': {
      answers: [wait(report.exportFile)],
      steps: [press('CSV')],
      shows: 'Reading the figures.',
    },
    'a file arrives, phone': {
      answers: [wait(report.exportFile)],
      steps: [press('CSV')],
      shows: 'Reading the figures.',
    },
    'save dialog': { steps: [press('Save')], shows: 'Shared with everyone who may see reports' },
  },
})

listStates({
  name: 'Reports, saved',
  at: linkTo(pages.reports, { search: { tab: 'saved' } }),
  answers: [
    answer(report.list, {
      items: [
        saved(860),
        saved(861, {
          name: 'Stale codes',
          isShared: false,
          schedules: 0,
          parameters: report.ReportParameters.parse({ kind: 'stale' }),
        }),
        saved(862, {
          name: 'Failures last week',
          manageable: false,
          schedules: 2,
          parameters: report.ReportParameters.parse({ kind: 'failures', range: 'last7' }),
        }),
      ],
    }),
    answer(schedule.recipients, { items: recipients }),
  ],
  states: {
    loading: { answers: [wait(report.list)], shows: SKELETON },
    empty: { answers: [answer(report.list, { items: [] })], shows: 'No saved reports yet' },
    failed: { answers: [fail(report.list)], shows: 'This could not be loaded' },
    full: { shows: 'Stale codes' },
    longest: {
      answers: [answer(report.list, { items: [saved(860, { name: unbrokenText(64), createdBy: unbrokenText(64) })] })],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Stale codes' },
    'unsaved schedule': {
      steps: [press('Schedule: Stale codes'), press('Paused'), press('Cancel'), uncovered('Keep editing')],
      shows: 'Discard unsaved changes?',
    },
    'schedule form': {
      steps: [press('Schedule: Stale codes')],
      shows: 'Each recipient sees the report with their own permissions.',
    },
  },
})

listStates({
  name: 'Reports, schedules',
  at: linkTo(pages.reports, { search: { tab: 'schedules' } }),
  answers: [
    answer(schedule.list, {
      items: [
        monthly,
        {
          ...monthly,
          id: sampleId(851),
          reportName: 'Stale codes',
          state: 'STOPPED',
          stopReason: 'OWNER_LEFT',
          owner: 'Alan Turing',
          every: 'WEEK',
          nextAt: null,
        },
        {
          ...monthly,
          id: sampleId(852),
          reportName: 'Inventory',
          state: 'PAUSED',
          every: 'DAY',
          nextAt: null,
          lastAt: null,
          lastMails: null,
          manageable: false,
        },
      ],
    }),
    answer(schedule.recipients, { items: recipients }),
  ],
  states: {
    loading: { answers: [wait(schedule.list)], shows: SKELETON },
    empty: { answers: [answer(schedule.list, { items: [] })], shows: 'No schedules yet' },
    failed: { answers: [fail(schedule.list)], shows: 'This could not be loaded' },
    full: { shows: 'Its owner has left, so nothing is sent. Save it again to make it yours.' },
    longest: {
      answers: [
        answer(schedule.list, {
          items: [
            {
              ...monthly,
              reportName: unbrokenText(64),
              recipients: Array.from({ length: 50 }, (_, i) => ({
                id: sampleId(i),
                name: 'Ada Augusta Byron King, Countess of Lovelace',
              })),
            },
          ],
        }),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Its owner has left, so nothing is sent. Save it again to make it yours.' },
    form: {
      steps: [press('Edit: Downloads by group')],
      shows: 'It runs with your permissions and shows what you may see.',
    },
  },
})
