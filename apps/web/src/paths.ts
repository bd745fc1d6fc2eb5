import type { PermissionId } from '@simwright/contract/permission'
import { legacyAddressNames, queryOfAddress } from '@simwright/contract/profiles/fleet-legacy'
import type { z } from 'zod'
import { type AddressSchema, frameAddress, type LegacyNames, noAddress, pageAddress, publicAddress } from './address.ts'
import { pageTexts } from './texts/page.ts'

/** Legacy name of the filter by action in addresses of the audit log. */
const LEGACY_ACTION = 'deed'

/** A page behind the sign-in. Any one of `permissions` opens it; an empty list opens it to every signed-in user. */
export type Page = {
  /** Id of its route. */
  id: `/frame/${string}`
  path: `/${string}`
  title: string
  permissions: readonly PermissionId[]
  /** Names and values of its query string. */
  address: AddressSchema
  /** Values of `$operation` in the path; any other shows the not-found page. */
  operations?: readonly string[]
  /** Names of its query string in earlier versions. */
  legacy?: LegacyNames
}

const page = <const Path extends `/${string}`, Address extends AddressSchema = typeof noAddress>(
  path: Path,
  title: string,
  permissions: readonly PermissionId[] = [],
  address = noAddress as AddressSchema as Address,
) => ({ id: `/frame${path}` as const, path, title, permissions, address: address as NoInfer<Address> })

/** The pages of the specification (section 2). A page is reachable when `router.tsx` has a route for it. */
export const pages = {
  home: page('/home', pageTexts.home, [], pageAddress.home),
  fleet: {
    ...page('/profile/fleet', pageTexts.fleet, ['Fleet_View'], pageAddress.fleet),
    legacy: { names: legacyAddressNames, read: (address) => ({ q: queryOfAddress(address) }) },
  },
  group: page('/profile/group', pageTexts.group, ['Group_View'], pageAddress.group),
  attributes: page('/profile/attribute', pageTexts.attributes, ['Group_View'], pageAddress.attributes),
  tags: page('/profile/tag', pageTexts.tags, ['Group_View'], pageAddress.tags),
  generateAc: page('/profile/generateac', pageTexts.generateAc, ['Generate_Ac_View'], pageAddress.generateAc),
  delivery: page('/profile/delivery', pageTexts.delivery, ['Fleet_View'], pageAddress.delivery),
  inspector: page('/profile/inspector', pageTexts.inspector, ['Fleet_View']),
  virtualPhone: page('/profile/virtualphone', pageTexts.virtualPhone, ['Fleet_Edit'], pageAddress.virtualPhone),
  campaigns: page('/profile/campaign', pageTexts.campaigns, ['Campaign_View'], pageAddress.campaigns),
  rules: page('/profile/rule', pageTexts.rules, ['Rule_View'], pageAddress.rules),
  vouchers: page('/profile/voucher', pageTexts.vouchers, ['Campaign_View'], pageAddress.vouchers),
  lease: page('/profile/lease', pageTexts.lease, ['Fleet_View'], pageAddress.lease),
  eidPush: page('/profile/eidpush', pageTexts.eidPush, [], pageAddress.eidPush),
  configurations: page('/config', pageTexts.configurations, ['Profile_Config_View'], pageAddress.configurations),
  configurationForm: {
    ...page(
      '/configform/$operation',
      pageTexts.configurationForm,
      ['Profile_Config_View'],
      pageAddress.configurationForm,
    ),
    operations: ['add', 'edit', 'copy', 'view'],
  },
  packageInspector: page(
    '/profile/package',
    pageTexts.packageInspector,
    ['Profile_Config_View'],
    pageAddress.packageInspector,
  ),
  dashboard: page('/dashboard', pageTexts.dashboard, ['Analytic'], pageAddress.dashboard),
  reports: page('/reports', pageTexts.reports, ['Report'], pageAddress.reports),
  logs: page(
    '/logs',
    pageTexts.logs,
    ['Generate_AC_Log_View', 'Profile_Log_View', 'Recycle_Log_View'],
    pageAddress.logs,
  ),
  account: page('/user/account', pageTexts.account),
  changePassword: page('/user/changePassword', pageTexts.changePassword),
  security: page('/user/security', pageTexts.security),
  sessions: page('/user/sessions', pageTexts.sessions),
  secondFactor: page('/user/secondfactor', pageTexts.secondFactor, [], pageAddress.secondFactor),
  operations: page('/profile/operations', pageTexts.operations, ['Fleet_View', 'Group_View']),
  notifications: page('/notifications', pageTexts.notifications, [], pageAddress.notifications),
  members: page('/team/member', pageTexts.members, ['Member_View'], pageAddress.members),
  roles: page('/team/role', pageTexts.roles, ['Role_View'], pageAddress.open),
  approvals: page(
    '/team/approval',
    pageTexts.approvals,
    [
      'Approval_View',
      'Block_Edit',
      'Developer_Edit',
      'Enterprise_Edit',
      'Fleet_Delete',
      'Fleet_Edit',
      'Fleet_Export',
      'Generate_Ac_Create',
      'Member_Edit',
      'Role_Edit',
    ],
    pageAddress.approvals,
  ),
  sso: page('/team/sso', pageTexts.sso, ['Role_View']),
  subscription: page('/subscription', pageTexts.subscription, ['Subscription_View']),
  orders: page('/order', pageTexts.orders, ['Order_View'], pageAddress.orders),
  purchase: {
    ...page('/order/purchase/$operation', pageTexts.purchase, ['Order_View'], pageAddress.purchase),
    operations: ['buy', 'upgrade', 'renew'],
  },
  orderSuccess: page('/order/success', pageTexts.orderSuccess, ['Order_View'], pageAddress.open),
  contact: page('/contact', pageTexts.contact),
  enterprise: page('/setting/enterprise', pageTexts.enterprise, ['Enterprise_View']),
  developer: page('/setting/developer', pageTexts.developer, ['Developer_View'], pageAddress.developer),
  device: page('/setting/developer/device', pageTexts.device, ['Developer_Edit']),
  block: page('/setting/block', pageTexts.block, ['Block_View'], pageAddress.block),
  feedback: page('/admin/feedback', pageTexts.feedback, ['Admin_Feedback_View'], pageAddress.feedback),
  audit: {
    ...page('/setting/audit', pageTexts.audit, ['Audit_View'], pageAddress.audit),
    legacy: { names: [LEGACY_ACTION] as const, read: (address) => ({ action: address[LEGACY_ACTION] }) },
  },
  platforms: page('/admin/platforms', pageTexts.platforms, ['Admin_Platform_View']),
  platformForm: {
    ...page('/admin/platform/$operation', pageTexts.platformForm, ['Admin_Platform_View'], pageAddress.form),
    operations: ['add', 'edit'],
  },
  clients: page('/admin/client', pageTexts.clients, ['Admin_Client_View'], pageAddress.clients),
  invitationLinks: page(
    '/admin/invitationlink',
    pageTexts.invitationLinks,
    ['Admin_Invitation_View'],
    pageAddress.invitationLinks,
  ),
  staffOrders: page('/admin/order', pageTexts.staffOrders, ['Admin_Order_View'], pageAddress.staffOrders),
  plans: page('/admin/plan', pageTexts.plans, ['Admin_Plan_View'], pageAddress.plans),
  tacs: page('/admin/tac', pageTexts.tacs, ['Admin_Tac_View'], pageAddress.tacs),
  adminDashboard: page(
    '/admin/dashboard',
    pageTexts.adminDashboard,
    ['Admin_Dashboard_View'],
    pageAddress.adminDashboard,
  ),
  announcements: page(
    '/admin/announcement',
    pageTexts.announcements,
    ['Admin_Announcement_View'],
    pageAddress.announcements,
  ),
  bip: page('/admin/bip', pageTexts.bip, ['Admin_Bip_View'], pageAddress.bip),
  mails: page('/admin/mail', pageTexts.mails, ['Admin_Mail_View'], pageAddress.mails),
} as const satisfies Record<string, Page>

