import {
  IconAdjustmentsHorizontal,
  IconBan,
  IconBinaryTree,
  IconBuilding,
  IconBuildingCommunity,
  IconChartAreaLine,
  IconChecks,
  IconCode,
  IconCreditCard,
  IconDashboard,
  IconDeviceMobile,
  IconDeviceSim,
  IconHeartHandshake,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconMail,
  IconMailForward,
  IconMessage,
  IconMessages,
  IconQrcode,
  IconReceipt,
  IconReportAnalytics,
  IconRouter,
  IconScan,
  IconSend,
  IconSettings,
  IconSpeakerphone,
  IconStack2,
  IconTags,
  IconTicket,
  IconUserPlus,
  IconUserShield,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { type Page, pages } from '../paths.ts'
import { isAllowed, isStaff } from '../session/held-permission.ts'
import { pageTexts } from '../texts/page.ts'
import type { FrameEntry, FrameGroup } from '../ui/page/Navigation.tsx'

type Entry = {
  page: Page
  icon: FrameEntry['icon']
  /** Pages without their own entry, for which this entry is highlighted. */
  also?: readonly Page[]
}
type Group = {
  id: string
  label?: string
  /** Of a group that folds. */
  icon?: FrameEntry['icon']
  entries: readonly Entry[]
}

/** The menu in the order of the job; the groups that fewer people need fold to one line each. */
const groups: readonly Group[] = [
  { id: 'start', entries: [{ page: pages.home, icon: IconHome }] },
  {
    id: 'profile',
    label: pageTexts.groups.profile,
    entries: [
      { page: pages.fleet, icon: IconDeviceSim, also: [pages.operations, pages.virtualPhone] },
      { page: pages.generateAc, icon: IconQrcode },
      { page: pages.configurations, icon: IconAdjustmentsHorizontal, also: [pages.configurationForm] },
      { page: pages.campaigns, icon: IconSpeakerphone },
      { page: pages.group, icon: IconStack2, also: [pages.tags, pages.attributes, pages.rules] },
    ],
  },
  {
    id: 'analytic',
    label: pageTexts.groups.analytic,
    entries: [
      { page: pages.dashboard, icon: IconChartAreaLine },
      { page: pages.reports, icon: IconReportAnalytics },
      { page: pages.logs, icon: IconListDetails },
    ],
  },
  {
    id: 'device',
    label: pageTexts.groups.device,
    icon: IconDeviceMobile,
    entries: [
      { page: pages.eidPush, icon: IconSend },
      { page: pages.delivery, icon: IconMailForward },
      { page: pages.vouchers, icon: IconTicket },
      { page: pages.lease, icon: IconHeartHandshake },
      { page: pages.inspector, icon: IconScan },
      { page: pages.packageInspector, icon: IconBinaryTree },
    ],
  },
  {
    id: 'team',
    label: pageTexts.groups.team,
    icon: IconUsers,
    entries: [
      { page: pages.members, icon: IconUsers },
      { page: pages.roles, icon: IconUserShield },
      { page: pages.approvals, icon: IconChecks },
      { page: pages.sso, icon: IconKey },
    ],
  },
  {
    id: 'admin',
    label: pageTexts.groups.admin,
    entries: [
      { page: pages.adminDashboard, icon: IconDashboard },
      { page: pages.platforms, icon: IconWorld, also: [pages.platformForm] },
      { page: pages.clients, icon: IconBuildingCommunity },
      { page: pages.invitationLinks, icon: IconUserPlus },
      { page: pages.staffOrders, icon: IconReceipt },
      { page: pages.plans, icon: IconTags },
      { page: pages.announcements, icon: IconMessages },
      { page: pages.feedback, icon: IconMessage },
      { page: pages.tacs, icon: IconDeviceMobile },
      { page: pages.bip, icon: IconRouter },
      { page: pages.mails, icon: IconMail },
    ],
  },
  {
    id: 'setting',
    label: pageTexts.groups.setting,
    icon: IconSettings,
    entries: [
      { page: pages.enterprise, icon: IconBuilding },
      { page: pages.subscription, icon: IconCreditCard, also: [pages.contact] },
      { page: pages.orders, icon: IconReceipt, also: [pages.purchase] },
      { page: pages.developer, icon: IconCode },
      { page: pages.block, icon: IconBan },
      { page: pages.audit, icon: IconHistory },
    ],
  },
]

/**
 * The menu of a user: pages in `existing` that the permissions in `held` open, without empty groups. A group that folds
 * has at least two entries; a single one is a line of its own.
 */
export function navigationOf(
  existing: ReadonlySet<string>,
  held: ReadonlySet<string>,
  /** Whether the user belongs to an enterprise account. */
  hasEnterprise: boolean,
): FrameGroup[] {
  /** Pages without required permissions are for members of an enterprise account; home is for all but staff. */
  const isFor = (page: Page) =>
    page.permissions.length > 0 || (!isStaff(held) && (hasEnterprise || page === pages.home))
  return groups
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries
        .filter(({ page }) => existing.has(page.path) && isAllowed(page.permissions, held))
        .filter(({ page }) => isFor(page))
        .map(({ page, icon, also }) => ({ label: page.title, to: page.path, icon, also: also?.map(prefixOf) })),
    }))
    .filter((group) => group.entries.length > 0)
    .map((group) => (group.icon && group.entries.length === 1 ? { id: group.id, entries: group.entries } : group))
}

/** The path of a page without its parameters. */
const prefixOf = ({ path }: Page) => path.replace(/\/\$.*/, '')
