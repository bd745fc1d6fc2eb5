import type { Page } from '@playwright/test'
import { pages, publicPages } from '../../apps/web/src/paths.ts'
import { PICTURES_SETTING, type PictureDemo, type PictureObjects, type PictureSettings } from './picture-demo.ts'

/** A page, or a dialog or drawer of it. */
export type View = {
  name: string
  path: string
  /** Opens what the address cannot. */
  first?: (page: Page) => Promise<unknown>
  /** What the console is expected to report. */
  reports?: RegExp
}

/** Undefined unless the proof runs. */
export function readPictureSettings(): PictureSettings | undefined {
  const setting = process.env[PICTURES_SETTING]
  return setting === undefined ? undefined : JSON.parse(setting)
}

export type Person = 'owner' | 'newcomer' | 'staff' | 'guest'

/** A new object for a form, and a page without the name of a platform. */
const addressOf = (path: string) =>
  path
    .replace('/purchase/$operation', '/purchase/buy')
    .replace('$operation', 'add')
    .replace(/\/\{-\$\w+\}/, '')

const ALL = Object.entries(pages).map(([name, { path }]) => ({ name, path: addressOf(path) }))
const isOfStaff = ({ path }: View) => path.startsWith('/admin/')

type Walk = { person: Person; views: readonly View[] }

/** All views of the route table with their tabs, main drawers and dialogs, in walks of one person. */
export function viewsOf(demo: Pick<PictureDemo, 'objects' | 'mailbox'>): Readonly<Record<string, Walk>> {
  const { objects } = demo
  return {
    'pages of members': { person: 'owner', views: ALL.filter((view) => !isOfStaff(view)) },
    'tabs, drawers and dialogs of members': {
      person: 'owner',
      views: [...objectsOfMembers(objects), ...tabsOfMembers, ...dialogs],
    },
    'pages of a newcomer': { person: 'newcomer', views: ofNewcomer(objects) },
    'pages of staff': {
      person: 'staff',
      views: [...ALL.filter(isOfStaff), ...tabsOfStaff, ...objectsOfStaff(objects)],
    },
    'pages of guests': {
      person: 'guest',
      views: [...publicViews(objects), { name: 'mailbox', path: demo.mailbox }],
    },
  }
}

const ofNewcomer = ({ order }: PictureObjects): View[] => [
  { name: 'first-home', path: '/home' },
  { name: 'first-fleet', path: '/profile/fleet' },
  { name: 'first-generate', path: '/profile/generateac' },
  { name: 'first-subscription', path: '/subscription' },
  { name: 'first-purchase', path: '/order/purchase/buy' },
  { name: 'first-contact', path: '/contact' },
  { name: 'first-dashboard', path: '/dashboard' },
  { name: 'order-success-open', path: `/order/success?open=${order}` },
  { name: 'order-open', path: `/order?open=${order}` },
]

const tabsOfMembers: readonly View[] = [
  { name: 'delivery-pages', path: '/profile/delivery?tab=pages' },
  { name: 'delivery-mails', path: '/profile/delivery?tab=mails' },
  { name: 'delivery-files', path: '/profile/delivery?tab=files' },
  { name: 'generateAc-range', path: '/profile/generateac?way=range' },
  { name: 'group-rules', path: '/profile/group?rules=on' },
  { name: 'reports-saved', path: '/reports?tab=saved' },
  { name: 'reports-schedules', path: '/reports?tab=schedules' },
  { name: 'logs-profile', path: '/logs?log=profile' },
  { name: 'logs-recycle', path: '/logs?log=recycle' },
  { name: 'block-hits', path: '/setting/block?log=hits' },
  { name: 'notifications-channels', path: '/notifications?tab=channels' },
  { name: 'notifications-thresholds', path: '/notifications?tab=thresholds' },
  ...['open-api', 'webhooks', 'operators', 'calls', 'limits', 'tools'].map((tab) => ({
    name: `developer-${tab}`,
    path: `/setting/developer?tab=${tab}`,
  })),
]