/** Whether it is a page about the user, which works without an enterprise account and without a second factor. */
export const isOwnPage = (pathname: string): boolean => pathname.startsWith('/user/')

type PublicPage = { id: `/${string}`; path: `/${string}`; title: string; address: AddressSchema }

const open = <const Path extends `/${string}`, Address extends AddressSchema = typeof noAddress>(
  path: Path,
  title: string,
  address = noAddress as AddressSchema as Address,
) => ({ id: path, path, title, address: address as NoInfer<Address> })

/** Pages that anyone may open; `/login`, `/signup`, `/signerror` and `/fgpassword` redirect a signed-in user to `/`. */
export const publicPages = {
  login: open('/login/{-$sys}', pageTexts.login, publicAddress.login),
  signUp: open('/signup/{-$sys}', pageTexts.signUp, publicAddress.signUp),
  signError: open('/signerror/{-$sys}', pageTexts.signError, publicAddress.signError),
  confirm: open('/confirm/{-$sys}', pageTexts.confirm, publicAddress.token),
  forgotPassword: open('/fgpassword/{-$sys}', pageTexts.forgotPassword, publicAddress.email),
  signReset: open('/sign/reset/{-$sys}', pageTexts.signReset, publicAddress.token),
  prices: open('/prices/{-$sys}', pageTexts.prices, publicAddress.prices),
  terms: open('/terms/{-$sys}', pageTexts.terms, publicAddress.legal),
  privacy: open('/privacy/{-$sys}', pageTexts.privacy, publicAddress.legal),
  publicCode: open('/ac/$slug', pageTexts.publicCode, publicAddress.endUser),
  publicCampaign: open('/c/$slug', pageTexts.publicCode, publicAddress.endUser),
  publicVouchers: open('/v/$slug', pageTexts.publicCode, publicAddress.endUser),
  invitation: open('/invitation/{-$sys}', pageTexts.invitation, publicAddress.token),
  providerReturn: open('/oauth/callback/$provider', pageTexts.providerReturn),
  noPermission: open('/nopermission', pageTexts.noPermission),
} as const satisfies Record<string, PublicPage>

/** The frame around every page behind the sign-in. */
export const frame = { id: '/frame', address: frameAddress } as const

/** The parsed query string of a page. */
export type AddressOf<P extends { address: AddressSchema }> = z.output<P['address']>

/** Target of a link: spread it into `<Link>` or pass it to `navigate`. Only `linkTo` can add a query string. */
export type Destination = { to: string }

type LinkOptions<P extends { address: AddressSchema }> = {
  search?: AddressOf<P> | undefined
  /** A dialog that opens over the page. */
  over?: z.output<typeof frameAddress>
  params?: Readonly<Record<string, string | undefined>>
}

/** A link to a page with a query string; a name that the page does not declare does not compile. */
export function linkTo<P extends { path: string; address: AddressSchema }>(
  { path }: P,
  { search, over, params = {} }: NoInfer<LinkOptions<P>> = {},
): Destination {
  const destination = { to: path, params, search: { ...search, ...over } }
  return destination
}
