import type { PermissionId } from '@simwright/contract/permission'
import {
  IconAdjustmentsHorizontal,
  IconBan,
  IconBell,
  IconBuilding,
  IconBuildingCommunity,
  IconCalendarTime,
  IconCertificate,
  IconClock,
  IconCreditCard,
  IconDownload,
  IconFileImport,
  IconHeartHandshake,
  IconKey,
  IconMail,
  IconPalette,
  IconPlus,
  IconQrcode,
  IconReceipt,
  IconSend,
  IconShieldCheck,
  IconShieldLock,
  IconStack2,
  IconTrash,
  IconUserPlus,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react'
import { newConfigurationPath } from '../esim/path.ts'
import { type Destination, linkTo, type Page, pages } from '../paths.ts'
import type { FrameEntry } from '../ui/page/Navigation.tsx'
import type { commandTexts } from './palette-texts.ts'

/** An action of the command palette that leads to a page or its dialog. Any one of the permissions in `need` allows it. */
type Command = {
  id: keyof typeof commandTexts
  need: readonly PermissionId[]
  icon: FrameEntry['icon']
  page: Page
  to: Destination
  /** Whether it is offered before anything is typed. */
  isCommon?: true
}

const on = (page: (typeof pages)[keyof typeof pages], to: Destination = { to: page.path }) => ({
  page: page as Page,
  to,
})
const dialogOn = (page: (typeof pages)[keyof typeof pages]) => on(page, linkTo(page, { over: { dialog: 'new' } }))
const developerTab = (tab: 'open-api' | 'webhooks' | 'operators') =>
  on(pages.developer, linkTo(pages.developer, { search: { tab }, over: { dialog: 'new' } }))

export const commands: readonly Command[] = [
  { id: 'generate', need: ['Generate_Ac_Create'], icon: IconQrcode, ...on(pages.generateAc), isCommon: true },
  {
    id: 'configuration',
    need: ['Profile_Config_Edit'],
    icon: IconPlus,
    ...on(pages.configurations, { to: newConfigurationPath }),
    isCommon: true,
  },
  {
    id: 'invite',
    need: ['Member_Edit'],
    icon: IconUserPlus,
    ...on(pages.members, linkTo(pages.members, { search: { invite: 'on' } })),
    isCommon: true,
  },
  {
    id: 'range',
    need: ['Generate_Ac_Create'],
    icon: IconQrcode,
    ...on(pages.generateAc, linkTo(pages.generateAc, { search: { way: 'range' } })),
  },
  {
    id: 'importConfiguration',
    need: ['Profile_Config_Edit'],
    icon: IconFileImport,
    ...on(pages.configurations, linkTo(pages.configurations, { over: { dialog: 'import' } })),
  },
  { id: 'campaign', need: ['Campaign_Edit'], icon: IconPlus, ...dialogOn(pages.campaigns) },
  { id: 'rules', need: ['Rule_Edit'], icon: IconPlus, ...dialogOn(pages.rules) },
  { id: 'vouchers', need: ['Campaign_Edit'], icon: IconPlus, ...dialogOn(pages.vouchers) },
  {
    id: 'group',
    need: ['Group_Edit'],
    icon: IconPlus,
    ...on(pages.group, linkTo(pages.group, { search: { group: 'new' } })),
  },
  { id: 'export', need: ['Fleet_Export'], icon: IconDownload, ...on(pages.fleet) },
  { id: 'send', need: ['Fleet_Export'], icon: IconMail, ...on(pages.fleet) },
  { id: 'move', need: ['Fleet_Edit'], icon: IconStack2, ...on(pages.fleet) },
  { id: 'delete', need: ['Fleet_Delete'], icon: IconTrash, ...on(pages.fleet) },
  { id: 'lend', need: ['Fleet_Edit'], icon: IconHeartHandshake, ...dialogOn(pages.lease) },
  { id: 'push', need: ['Eid_Push_Create'], icon: IconSend, ...on(pages.eidPush) },
  { id: 'block', need: ['Block_Edit'], icon: IconBan, ...dialogOn(pages.block) },
  { id: 'style', need: ['Fleet_Edit'], icon: IconPalette, ...on(pages.delivery) },
  {
    id: 'publicPage',
    need: ['Fleet_Edit'],
    icon: IconPalette,
    ...on(pages.delivery, linkTo(pages.delivery, { search: { tab: 'pages' } })),
  },
  { id: 'schedule', need: ['Report_Edit'], icon: IconCalendarTime, ...on(pages.reports) },
  { id: 'role', need: ['Role_Edit'], icon: IconPlus, ...dialogOn(pages.roles) },
  { id: 'sso', need: ['Role_Edit'], icon: IconKey, ...on(pages.sso) },
  { id: 'key', need: ['Developer_Edit'], icon: IconKey, ...dialogOn(pages.developer) },
  { id: 'credential', need: ['Developer_Edit'], icon: IconKey, ...developerTab('open-api') },
  { id: 'endpoint', need: ['Developer_Edit'], icon: IconWebhook, ...developerTab('webhooks') },
  { id: 'certificate', need: ['Developer_Edit'], icon: IconCertificate, ...developerTab('operators') },
  { id: 'changePlan', need: ['Order_Create', 'Subscription_Edit'], icon: IconCreditCard, ...on(pages.subscription) },
  { id: 'cancelPlan', need: ['Subscription_Edit'], icon: IconCreditCard, ...on(pages.subscription) },
  { id: 'invoice', need: ['Order_View'], icon: IconReceipt, ...on(pages.orders) },
  { id: 'logo', need: ['Enterprise_Edit'], icon: IconBuilding, ...on(pages.enterprise) },
  { id: 'verify', need: ['Audit_View'], icon: IconShieldCheck, ...on(pages.audit) },
  { id: 'password', need: [], icon: IconShieldLock, ...on(pages.changePassword) },
  { id: 'factor', need: [], icon: IconShieldLock, ...on(pages.security) },
  { id: 'sessions', need: [], icon: IconShieldLock, ...on(pages.sessions) },
  {
    id: 'channels',
    need: [],
    icon: IconBell,
    ...on(pages.notifications, linkTo(pages.notifications, { search: { tab: 'channels' } })),
  },
  { id: 'data', need: [], icon: IconDownload, ...on(pages.account) },
  { id: 'timeZone', need: [], icon: IconClock, ...on(pages.account) },

  { id: 'client', need: ['Admin_Client_Edit'], icon: IconBuildingCommunity, ...on(pages.clients) },
  { id: 'orderByHand', need: ['Admin_Order_Edit'], icon: IconPlus, ...dialogOn(pages.staffOrders) },
  {
    id: 'transfers',
    need: ['Admin_Order_Edit'],
    icon: IconReceipt,
    ...on(pages.staffOrders, linkTo(pages.staffOrders, { search: { state: 'PENDING_CONFIRMATION' } })),
  },
  {
    id: 'discount',
    need: ['Admin_Plan_Edit'],
    icon: IconPlus,
    ...on(pages.plans, linkTo(pages.plans, { search: { tab: 'discounts' }, over: { dialog: 'new' } })),
  },
  {
    id: 'platform',
    need: ['Admin_Platform_Edit'],
    icon: IconWorld,
    ...on(pages.platforms, linkTo(pages.platformForm, { params: { operation: 'add' } })),
  },
  { id: 'link', need: ['Admin_Invitation_Edit'], icon: IconPlus, ...dialogOn(pages.invitationLinks) },
  { id: 'announcement', need: ['Admin_Announcement_Edit'], icon: IconPlus, ...dialogOn(pages.announcements) },
  {
    id: 'tac',
    need: ['Admin_Tac_Edit'],
    icon: IconAdjustmentsHorizontal,
    ...on(pages.tacs, linkTo(pages.tacs, { over: { dialog: 'import' } })),
  },
]
