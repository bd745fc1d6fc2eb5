import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type AddressSchema, type AddressTexts, type LegacyNames, readAddress, upgradeAddress } from './address.ts'
import { isIdle, noteActivity } from './api/activity.ts'
import { sessionEndOf } from './api/request.ts'
import { endSession, isSignedIn, onSessionChange, type SessionEnd } from './api/session.ts'
import { platform, sysParam } from './brand/platform.ts'
import { LoginPage } from './features/people/account/LoginPage.tsx'
import { FrameSkeleton } from './frame/FrameSkeleton.tsx'
import { guardedPage } from './frame/guarded-page.tsx'
import { PageSkeleton } from './frame/PageSkeleton.tsx'
import { pageCode } from './frame/page-code.ts'
import { frame as frameRoute, isOwnPage, linkTo, type Page, pages, publicPages } from './paths.ts'
import { isAllowed, isStaff } from './session/held-permission.ts'
import { lacksSecondFactor, loadPermissions } from './session/permission.tsx'
import { pageTexts } from './texts/page.ts'
import { ownTitle } from './ui/page/page-title.ts'

/** A `validateSearch` that translates legacy names and drops invalid values, so that old addresses still open. */
const validatorOf =
  <S extends AddressSchema>(schema: S, legacy?: LegacyNames) =>
  (raw: Record<string, unknown>) => {
    if (!legacy) return readAddress(schema, raw)
    const upgraded = upgradeAddress(legacy, raw)
    // undefined removes a legacy name from the address
    const removed = Object.fromEntries(legacy.names.map((name) => [name, undefined]))
    return { ...removed, ...readAddress(schema, upgraded) }
  }

/** A module that exports a page's component under its own name. */
type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./features/people/account/NotFoundPage.tsx'), 'NotFoundPage'),
  staticData: { title: pageTexts.notFound },
})

/** Why the session ended while the first page was loaded; the sign-in page, which is mounted then, shows it. */
let endBeforeMount: SessionEnd | undefined

/** Parent route of all pages behind the sign-in. Loads the permissions before the first page opens. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  validateSearch: validatorOf(frameRoute.address),
  beforeLoad: async ({ location }) => {
    if (!isSignedIn()) throw isUnknown(location.pathname) ? notFound() : toLogin(location.href, endBeforeMount)
    const prepared = import('./frame/PortalFrame.tsx').then(({ prepareFrame }) => prepareFrame())
    await loadPermissions().catch((error: unknown) => {
      const reason = sessionEndOf(error)
      throw reason ? toLogin(location.href, reason) : error
    })
    await prepared
  },
  component: lazyRouteComponent(() => import('./frame/PortalFrame.tsx'), 'PortalFrame'),
  pendingComponent: FrameSkeleton,
})

/** Starts loading the data of a page, before the page is mounted. */
type LoadData = (address: AddressTexts) => void

/** Nothing waits for it, and code that can't be loaded is reported by the page itself. */
function startLoading(loadData: () => Promise<LoadData>, address: AddressTexts): void {
  void loadData().then(
    (load) => load(address),
    () => undefined,
  )
}

/** A route behind the sign-in. Without one of the page's permissions it says so in the page's place. */
function framed<const P extends Page, Name extends string>(
  page: P,
  load: Load<Name>,
  name: NoInfer<Name>,
  loadData?: () => Promise<LoadData>,
) {
  return createRoute({
    getParentRoute: () => frame,
    path: page.path as P['path'],
    validateSearch: validatorOf<P['address']>(page.address, page.legacy),
    beforeLoad: ({ location, search, cause }) => {
      if (lacksSecondFactor() && !isOwnPage(page.path))
        throw redirect(linkTo(pages.secondFactor, { search: { target: location.href } }))
      if (page.path === pages.home.path && isStaff()) throw redirect({ to: pages.adminDashboard.path })
      // not a loader: with each change of the address, the router would hide the page behind its skeleton
      if (loadData && cause !== 'stay' && isAllowed(page.permissions)) startLoading(loadData, search)
    },
    component: guardedPage(page, lazyRouteComponent(pageCode(load), name)),
    staticData: { title: page.title },
  })
}

