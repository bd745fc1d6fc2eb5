import { describe, expect, test } from 'vitest'
import { frameAddress, pageAddress, readAddress, upgradeAddress } from './address.ts'
import type { useAddress } from './base/url.ts'
import { linkTo, pages, publicPages } from './paths.ts'
import type { Filters, FilterValues, useUrlFilter } from './ui/table/url-filter.ts'

describe('the address of a page', () => {
  test('an address of an earlier version with names that the page no longer has still opens it', () => {
    expect(readAddress(pageAddress.fleet, { profile: 'a', columns: 'iccid,eid', q: 'status:error' })).toEqual({
      profile: 'a',
      q: 'status:error',
    })
  })

  test('legacy names of a page are translated to current ones and removed from the address', () => {
    const { legacy } = pages.fleet
    const written = { profile: 'a', status: 'ERROR,EXPIRED', q: 'age>7d', view: 'v' }
    expect(upgradeAddress(legacy, written)).toEqual({
      ...Object.fromEntries(legacy.names.map((name) => [name, undefined])),
      ...{ profile: 'a', view: 'v', q: 'status:error,expired age>7d' },
    })
    expect(upgradeAddress(legacy, { q: 'age>7d' })).toEqual({ q: 'age>7d' })
    const [name] = pages.audit.legacy.names
    expect(upgradeAddress(pages.audit.legacy, { [name]: 'role.added', by: 'PERSON' })).toEqual({
      ...{ [name]: undefined, by: 'PERSON', action: 'role.added' },
    })
  })

  test('an unknown word and an empty value count as absent', () => {
    const read = readAddress(pageAddress.logs, { log: 'nonsense', rows: 'failed', batch: '' })
    expect(read).toEqual({ log: undefined, rows: 'failed', batch: undefined })
    expect(readAddress(frameAddress, { help: 'off', feedback: 'mine' })).toEqual({ help: undefined, feedback: 'mine' })
  })

  test('no name of a page collides with a name of the frame', () => {
    for (const schema of Object.values(pageAddress)) {
      for (const name of Object.keys(schema.shape)) expect(Object.keys(frameAddress.shape)).not.toContain(name)
    }
  })
})

describe('a link to a page', () => {
  test('contains the names of the page and of the dialog over it', () => {
    expect(linkTo(pages.home, { over: { feedback: 'mine' } })).toEqual({
      to: '/home',
      params: {},
      search: { feedback: 'mine' },
    })
    expect(linkTo(pages.configurationForm, { params: { operation: 'edit' }, search: { id: '1' } })).toEqual({
      to: '/configform/$operation',
      params: { operation: 'edit' },
      search: { id: '1' },
    })
  })
})

/** Misspelled names do not compile; the type check fails when one of these lines does. */
export function misspelled(use: typeof useAddress, filter: typeof useUrlFilter): FilterValues<Filters>[] {
  const [address, change] = use(pages.fleet)
  // @ts-expect-error the page has no such name to read
  address.profil
  // @ts-expect-error the page has no such name to change
  change({ profil: 'a' })
  // @ts-expect-error not a value of this name
  use(pages.dashboard)[1]({ by: 'year' })
  // @ts-expect-error a link with a misspelled name
  linkTo(pages.fleet, { search: { query: 'a' } })
  // @ts-expect-error a link to a page without names in its address
  linkTo(pages.home, { search: { id: 'a' } })
  // @ts-expect-error no such dialog
  linkTo(pages.home, { over: { feedback: 'all' } })
  // @ts-expect-error the sign-in page calls it "target"
  linkTo(publicPages.login, { search: { to: '/home' } })
  const filters = { stat: { kind: 'text', label: 'State' } } as const
  // @ts-expect-error a filter whose name is missing in the address of its page
  return [filter(pages.mails, filters).values]
}
