import type { PermissionId } from '@simwright/contract/permission'
import { pageTexts } from './texts/page.ts'

/** A page behind the sign-in: where it stands, what it is called, and which permissions open it (any one; none: every signed-in user). */
export type Page = {
  path: `/${string}`
  title: string
  permissions: readonly PermissionId[]
  /** What `$operation` in the path may be; anything else is not found. */
  operations?: readonly string[]
}

const page = <const Path extends `/${string}`>(
  path: Path,
  title: string,
  permissions: readonly PermissionId[] = [],
) => ({
  path,
  title,
  permissions,
})

/** The pages of the specification (section 2). One is reachable when `router.tsx` gives it a component. */
export const pages = {
  home: page('/home', pageTexts.home),
  fleet: page('/profile/fleet', pageTexts.fleet, ['Fleet_View']),
  group: page('/profile/group', pageTexts.group, ['Group_View']),
  generateAc: page('/profile/generateac', pageTexts.generateAc, ['Generate_Ac_View']),
  delivery: page('/profile/delivery', pageTexts.delivery, ['Fleet_View']),
  inspector: page('/profile/inspector', pageTexts.inspector, ['Fleet_View']),
  campaigns: page('/profile/campaign', pageTexts.campaigns, ['Campaign_View']),
  lease: page('/profile/lease', pageTexts.lease, ['Fleet_View']),
  eidPush: page('/profile/eidpush', pageTexts.eidPush),
  configurations: page('/config', pageTexts.configurations, ['Profile_Config_View']),
  configurationForm: {
    ...page('/configform/$operation', pageTexts.configurationForm, ['Profile_Config_View']),
    operations: ['add', 'edit', 'copy', 'view'],
  },
  dashboard: page('/dashboard', pageTexts.dashboard, ['Analytic']),
  logs: page('/logs', pageTexts.logs, ['Generate_AC_Log_View', 'Profile_Log_View', 'Recycle_Log_View']),
  account: page('/user/account', pageTexts.account),
  changePassword: page('/user/changePassword', pageTexts.changePassword),
  security: page('/user/security', pageTexts.security),
  sessions: page('/user/sessions', pageTexts.sessions),
  members: page('/team/member', pageTexts.members, ['Member_View']),
  roles: page('/team/role', pageTexts.roles, ['Role_View']),
  sso: page('/team/sso', pageTexts.sso, ['Role_View']),
  subscription: page('/subscription', pageTexts.subscription, ['Subscription_View']),
  enterprise: page('/setting/enterprise', pageTexts.enterprise, ['Enterprise_View']),
  block: page('/setting/block', pageTexts.block, ['Block_View']),
  feedback: page('/admin/feedback', pageTexts.feedback, ['Admin_Feedback_View']),
  audit: page('/setting/audit', pageTexts.audit, ['Audit_View']),
  platforms: page('/admin/platforms', pageTexts.platforms, ['Admin_Platform_View']),
  platformForm: {
    ...page('/admin/platform/$operation', pageTexts.platformForm, ['Admin_Platform_View']),
    operations: ['add', 'edit'],
  },
  clients: page('/admin/client', pageTexts.clients, ['Admin_Client_View']),
  plans: page('/admin/plan', pageTexts.plans, ['Admin_Plan_View']),
  tacs: page('/admin/tac', pageTexts.tacs, ['Admin_Tac_View']),
  bip: page('/admin/bip', pageTexts.bip, ['Admin_Bip_View']),
  mails: page('/admin/mail', pageTexts.mails, ['Admin_Mail_View']),
} as const satisfies Record<string, Page>

/** Routes that anyone may open; those under `/login`, `/signup`, `/signerror` and `/fgpassword` send a signed-in user to `/`. */
export const publicPages = {
  login: { path: '/login/{-$sys}', title: pageTexts.login },
  signUp: { path: '/signup/{-$sys}', title: pageTexts.signUp },
  signError: { path: '/signerror/{-$sys}', title: pageTexts.signError },
  confirm: { path: '/confirm/{-$sys}', title: pageTexts.confirm },
  forgotPassword: { path: '/fgpassword/{-$sys}', title: pageTexts.forgotPassword },
  signReset: { path: '/sign/reset/{-$sys}', title: pageTexts.signReset },
  publicCode: { path: '/ac/$slug', title: pageTexts.publicCode },
  publicCampaign: { path: '/c/$slug', title: pageTexts.publicCode },
  invitation: { path: '/invitation/{-$sys}', title: pageTexts.invitation },
  providerReturn: { path: '/oauth/callback/$provider', title: pageTexts.providerReturn },
  noPermission: { path: '/nopermission', title: pageTexts.noPermission },
} as const
