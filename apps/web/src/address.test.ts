import { describe, expect, test } from 'vitest'
import { carryOver, frameAddress, pageAddress, readAddress } from './address.ts'
import { linkTo, pages, publicPages } from './paths.ts'
import type { useAddress } from './ui/url.ts'
import type { Filters, FilterValues, useUrlFilter } from './ui/url-filter.ts'

describe('the address of a page', () => {
  test('an address of an earlier version, with names that the page no longer has, still opens it', () => {
    expect(readAddress(pageAddress.fleet, { profile: 'a', columns: 'iccid,eid', q: 'status:error' })).toEqual({
      profile: 'a',
      q: 'status:error',
    })
  })

  test('earlier names of a page are carried over, and leave the address', () => {
    const { earlier } = pages.fleet
    const written = { profile: 'a', status: 'ERROR,EXPIRED', q: 'age>7d', view: 'v' }
    expect(carryOver(earlier, written)).toEqual({
      ...Object.fromEntries(earlier.names.map((name) => [name, undefined])),
      ...{ profile: 'a', view: 'v', q: 'status:error,expired age>7d' },
    })
    expect(carryOver(earlier, { q: 'age>7d' })).toEqual({ q: 'age>7d' })
    const [name] = pages.audit.earlier.names
    expect(carryOver(pages.audit.earlier, { [name]: 'role.added', by: 'PERSON' })).toEqual({
      ...{ [name]: undefined, by: 'PERSON', action: 'role.added' },
    })
  })

  test('a word that the page does not know, and an empty value, count as absent', () => {
    const read = readAddress(pageAddress.logs, { log: 'nonsense', rows: 'failed', batch: '' })
    expect(read).toEqual({ log: undefined, rows: 'failed', batch: undefined })
    expect(readAddress(frameAddress, { help: 'off', feedback: 'mine' })).toEqual({ help: undefined, feedback: 'mine' })
  })

  test('the names of every list have room in a saved view', () => {
    for (const schema of Object.values(pageAddress)) {
      for (const name of Object.keys(schema.shape)) expect(Object.keys(frameAddress.shape)).not.toContain(name)
    }
  })
})

describe('a link to a page', () => {
  test('carries the names of the page, and the dialog over it', () => {
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

/** Misspelt names do not compile: each line fails the type check of the web app once it is accepted. */
export function misspelt(use: typeof useAddress, filter: typeof useUrlFilter): FilterValues<Filters>[] {
  const [address, change] = use(pages.fleet)
  // @ts-expect-error the page reads no such name
  address.profil
  // @ts-expect-error the page has no such name to change
  change({ profil: 'a' })
  // @ts-expect-error a word that the page does not know
  use(pages.dashboard)[1]({ by: 'year' })
  // @ts-expect-error a link with a misspelt name
  linkTo(pages.fleet, { search: { query: 'a' } })
  // @ts-expect-error a link to a page that reads nothing of its address
  linkTo(pages.home, { search: { id: 'a' } })
  // @ts-expect-error a dialog that there is not
  linkTo(pages.home, { over: { feedback: 'all' } })
  // @ts-expect-error the sign-in page calls it "target"
  linkTo(publicPages.login, { search: { to: '/home' } })
  const filters = { stat: { kind: 'text', label: 'State' } } as const
  // @ts-expect-error a filter that the address of its page has no name for
  return [filter(pages.mails, filters).values]
}
