import type { OutputOf } from '@simwright/contract/endpoint'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, type Step, see } from '../../../states/step.ts'

type Business = OutputOf<typeof adminDashboard.business>
type Health = OutputOf<typeof adminDashboard.health>

const now = hoursAgo(0)
const month = now.slice(0, 7)
const day = (index: number) => hoursAgo((29 - index) * 24).slice(0, 10)
const days = (most: number) =>
  Array.from({ length: 30 }, (_, i) => ({ day: day(i), count: Math.round(most * Math.abs(Math.sin(i * 0.7))) }))

const business: Business = {
  asOf: now,
  clients: { total: 214, active: 207, suspended: 4, closing: 3 },
  plans: [
    { plan: 'PRO', count: 96 },
    { plan: 'BASIC', count: 61 },
    { plan: 'PREMIUM', count: 22 },
    { plan: 'DEMO', count: 35 },
  ],
  signUps: days(9),
  signUpsBefore: 120,
  trials: { started: 80, bought: 27 },
  downloads: days(4200),
  income: [
    { month, plan: 'PRO', currency: 'USD', cents: 1_430_400 },
    { month, plan: 'BASIC', currency: 'USD', cents: 603_900 },
    { month: '2026-01', plan: 'PREMIUM', currency: 'USD', cents: 525_850 },
  ],
}

const emptyBusiness: Business = {
  ...business,
  clients: { total: 0, active: 0, suspended: 0, closing: 0 },
  plans: [],
  signUps: days(0),
  signUpsBefore: 0,
  trials: { started: 0, bought: 0 },
  downloads: days(0),
  income: [],
}

const points = Array.from({ length: 96 }, (_, i) => ({
  at: hoursAgo(24 - i / 4),
  calls: Math.round(300 + 250 * Math.sin(i / 9)),
  refused: Math.round(12 + 10 * Math.sin(i / 4)),
  p50Ms: 14 + (i % 7),
  p95Ms: 46 + (i % 11) * 3,
}))

const health: Health = {
  asOf: now,
  since: hoursAgo(24),
  calls: 28_431,
  refused: 1_204,
  failed: 2,
  p50Ms: 17.4,
  p95Ms: 61.2,
  points,
  functions: [
    { name: 'authenticateClient', calls: 9_420, p50Ms: 22.1, p95Ms: 71.4 },
    { name: 'initiateAuthentication', calls: 9_811, p50Ms: 8.2, p95Ms: 19.9 },
  ],
  refusals: [
    { subject: '8.2.6', reason: '3.8', count: 940 },
    { subject: '8.2.7', reason: '3.8', count: 214 },
    { subject: '9.9', reason: '9.9', count: 50 },
  ],
  certificates: [
    { name: 'CERT_DPauth_NIST.der', notAfter: hoursAgo(-24 * 400), daysLeft: 400 },
    { name: 'CERT_DP_TLS.pem', notAfter: hoursAgo(-24 * 12), daysLeft: 12 },
    { name: 'CERT_DPpb_BRP.der', notAfter: hoursAgo(24), daysLeft: -1 },
  ],
  testIssuerOnly: false,
  queueDepth: 3,
  failedJobs: 1,
  storageUsedMib: 8_420,
  storageFreeMib: 120_400,
  backup: { at: hoursAgo(9), bytes: 640_000_000 },
  figures: { checkedAt: hoursAgo(3), wrong: [] },
}

const emptyHealth: Health = {
  ...health,
  since: null,
  calls: 0,
  refused: 0,
  failed: 0,
  p50Ms: null,
  p95Ms: null,
  points: points.map(({ at }) => ({ at, calls: 0, refused: 0, p50Ms: null, p95Ms: null })),
  functions: [],
  refusals: [],
  certificates: [],
  testIssuerOnly: true,
  queueDepth: null,
  failedJobs: 0,
  storageUsedMib: null,
  storageFreeMib: null,
  backup: null,
  figures: { checkedAt: null, wrong: [] },
}

const reasons: Readonly<Record<adminDashboard.ChecklistPoint, adminDashboard.ChecklistReason>> = {
  ADDRESS: 'ADDRESS_LOCAL',
  MAIL: 'MAIL_NO_SERVER',
  CERTIFICATES: 'CERTIFICATES_TEST',
  PAYMENT: 'PAYMENT_NO_METHOD',
  CONTACT: 'CONTACT_NONE',
  TERMS: 'TERMS_NONE',
  BACKUP: 'BACKUP_OLD',
}

type Checklist = OutputOf<typeof adminDashboard.checklist>