/** Any other address: in the frame for a signed-in user, alone for a visitor. */
const unknown = createRoute({
  getParentRoute: () => frame,
  path: '$',
  component: lazyRouteComponent(() => import('./frame/NotFound.tsx'), 'NotFound'),
  staticData: { title: pageTexts.notFound },
})

type PublicPage = { path: `/${string}`; title: string; address: AddressSchema }

/** A route that anyone may open. */
function open<const P extends PublicPage, Name extends string>(page: P, load: Load<Name>, name: NoInfer<Name>) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path as P['path'],
    validateSearch: validatorOf<P['address']>(page.address),
    component: lazyRouteComponent(pageCode(load), name),
    staticData: { title: page.title },
  })
}

/** A route for the link of a mail. Without the link's token it redirects a signed-in user to `/`. */
function linked<const P extends PublicPage, Name extends string>(page: P, load: Load<Name>, name: NoInfer<Name>) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path as P['path'],
    validateSearch: validatorOf<P['address']>(page.address),
    beforeLoad: ({ search, cause }) => {
      // a used token is removed from the address while the page shows what was done
      if (cause !== 'stay' && !(search as { token?: string }).token && isSignedIn()) throw redirect({ to: '/' })
    },
    component: lazyRouteComponent(pageCode(load), name),
    staticData: { title: page.title },
  })
}

/** A route for visitors; redirects a signed-in user to `/`. */
function guest<const P extends PublicPage, Name extends string>(page: P, load: Load<Name>, name: NoInfer<Name>) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path as P['path'],
    validateSearch: validatorOf<P['address']>(page.address),
    beforeLoad: () => {
      if (isSignedIn()) throw redirect({ to: '/' })
    },
    component: lazyRouteComponent(pageCode(load), name),
    staticData: { title: page.title },
  })
}

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw isSignedIn() ? redirect({ to: pages.home.path }) : toLogin(undefined, endBeforeMount)
  },
})

