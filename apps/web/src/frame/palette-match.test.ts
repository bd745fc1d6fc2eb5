import { type PermissionId, permissionIds, rolePermissions, withMenus } from '@simwright/contract/permission'
import { describe, expect, test } from 'vitest'
import { linkTo, pages } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { navigationOf } from './navigation.ts'
import { commands } from './palette-command.ts'
import { bestFirst, rankOf } from './palette-match.ts'
import { guideEntries, pageEntries } from './palette-page.ts'
import { commandTexts } from './palette-texts.ts'

const existing = new Set(Object.values(pages).map(({ path }) => path))

/** What a role finds: names of pages and actions, the best first. */
function find(typed: string, held: readonly PermissionId[] = rolePermissions.Owner): string[] {
  const holds = new Set(held)
  const found = [
    ...pageEntries(navigationOf(existing, holds, true), holds),
    ...commands
      .filter(({ need, page }) => isAllowed(need, holds) && isAllowed(page.permissions, holds))
      .map((command) => ({ ...command, ...commandTexts[command.id] })),
    ...guideEntries,
  ]
  return bestFirst(found, typed).map(({ label }) => label)
}

describe('the palette finds by what people type', () => {
  test.each([
    ['invoice', ['Download an invoice', 'Orders']],
    ['invoices', ['Plans, orders and invoices', 'Orders']],
    ['qr', ['Change the QR style', 'QR codes', 'Generate AC', 'Fleet']],
    ['api key', ['API keys', 'Create API key', 'Developer']],
    ['cancel subscription', ['Cancel subscription', 'Subscription']],
    ['change plan', ['Change plan', 'Subscription']],
    ['pause campaign', ['Campaign']],
    ['stop campaign', ['Campaign']],
    ['refund', ['Orders']],
    ['2fa', ['Set up a second factor', 'Security']],
    ['webhook', ['Webhooks', 'Add webhook endpoint']],
    ['permission', ['Role']],
    ['oidc', ['Single sign-on']],
    ['vat', ['Enterprise']],
    ['mail', ['Delivery', 'Send codes by e-mail']],
    ['e-mail', ['Delivery', 'Sent by e-mail']],
  ])('%s', (typed, wanted) => {
    const found = find(typed)
    expect(found.filter((label) => wanted.includes(label)).toSorted()).toEqual(
      expect.arrayContaining(wanted.toSorted()),
    )
  })

  test('a name that begins with the text is first', () => {
    expect(find('change plan')[0]).toBe('Change plan')
    expect(find('cancel sub')[0]).toBe('Cancel subscription')
    expect(find('fleet')[0]).toBe('Fleet')
  })

  test('each page is found by a word of its own help', () => {
    expect(find('idle inactivity')).toEqual([])
    expect(find('recognize')).toContain('Sessions')
  })

  test('a page is listed with its group of the menu', () => {
    const holds = new Set(rolePermissions.Owner)
    const noteOf = new Map(pageEntries(navigationOf(existing, holds, true), holds).map(({ id, note }) => [id, note]))
    expect([pages.fleet, pages.dashboard, pages.eidPush, pages.members].map(({ path }) => noteOf.get(path))).toEqual([
      ...['Profile', 'Analytic', 'Device', 'Team'],
    ])
  })

  test('a word that nothing has finds nothing', () => {
    expect(find('zebra')).toEqual([])
    expect(rankOf({ label: 'Fleet' }, 'fleet zebra')).toBeUndefined()
  })

  test('a role finds only the pages and actions that it may use', () => {
    expect(find('invoice', rolePermissions.Operator)).not.toContain('Orders')
    expect(find('invoice', rolePermissions.Operator)).not.toContain('Download an invoice')
    expect(find('api key', rolePermissions.Viewer)).not.toContain('Create API key')
    expect(find('webhooks', rolePermissions.Finance)).not.toContain('Request log')
    expect(find('discount', rolePermissions.Owner)).not.toContain('New discount code')
    expect(find('discount', rolePermissions['Platform admin'])).toContain('New discount code')
    expect(find('invite members', rolePermissions['Platform admin'])).not.toContain('Member')
  })
})

test('every permission to change something has an action in the palette', () => {
  const changing = permissionIds.filter((id) => /_(Edit|Create|Export|Delete)$/.test(id))
  const offered = new Set(commands.flatMap(({ need }) => need))
  // done on a row of a list, or in the drawer of an object
  const onObjects = ['Admin_Mail_Edit', 'Admin_Feedback_Edit', 'Comment_Create']
  expect(changing.filter((id) => !offered.has(id) && !onObjects.includes(id))).toEqual([])
})

test('every action leads to a page that its permission opens', () => {
  for (const { id, need, page } of commands) {
    const holds = new Set(withMenus(need))
    expect(isAllowed(page.permissions, holds), id).toBe(true)
  }
})

test('a link to a page asks for its dialog', () => {
  expect(linkTo(pages.campaigns, { over: { dialog: 'new' } })).toMatchObject({ search: { dialog: 'new' } })
})