/** A checklist on which these points are open, for the platforms with these names. */
const checklist = (open: readonly adminDashboard.ChecklistPoint[], names: readonly string[] = []): Checklist => ({
  points: adminDashboard.checklistPoints.map((point) => ({
    point,
    reason: open.includes(point) ? reasons[point] : null,
    platforms: open.includes(point) ? names.map((name) => ({ id: '01890000-0000-7000-8000-000000000001', name })) : [],
  })),
  sells: !open.includes('PAYMENT') && !open.includes('CONTACT'),
  severalPlatforms: names.length > 1,
})

const placeOf =
  (label: string, path: RegExp): Step =>
  async (until) => {
    const link = () => [...document.querySelectorAll('main a')].find((one) => one.getAttribute('aria-label') === label)
    await until(() => (path.test(link()?.getAttribute('href') ?? '') ? true : undefined), `${label}: ${path}`)
  }

listStates({
  name: 'Admin, dashboard',
  at: linkTo(pages.adminDashboard),
  as: 'staff',
  answers: [
    answer(adminDashboard.held, { restore: null }),
    answer(adminDashboard.checklist, checklist(['CERTIFICATES', 'TERMS'])),
    answer(adminDashboard.business, business),
    answer(adminDashboard.health, health),
  ],
  states: {
    loading: {
      answers: [wait(adminDashboard.checklist), wait(adminDashboard.business), wait(adminDashboard.health)],
      shows: SKELETON,
    },
    empty: {
      answers: [
        answer(adminDashboard.checklist, checklist(adminDashboard.checklistPoints, ['Simwright'])),
        answer(adminDashboard.business, emptyBusiness),
        answer(adminDashboard.health, emptyHealth),
      ],
      steps: [
        see('Checklist: 7 points are open'),
        see(/Nothing is sold until a way to pay and a contact are set up\.$/),
        placeOf('Set up Seller, and bank account or Stripe', /^\/admin\/plan\?tab=seller&platform=01890000/),
        placeOf('Set up Contact', /^\/admin\/platform\/edit\?id=01890000/),
        placeOf('Set up Terms', /^\/admin\/plan\?tab=texts&platform=01890000/),
      ],
      shows: /^No data yet. The server records/,
    },
    failed: {
      answers: [fail(adminDashboard.checklist), fail(adminDashboard.business), fail(adminDashboard.health)],
      shows: 'This could not be loaded',
    },
    full: { steps: [see('Checklist: 2 points are open')], shows: '12 days left' },
    'all is set up': {
      answers: [answer(adminDashboard.checklist, checklist([]))],
      steps: [absent(/^Checklist/)],
      shows: '12 days left',
    },
    'points of several platforms': {
      answers: [answer(adminDashboard.checklist, checklist(['CONTACT', 'PAYMENT'], ['Alba', unbrokenText(64)]))],
      steps: [
        placeOf('Set up Contact', /^\/admin\/platform\/edit\?id=01890000/),
        placeOf('Set up Seller, and bank account or Stripe', /^\/admin\/plan\?tab=seller&platform=01890000/),
      ],
      shows: 'Checklist: 2 points are open',
    },
    figuresWrong: {
      answers: [
        answer(adminDashboard.business, business),
        answer(adminDashboard.health, {
          ...health,
          figures: {
            checkedAt: hoursAgo(3),
            wrong: [
              {
                enterpriseId: '01890000-0000-7000-8000-000000000001',
                name: 'Northwind Mobile',
                example: 'brand Acme, downloaded from 2026-11-23 14:30 UTC: 5 instead of 4',
              },
            ],
          },
        }),
      ],
      shows: /differ from its events$/,
    },
    longest: {
      answers: [
        answer(adminDashboard.health, {
          ...health,
          calls: 2_000_000_000,
          certificates: [{ name: unbrokenText(200), notAfter: hoursAgo(-24), daysLeft: 1 }],
        }),
      ],
      shows: unbrokenText(200),
    },
    restored: {
      answers: [
        answer(adminDashboard.held, {
          restore: {
            rowsOf: hoursAgo(2),
            at: hoursAgo(1),
            mails: 12,
            webhooks: 10_001,
            operatorNotifications: 0,
            charges: 3,
          },
        }),
        answer(adminDashboard.releaseHeld, {}),
      ],
      steps: [see('E-mails from before the restore'), press('Release')],
      shows: 'Release what is held?',
    },
    phone: { shows: '12 days left' },
    'another range': { steps: [press('7 days')], shows: '12 days left' },
  },
})
