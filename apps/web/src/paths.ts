import type { PermissionId } from '@simwright/contract/permission'
import { pageTexts } from './texts/page.ts'

/** A page behind the sign-in: where it stands, what it is called, and which permissions open it (any one; none: every signed-in user). */
export type Page = { path: `/${string}`; title: string; permissions: readonly PermissionId[] }

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
  generateAc: page('/profile/generateac', pageTexts.generateAc, ['Generate_Ac_View']),
  configurations: page('/config', pageTexts.configurations, ['Profile_Config_View']),
  configurationForm: page('/configform/$operation', pageTexts.configurationForm, ['Profile_Config_View']),
  dashboard: page('/dashboard', pageTexts.dashboard, ['Analytic']),
  logs: page('/logs', pageTexts.logs, ['Generate_AC_Log_View', 'Profile_Log_View', 'Recycle_Log_View']),
} as const satisfies Record<string, Page>

/** Routes that anyone may open; those under `/login`, `/signup` and `/signerror` send a signed-in user to `/`. */
export const publicPages = {
  login: { path: '/login/{-$sys}', title: pageTexts.login },
  signUp: { path: '/signup/{-$sys}', title: pageTexts.signUp },
  signError: { path: '/signerror/{-$sys}', title: pageTexts.signError },
  confirm: { path: '/confirm/{-$sys}', title: pageTexts.confirm },
  publicCode: { path: '/ac/$slug', title: pageTexts.publicCode },
  noPermission: { path: '/nopermission', title: pageTexts.noPermission },
} as const