const tree = root.addChildren([
  index,
  guest(publicPages.login, async () => ({ LoginPage }), 'LoginPage'),
  guest(publicPages.signUp, () => import('./features/people/account/SignUpPage.tsx'), 'SignUpPage'),
  guest(publicPages.signError, () => import('./features/people/account/SignErrorPage.tsx'), 'SignErrorPage'),
  guest(
    publicPages.forgotPassword,
    () => import('./features/people/account/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
  open(publicPages.prices, () => import('./features/money/subscription/PricesPage.tsx'), 'PricesPage'),
  open(publicPages.terms, () => import('./features/platform/legal/LegalPage.tsx'), 'TermsPage'),
  open(publicPages.privacy, () => import('./features/platform/legal/LegalPage.tsx'), 'PrivacyPage'),
  linked(publicPages.signReset, () => import('./features/people/account/SignResetPage.tsx'), 'SignResetPage'),
  linked(publicPages.confirm, () => import('./features/people/account/ConfirmPage.tsx'), 'ConfirmPage'),
  open(publicPages.publicCode, () => import('./features/provisioning/ac/PublicCodePage.tsx'), 'PublicCodePage'),
  open(
    publicPages.publicCampaign,
    () => import('./features/provisioning/ac/PublicCampaignPage.tsx'),
    'PublicCampaignPage',
  ),
  open(
    publicPages.publicVouchers,
    () => import('./features/provisioning/ac/PublicVouchersPage.tsx'),
    'PublicVouchersPage',
  ),
  open(publicPages.invitation, () => import('./features/people/account/InvitationPage.tsx'), 'InvitationPage'),
  open(
    publicPages.providerReturn,
    () => import('./features/people/account/ProviderReturnPage.tsx'),
    'ProviderReturnPage',
  ),
  open(publicPages.noPermission, () => import('./features/people/account/NoPermissionPage.tsx'), 'NoPermissionPage'),
  frame.addChildren([
    framed(pages.home, () => import('./features/insight/home/HomePage.tsx'), 'HomePage'),
    framed(pages.account, () => import('./features/people/security/AccountPage.tsx'), 'AccountPage'),
    framed(
      pages.changePassword,
      () => import('./features/people/account/ChangePasswordPage.tsx'),
      'ChangePasswordPage',
    ),
    framed(pages.security, () => import('./features/people/security/SecurityPage.tsx'), 'SecurityPage'),
    framed(pages.sessions, () => import('./features/people/security/SessionsPage.tsx'), 'SessionsPage'),
    framed(pages.secondFactor, () => import('./features/people/security/SecondFactorPage.tsx'), 'SecondFactorPage'),
    framed(pages.generateAc, () => import('./features/provisioning/generate/GenerateAcPage.tsx'), 'GenerateAcPage'),
    framed(
      pages.logs,
      () => import('./features/provisioning/logs/LogsPage.tsx'),
      'LogsPage',
      async () => (await import('./features/provisioning/logs/batch-list.ts')).loadBatches,
    ),
    framed(
      pages.fleet,
      () => import('./features/profiles/fleet/FleetPage.tsx'),
      'FleetPage',
      async () => (await import('./features/profiles/fleet/fleet-list.ts')).loadFleet,
    ),
    framed(pages.attributes, () => import('./features/profiles/attributes/AttributesPage.tsx'), 'AttributesPage'),
    framed(pages.tags, () => import('./features/profiles/tags/TagsPage.tsx'), 'TagsPage'),
    framed(pages.group, () => import('./features/profiles/groups/GroupsPage.tsx'), 'GroupsPage'),
    framed(pages.members, () => import('./features/people/team/MembersPage.tsx'), 'MembersPage'),
    framed(pages.roles, () => import('./features/people/team/RolesPage.tsx'), 'RolesPage'),
    framed(pages.approvals, () => import('./features/people/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
    framed(pages.sso, () => import('./features/people/sso/SsoPage.tsx'), 'SsoPage'),
    framed(pages.subscription, () => import('./features/money/subscription/SubscriptionPage.tsx'), 'SubscriptionPage'),
    framed(pages.enterprise, () => import('./features/people/enterprise/EnterprisePage.tsx'), 'EnterprisePage'),
    framed(pages.delivery, () => import('./features/provisioning/delivery/DeliveryPage.tsx'), 'DeliveryPage'),
    framed(pages.inspector, () => import('./features/provisioning/delivery/InspectorPage.tsx'), 'InspectorPage'),
    framed(pages.virtualPhone, () => import('./features/provisioning/phone/VirtualPhonePage.tsx'), 'VirtualPhonePage'),
    framed(pages.campaigns, () => import('./features/provisioning/campaigns/CampaignsPage.tsx'), 'CampaignsPage'),
    framed(pages.rules, () => import('./features/provisioning/rules/RulesPage.tsx'), 'RulesPage'),
    framed(pages.vouchers, () => import('./features/provisioning/vouchers/VouchersPage.tsx'), 'VouchersPage'),
    framed(pages.lease, () => import('./features/provisioning/lease/LeasePage.tsx'), 'LeasePage'),
    framed(pages.bip, () => import('./features/provisioning/bip/BipPage.tsx'), 'BipPage'),
    framed(pages.eidPush, () => import('./features/provisioning/push/EidPushPage.tsx'), 'EidPushPage'),
    framed(pages.developer, () => import('./features/programs/developer/DeveloperPage.tsx'), 'DeveloperPage'),
    framed(pages.device, () => import('./features/programs/developer/DevicePage.tsx'), 'DevicePage'),
    framed(pages.block, () => import('./features/provisioning/block/BlockPage.tsx'), 'BlockPage'),
    framed(pages.operations, () => import('./features/provisioning/operations/OperationsPage.tsx'), 'OperationsPage'),
    framed(pages.notifications, () => import('./features/platform/notices/NotificationsPage.tsx'), 'NotificationsPage'),
    framed(pages.feedback, () => import('./features/platform/feedback/FeedbackPage.tsx'), 'FeedbackPage'),
    framed(pages.audit, () => import('./features/platform/audit/AuditPage.tsx'), 'AuditPage'),
    framed(pages.platforms, () => import('./features/platform/white-label/PlatformsPage.tsx'), 'PlatformsPage'),
    framed(
      pages.platformForm,
      () => import('./features/platform/white-label/PlatformFormPage.tsx'),
      'PlatformFormPage',
    ),
    framed(pages.clients, () => import('./features/people/clients/ClientsPage.tsx'), 'ClientsPage'),
    framed(
      pages.invitationLinks,
      () => import('./features/people/invitations/InvitationLinksPage.tsx'),
      'InvitationLinksPage',
    ),
    framed(
      pages.announcements,
      () => import('./features/platform/announcements/AnnouncementsPage.tsx'),
      'AnnouncementsPage',
    ),
    framed(pages.adminDashboard, () => import('./features/insight/admin/AdminDashboardPage.tsx'), 'AdminDashboardPage'),
    framed(pages.orders, () => import('./features/money/orders/OrdersPage.tsx'), 'OrdersPage'),
    framed(pages.purchase, () => import('./features/money/purchase/PurchasePage.tsx'), 'PurchasePage'),
    framed(pages.orderSuccess, () => import('./features/money/purchase/OrderSuccessPage.tsx'), 'OrderSuccessPage'),
    framed(pages.contact, () => import('./features/money/subscription/ContactPage.tsx'), 'ContactPage'),
    framed(pages.staffOrders, () => import('./features/money/staff-orders/StaffOrdersPage.tsx'), 'StaffOrdersPage'),
    framed(pages.plans, () => import('./features/platform/plans/PlansPage.tsx'), 'PlansPage'),
    framed(pages.tacs, () => import('./features/provisioning/tac/TacPage.tsx'), 'TacPage'),
    framed(pages.mails, () => import('./features/platform/mail/MailPage.tsx'), 'MailPage'),
    framed(
      pages.packageInspector,
      () => import('./features/profiles/inspection/PackageInspectorPage.tsx'),
      'PackageInspectorPage',
    ),
    framed(pages.dashboard, () => import('./features/insight/dashboard/DashboardPage.tsx'), 'DashboardPage'),
    framed(pages.reports, () => import('./features/insight/reports/ReportsPage.tsx'), 'ReportsPage'),
    framed(
      pages.configurations,
      () => import('./features/profiles/configurations/ConfigurationsPage.tsx'),
      'ConfigurationsPage',
    ),
    framed(
      pages.configurationForm,
      () => import('./features/profiles/configurations/ConfigurationFormPage.tsx'),
      'ConfigurationFormPage',
    ),
    unknown,
  ]),
])

export const router = createRouter({
  routeTree: tree,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: lazyRouteComponent(() => import('./frame/PageError.tsx'), 'PageError'),
  defaultPendingMs: 250,
  defaultPendingMinMs: 300,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The page's name; the browser's title shows it before the application's name. */
    title?: string
  }
}

/** Whether no page has this address. */
function isUnknown(pathname: string): boolean {
  const [matched] = router.getMatchedRoutes(pathname)
  return matched.at(-1)?.id === unknown.id
}

/** Loads code and data of the page of this address before the application is mounted. */
export async function loadFirstPage(): Promise<void> {
  const stop = onSessionChange((end) => {
    endBeforeMount = end
  })
  await router.preloadRoute({ to: '.', search: true, params: true })
  stop()
}

router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (!pathChanged || !isSignedIn()) return
  if (isIdle()) endSession('idle')
  else noteActivity()
})

router.subscribe('onResolved', () => {
  endBeforeMount = undefined
  showTitle()
})

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  // the first page of a document begins at its top, with the link that skips the menu
  if (fromLocation && pathChanged) void import('./ui/page/page-focus.ts').then((focus) => focus.focusOpenedPage())
})

/** Writes "<page> - <application>" into the browser's title, or the title that the page has set itself. */
export function showTitle(): void {
  const own = ownTitle()
  if (own !== undefined) {
    document.title = own
    return
  }
  const { matches } = router.state
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title
  document.title = title ? `${title} - ${platform().appName}` : platform().appName
}

function toLogin(target: string | undefined, reason?: SessionEnd) {
  const search = { ...(reason ? { reason } : {}), ...(target && target !== '/' ? { target } : {}) }
  return redirect({ to: publicPages.login.path, params: sysParam(), search })
}
