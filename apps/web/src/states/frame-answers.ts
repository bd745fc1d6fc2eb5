import type { OutputOf } from '@simwright/contract/endpoint'
import * as comment from '@simwright/contract/insight/comment'
import { session } from '@simwright/contract/insight/live'
import * as account from '@simwright/contract/people/account'
import * as behavior from '@simwright/contract/people/behavior'
import { type Enterprise, enterpriseInfo, getUserPermissions } from '@simwright/contract/people/session'
import { treeOf } from '@simwright/contract/permission'
import * as announcement from '@simwright/contract/platform/announcement'
import * as legal from '@simwright/contract/platform/legal'
import { planFeatures, planTypes, queryOrder, type UserPlan } from '@simwright/contract/platform/plan'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import { type Answer, answer, wait } from './answer.ts'
import { ENTERPRISE_ID, hoursAgo } from './sample.ts'
import { permissionsOf, withheldFrom } from './session.ts'
import type { Person } from './state.ts'

export const enterprise: Enterprise = {
  id: ENTERPRISE_ID,
  name: 'Northwind Mobile',
  logoUrl: null,
  plan: 'PRO',
  role: 'Owner',
  createdAt: hoursAgo(4000),
  smdpAddress: 'smdp.northwind.example',
  issuers: ['NIST'],
  testIssuerOnly: false,
  deletionAt: null,
  owner: true,
}

export const userPlan: UserPlan = {
  enterpriseId: ENTERPRISE_ID,
  plan: 'PRO',
  limits: {
    downloads: 10_000,
    configurations: 50,
    configurationTypes: [...planTypes],
    oplmn: 80,
    fplmn: 40,
    redownloadsAMonth: 10,
    downloadAttempts: 20,
    members: 25,
    features: [...planFeatures],
    apiCallsASecond: 10,
    iccids: 100_000,
    rules: 100,
  },
  kind: 'BOUGHT',
  startsAt: hoursAgo(300),
  endsAt: hoursAgo(-420),
  order: 'running',
  text: null,
  trial: { state: 'ended', days: 15, daysLeft: 0, refusal: null },
  downloads: {
    total: 10_000,
    used: 3_120,
    available: 6_880,
    exceeded: 0,
    installations: 2_981,
    extraDownloadCents: 30,
  },
  configurations: { used: 4, max: 50 },
  members: { used: 7, invited: 1, max: 25 },
  iccids: { used: 1_240, max: 100_000 },
  samples: false,
  frozen: false,
  suspended: null,
}

const suspended = { reason: 'The invoice of March is not paid.' }

export const me: OutputOf<typeof account.me> = {
  email: 'ada@northwind.example',
  firstName: 'Ada',
  lastName: 'Byron',
  companyName: 'Northwind Mobile',
  timeZone: 'UTC',
  hasPassword: true,
  passwordChangedAt: hoursAgo(900),
  createdAt: hoursAgo(4000),
  deletionAt: null,
}

/** The answer about the person's permissions. */
export const permissionsAnswer = (person: Person, more: { lacksSecondFactor: boolean }) =>
  answer(getUserPermissions, {
    userPermissions: treeOf(new Set(permissionsOf(person))),
    withheld: withheldFrom(person),
    groups: null,
    ...more,
  })

/** The permissions of a member whose view is limited to groups, all of which were deleted. */
export const noGroupLeft = answer(getUserPermissions, {
  userPermissions: treeOf(new Set(permissionsOf('owner'))),
  withheld: [],
  groups: [],
  lacksSecondFactor: false,
})

/** Answers to the calls of the frame, so that a list of states only has the answers to its page's calls. */
export function frameAnswers(person: Person): Answer[] {
  const before = [answer(legal.current, { texts: [] })]
  if (person === 'guest') return before
  return [
    ...before,
    permissionsAnswer(person, { lacksSecondFactor: false }),
    answer(behavior.query, { configs: [] }),
    answer(behavior.save, ({ version = 0 }) => ({ version: version + 1 })),
    answer(enterpriseInfo, enterprise),
    answer(queryOrder, person === 'suspended owner' ? { ...userPlan, suspended } : userPlan),
    answer(account.me, me),
    answer(announcement.current, { items: [] }),
    answer(comment.list, { items: [], next: null, total: 0 }),
    ...[session, batch.progress, operation.progress, delivery.fileProgress].map(wait),
  ]
}
