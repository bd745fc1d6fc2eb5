import type { PermissionId } from '@simwright/contract/permission'
import { IconBell, IconBook, IconFileText, IconListCheck, IconUser } from '@tabler/icons-react'
import { type Destination, linkTo, type Page, pages } from '../paths.ts'
import { isAllowed, isStaff } from '../session/held-permission.ts'
import { tabTexts } from '../texts/tab.ts'
import type { FrameEntry, FrameGroup } from '../ui/page/Navigation.tsx'
import { type Help, helpTexts } from './help-texts.ts'
import type { Findable } from './palette-match.ts'
import { guidePages, pageWords, tabWords } from './palette-texts.ts'

type PageName = keyof typeof pages

/** A page, or a tab of one, in the command palette. */
type PageEntry = Findable & {
  id: string
  icon: FrameEntry['icon']
  /** The group of the menu, or the page of the tab. */
  note?: string | undefined
  to: Destination
  /** Whether it is offered before anything is typed. */
  isListed: boolean
}

const names = Object.keys(pages) as PageName[]

/** The help of a page without its shortcuts. */
function helpOf(name: PageName): string {
  const { purpose, steps, terms }: Help = helpTexts[name]
  return [purpose, ...steps, ...terms.map(({ term }) => term)].join(' ')
}

function wordsOf(path: string): Pick<Findable, 'words' | 'help'> {
  const name = names.find((one) => pages[one].path === path)
  return name ? { words: pageWords[name], help: helpOf(name) } : {}
}

/** Pages of every member that are not in the menu, with their icons. */
const others: readonly { page: Page; icon: FrameEntry['icon'] }[] = [
  { page: pages.notifications, icon: IconBell },
  { page: pages.operations, icon: IconListCheck },
  ...[pages.account, pages.changePassword, pages.security, pages.sessions].map((page) => ({ page, icon: IconUser })),
]

/** The pages of the menu and of the account, in the order of the menu, then the tabs of pages. */
export function pageEntries(groups: readonly FrameGroup[], held: ReadonlySet<string>): PageEntry[] {
  const listed = groups.flatMap((group) =>
    group.entries.map(({ label, to, icon }) => ({
      id: to,
      label,
      icon,
      note: group.label,
      to: { to },
      isListed: true,
    })),
  )
  const more = others
    .filter(({ page }) => isAllowed(page.permissions, held) && !(page === pages.operations && isStaff(held)))
    .map(({ page, icon }) => ({ id: page.path, label: page.title, icon, to: { to: page.path }, isListed: true }))
  const all = [...listed, ...more].map((entry) => ({ ...entry, ...wordsOf(entry.id) }))
  const shown = new Map(all.map(({ id, icon }) => [id, icon]))
  const ofTabs = tabs
    .filter(({ page, need }) => shown.has(page.path) && isAllowed(need, held))
    .map(({ page, label, to, id, words }) => ({
      ...{ id, label, words, to, note: page.title, isListed: false },
      icon: shown.get(page.path) ?? IconFileText,
    }))
  return [...all, ...ofTabs]
}

type Tab = { id: string; page: Page; label: string; words: string; need: readonly PermissionId[]; to: Destination }

/** The address of a tab whose name there differs from that of its text. */
const tabAddress = {
  developer: {
    keys: linkTo(pages.developer),
    credentials: linkTo(pages.developer, { search: { tab: 'open-api' } }),
    webhooks: linkTo(pages.developer, { search: { tab: 'webhooks' } }),
    operators: linkTo(pages.developer, { search: { tab: 'operators' } }),
    calls: linkTo(pages.developer, { search: { tab: 'calls' } }),
    limits: linkTo(pages.developer, { search: { tab: 'limits' } }),
    tools: linkTo(pages.developer, { search: { tab: 'tools' } }),
  },
  delivery: {
    looks: linkTo(pages.delivery),
    endUser: linkTo(pages.delivery, { search: { tab: 'pages' } }),
    planned: linkTo(pages.delivery, { search: { tab: 'planned' } }),
    leaks: linkTo(pages.delivery, { search: { tab: 'leaks' } }),
    mails: linkTo(pages.delivery, { search: { tab: 'mails' } }),
    files: linkTo(pages.delivery, { search: { tab: 'files' } }),
  },
  reports: {
    report: linkTo(pages.reports),
    saved: linkTo(pages.reports, { search: { tab: 'saved' } }),
    schedules: linkTo(pages.reports, { search: { tab: 'schedules' } }),
  },
  logs: {
    batches: linkTo(pages.logs, { search: { log: 'generate' } }),
    profiles: linkTo(pages.logs, { search: { log: 'profile' } }),
    recycles: linkTo(pages.logs, { search: { log: 'recycle' } }),
  },
  block: { blocks: linkTo(pages.block), hits: linkTo(pages.block, { search: { log: 'hits' } }) },
  notifications: {
    list: linkTo(pages.notifications),
    channels: linkTo(pages.notifications, { search: { tab: 'channels' } }),
    thresholds: linkTo(pages.notifications, { search: { tab: 'thresholds' } }),
  },
  plans: {
    plans: linkTo(pages.plans),
    discounts: linkTo(pages.plans, { search: { tab: 'discounts' } }),
    seller: linkTo(pages.plans, { search: { tab: 'seller' } }),
    legal: linkTo(pages.plans, { search: { tab: 'texts' } }),
  },
} satisfies { [Name in keyof typeof tabTexts]: { [Tab in keyof (typeof tabTexts)[Name]]: Destination } }

/** Tabs that need more than their page. */
const tabNeeds: Record<string, readonly PermissionId[]> = {
  'delivery files': ['Fleet_Export'],
  'logs batches': ['Generate_AC_Log_View'],
  'logs profiles': ['Profile_Log_View'],
  'logs recycles': ['Recycle_Log_View'],
}

const tabs: readonly Tab[] = (Object.keys(tabTexts) as (keyof typeof tabTexts)[]).flatMap((name) =>
  Object.entries(tabWords[name]).map(([tab, words]) => ({
    id: `${name} ${tab}`,
    page: pages[name],
    label: (tabTexts[name] as Record<string, string>)[tab] ?? tab,
    words,
    need: tabNeeds[`${name} ${tab}`] ?? [],
    to: (tabAddress[name] as Record<string, Destination>)[tab] ?? { to: pages[name].path },
  })),
)

/** The pages of the guide. */
export const guideEntries = guidePages.map(({ slug, title, words }) => ({
  id: slug,
  label: title,
  words: `${words} guide`,
  icon: IconBook,
}))