const objectsOfMembers = (ids: PictureObjects): View[] => [
  ...['code', 'overview', 'timeline', 'package', 'recycle', 'raw'].map((tab) => ({
    name: `profile-${tab}`,
    path: `/profile/fleet?profile=${tab === 'code' ? ids.available : ids.enabled}&tab=${tab}`,
  })),
  { name: 'virtualPhone-open', path: `/profile/virtualphone?profile=${ids.available}` },
  { name: 'generateAc-preview', path: `/profile/generateac?source=${ids.source}` },
  { name: 'generateAc-result', path: `/profile/generateac?batch=${ids.batch}` },
  { name: 'logs-batch', path: `/logs?batch=${ids.batch}` },
  { name: 'campaign-open', path: `/profile/campaign?campaign=${ids.campaign}` },
  { name: 'group-open', path: `/profile/group?group=${ids.group}` },
  { name: 'configuration-view', path: `/configform/view?id=${ids.configuration}` },
  { name: 'configuration-edit', path: `/configform/edit?id=${ids.configuration}` },
  {
    name: 'packageInspector-open',
    path: `/profile/package?configuration=${ids.configuration}`,
    // the package is built and read after the page is shown
    first: async (page) => await page.getByRole('heading', { name: 'Elements and files' }).waitFor(),
  },
  { name: 'webhook-open', path: `/setting/developer?tab=webhooks&open=${ids.webhook}` },
]

const openRow = async (page: Page) => await page.locator('main table tbody tr td:nth-child(2)').first().click()

const dialogs: readonly View[] = [
  { name: 'campaign-new', path: '/profile/campaign?dialog=new' },
  { name: 'lease-new', path: '/profile/lease?dialog=new' },
  { name: 'block-new', path: '/setting/block?dialog=new' },
  { name: 'key-new', path: '/setting/developer?dialog=new' },
  { name: 'webhook-new', path: '/setting/developer?tab=webhooks&dialog=new' },
  { name: 'role-new', path: '/team/role?dialog=new' },
  { name: 'audit-entry', path: '/setting/audit', first: openRow },
  { name: 'help', path: '/profile/fleet?help=on' },
  { name: 'feedback-new', path: '/home?feedback=new' },
  {
    name: 'palette',
    path: '/home',
    first: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('invoice')
    },
  },
  {
    name: 'configuration-all',
    path: '/configform/add',
    first: async (page) => await page.getByRole('button', { name: 'Open all' }).click(),
  },
  { name: 'no-permission', path: '/admin/dashboard' },
  { name: 'not-found', path: '/there/is/no/such/page' },
]

const tabsOfStaff: readonly View[] = [
  { name: 'plans-discounts', path: '/admin/plan?tab=discounts' },
  { name: 'plans-seller', path: '/admin/plan?tab=seller' },
  { name: 'plans-texts', path: '/admin/plan?tab=texts' },
  { name: 'announcement-new', path: '/admin/announcement?dialog=new' },
  { name: 'invitationLink-new', path: '/admin/invitationlink?dialog=new' },
]

const objectsOfStaff = (ids: PictureObjects): View[] => [
  ...['overview', 'members', 'notes', 'actions'].map((tab) => ({
    name: `client-${tab}`,
    path: `/admin/client?open=${ids.client}&tab=${tab}`,
  })),
  { name: 'staffOrder-open', path: `/admin/order?open=${ids.clientOrder}` },
]

/** Of the pages without a sign-in, those that show something without a token show it; the others say what is missing. */
const publicViews = ({ codePage, campaignPage }: PictureObjects): View[] => [
  ...Object.entries(publicPages)
    .map(([name, { path }]) => ({ name, path: addressOf(path) }))
    .filter(({ path }) => !path.includes('$')),
  // the provider was not asked
  { name: 'provider-return', path: '/oauth/callback/google', reports: /400 .*\/oauth\/finish$/ },
  {
    name: 'sign-up-survey',
    path: '/signup',
    first: async (page) => {
      const entries = {
        'First name': 'Ada',
        'Last name': 'Byron',
        'Company name': 'Engines',
        'E-mail': 'ada@example.com',
      }
      for (const [label, value] of Object.entries(entries)) await page.getByLabel(label).fill(value)
      await page.getByLabel(/^Password( \*)?$/).fill('Long-passw0rd-of-a-picture')
      await page.getByLabel('Confirm password').fill('Long-passw0rd-of-a-picture')
      await page.getByRole('button', { name: 'Continue' }).click()
    },
  },
  { name: 'code-page', path: codePage },
  { name: 'campaign-page', path: campaignPage },
  { name: 'not-found-guest', path: '/there/is/no/such/page' },
]
