import { session } from '@simwright/contract/insight/live'
import * as account from '@simwright/contract/people/account'
import type { BehaviorConfig, BehaviorModule } from '@simwright/contract/people/behavior'
import * as behavior from '@simwright/contract/people/behavior'
import * as enterprises from '@simwright/contract/people/enterprise'
import * as team from '@simwright/contract/people/team'
import { type PermissionId, rolePermissions } from '@simwright/contract/permission'
import { linkTo, pages } from '../paths.ts'
import { answer, events } from '../states/answer.ts'
import { sampleId, unbrokenText } from '../states/sample.ts'
import { permissionsOf } from '../states/session.ts'
import { listStates } from '../states/state.ts'
import { absent, press, type Step, see, uncovered } from '../states/step.ts'

const WINDOW_PX = 900
const MAX_LINES = 14

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

/** Waits until the menu without the user's own entries has at most so many lines. */
const lines =
  (max: number): Step =>
  async (until) => {
    const shown = () => {
      const menu = 'aside nav > :not([data-own])'
      return all(`${menu} > div, ${menu} a, ${menu} button:not([tabindex="-1"])`).length
    }
    await until(() => (shown() > 0 && shown() <= max ? true : undefined), `a menu of at most ${max} lines`)
  }

/** Waits until the whole side bar fits into a window of 900 pixels. */
const inSight: Step = async (until) => {
  const height = () => {
    const nav = document.querySelector<HTMLElement>('aside nav')
    const last = nav?.lastElementChild?.getBoundingClientRect()
    const foot = nav?.nextElementSibling?.getBoundingClientRect()
    return nav && last && foot ? last.bottom + nav.scrollTop + foot.height : Number.POSITIVE_INFINITY
  }
  await until(() => (height() <= WINDOW_PX ? true : undefined), `a side bar of ${WINDOW_PX} pixels`)
}

/** Waits until the Tab key stops once at each entry of the menu. */
const oneTabStop: Step = async (until) => {
  const items = () => all('aside nav li')
  const stops = (item: HTMLElement) => item.querySelectorAll('a, button:not([tabindex="-1"])').length
  await until(
    () => (items().length > 0 && items().every((item) => stops(item) === 1)) || undefined,
    'one tab stop for each entry',
  )
}

/** Waits until the user's own entries are after all groups of the menu. */
const ownEntriesLast: Step = async (until) => {
  const isLast = () => {
    const groups = all('aside nav > div')
    const firstOwn = groups.findIndex((group) => group.matches('[data-own]'))
    return firstOwn > 0 && groups.slice(firstOwn).every((group) => group.matches('[data-own]'))
  }
  await until(() => isLast() || undefined, 'the own entries below the menu')
}

const saved = <M extends BehaviorModule>(moduleName: M, config: Partial<BehaviorConfig<M>>) =>
  answer(behavior.query, { configs: [{ moduleName, moduleConfig: JSON.stringify(config), version: 1 }] })

/** Requests that wait for the approval of the owner. */
const waiting = (approvals: number) =>
  events(session, {
    permissions: [...permissionsOf('owner')].sort(),
    withheld: [],
    roleName: 'Owner',
    suspended: false,
    groups: null,
    deletionAt: null,
    unread: 0,
    newestNotice: null,
    approvals,
  })

const holding = (holds: readonly PermissionId[]) => ({ holds })
const calm = [lines(MAX_LINES), inSight]

const pinnedPage = { kind: 'page', id: pages.block.path, label: 'Block' } as const
const pinnedGroup = { kind: 'group', id: sampleId(3300), label: 'Oslo' } as const
const recentProfile = { kind: 'profile', id: sampleId(3302), label: '8988211000000000017' } as const

listStates({
  name: 'Frame, menu',
  at: linkTo(pages.account),
  answers: [
    answer(enterprises.list, { items: [] }),
    answer(team.ownInvitations, { items: [] }),
    answer(account.deletionPreview, { graceDays: 14, enterprises: [] }),
  ],
  states: {
    full: { steps: [...calm, oneTabStop, absent('EID push')], shows: 'Setting' },
    phone: { steps: [press('Open menu')], shows: 'Setting' },
    operator: { as: holding(rolePermissions.Operator), steps: calm, shows: 'Generate AC' },
    viewer: { as: holding(rolePermissions.Viewer), steps: calm, shows: 'Fleet' },
    staff: { as: 'staff', steps: calm, shows: 'Invitation links' },
    'visit of platform staff': { as: 'visit', steps: calm, shows: 'Fleet' },
    'the group of the page is open': {
      at: linkTo(pages.inspector),
      steps: [lines(MAX_LINES + 6), inSight, see('EID push'), absent('Subscription')],
      shows: 'Package inspector',
    },
    'the group of the page is folded': {
      at: linkTo(pages.inspector),
      steps: [press('Device'), lines(MAX_LINES), absent('EID push'), press('Device')],
      shows: 'EID push',
    },
    'a group is opened': { steps: [press('Team')], shows: 'Single sign-on' },
    'opened groups are remembered': {
      answers: [saved('menu', { open: ['team'] })],
      steps: [see('Single sign-on'), press('Team')],
      shows: 'Team',
    },
    'all groups open': {
      answers: [saved('menu', { open: ['device', 'team', 'setting'] })],
      steps: [see('EID push'), see('Single sign-on'), inSight],
      shows: 'Audit log',
    },
    'pinned and recent': {
      at: linkTo(pages.inspector),
      answers: [saved('palette', { pinned: [pinnedPage, pinnedGroup], recent: [recentProfile] })],
      steps: [ownEntriesLast, oneTabStop, inSight],
      shows: '8988211000000000017',
    },
    'one is unpinned, another is pinned': {
      at: linkTo(pages.inspector),
      answers: [saved('palette', { pinned: [pinnedGroup] })],
      steps: [press('Unpin Oslo'), press('Pin Delivery'), ownEntriesLast],
      shows: 'Unpin Delivery',
    },
    longest: {
      answers: [saved('palette', { pinned: [{ ...pinnedGroup, label: unbrokenText(64) }] })],
      shows: unbrokenText(64),
    },
    'approvals wait': {
      answers: [waiting(3)],
      steps: [press('Team, 3 wait for you'), lines(MAX_LINES + 4), uncovered('Approvals, 3 wait for you')],
      shows: '3',
    },
    'many approvals wait': { answers: [waiting(100)], steps: calm, shows: '99+' },
    narrow: { steps: [press('Collapse side bar'), lines(MAX_LINES), press('Device')], shows: 'EID push' },
  },
})
