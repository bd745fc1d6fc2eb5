import { expect, test } from 'vitest'
import { pages, publicPages } from './paths.ts'

/** The routes behind the sign-in with their screens and permissions: specification, section 2. */
const ROUTES = `
home | Home |
user/changePassword | Change password |
profile/fleet | Fleet | Fleet_View
profile/generateac | Generate AC | Generate_Ac_View
profile/group | Group | Group_View
profile/campaign | Campaign | Campaign_View
profile/eidpush | EID push |
config | Profile configuration | Profile_Config_View
configform/:operation | Profile configuration form | Profile_Config_View
dashboard | Dashboard | Analytic
reports | Reports | Report
logs | Logs | Generate_AC_Log_View Profile_Log_View Recycle_Log_View
team/member | Member | Member_View
team/role | Role | Role_View
subscription | Subscription | Subscription_View
order | Orders | Order_View
order/purchase/:operation | Purchase | Order_View
order/success | Order success | Order_View
setting/developer | Developer | Developer_View
setting/block | Block | Block_View
admin/order | Admin orders | Admin_Order_View
admin/client | Admin clients | Admin_Client_View
admin/dashboard | Admin dashboard | Admin_Dashboard_View
admin/bip | Admin BIP messages | Admin_Bip_View
admin/invitationlink | Admin invitation links | Admin_Invitation_View
`

const PUBLIC_ROUTES = `
/login/:sys?
/signup/:sys?
/signerror/:sys?
/confirm/:sys?
/fgpassword/:sys?
/sign/reset/:sys?
/nopermission
`

const linesOf = (table: string) => table.trim().split('\n')

/** The menu's group "Admin" is part of these names; the page after an order says what has happened. */
const OWN_TITLES: Record<string, string> = {
  'Admin clients': 'Clients',
  'Admin BIP messages': 'BIP messages',
  'Admin invitation links': 'Invitation links',
  'Order success': 'Order received',
}

test.each(linesOf(ROUTES))('the route %s has its name and permission', (line) => {
  const [path = '', screen = '', permissions = ''] = line.split('|').map((cell) => cell.trim())
  const own = Object.values(pages).filter((page) => page.path === `/${path.replace(':', '$')}`)
  expect(own.map(({ title }) => title)).toEqual([OWN_TITLES[screen] ?? screen])
  expect(own[0]?.permissions).toEqual(permissions === '' ? [] : permissions.split(' '))
})

test.each(linesOf(PUBLIC_ROUTES))('anyone may open %s', (path) => {
  const written = path.replace(/:(\w+)\?/, '{-$$$1}')
  expect(Object.values(publicPages).map((page) => page.path)).toContain(written)
})
