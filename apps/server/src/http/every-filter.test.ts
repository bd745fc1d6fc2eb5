import { expect, test } from 'vitest'
import { accountLists } from '../testing/filter/account-rows.ts'
import { fleetLists, plantProfiles } from '../testing/filter/fleet-rows.ts'
import { filteredLists, type ListCase, rowsOf } from '../testing/filter/list-case.ts'
import { moneyLists } from '../testing/filter/money-rows.ts'
import { plantOwners } from '../testing/filter/planted.ts'
import { staffLists } from '../testing/filter/staff-rows.ts'
import { testServer } from '../testing/server.ts'

const t = await testServer({ background: 'none' })
const planted = await plantOwners(t)
const profiles = await plantProfiles(t, planted)
// orders last: one of them limits the plan
const lists: readonly ListCase[] = [
  ...(await accountLists(t, planted, profiles.configurationId)),
  ...(await fleetLists(t, planted, profiles)),
  ...(await staffLists(t, planted)),
  ...(await moneyLists(t, planted)),
]

const nameOf = (list: ListCase) => filteredLists.find(({ endpoint }) => endpoint === list.endpoint)?.name

const unfiltered = new Map<ListCase, number>()
for (const list of lists) unfiltered.set(list, (await rowsOf(list, {})).count)

const filters = lists.flatMap((list) => list.filters.map((filter) => ({ list, filter, name: nameOf(list) })))

test.each(filters)('each value of the filter $filter.field of $name selects rows, but not all', async (one) => {
  const { list, filter } = one
  const { field, isClosed } = filter
  for (const value of filter.values) {
    const { items, count } = await rowsOf(list, { [field]: filter.inputOf(value) })
    expect(count, `${field} ${value}`).toBeGreaterThan(0)
    expect(count, `${field} ${value}`).toBeLessThan(unfiltered.get(list)!)
    const shown = items.map((item) => item[field]).filter((cell) => isClosed && typeof cell === typeof value)
    expect([...new Set(shown)], `${field} ${value}`).toEqual(shown.length > 0 ? [value] : [])
  }
})

/** Their ID names what is listed: without it there is no list. Or they have no filter, or their module tries its filters. */
const keyed = ['campaign.refusals', 'leak.list', 'operation.list', 'voucher.vouchers']

test('each list with filters is tried', () => {
  const missing = filteredLists.filter(({ endpoint }) => !lists.some((list) => list.endpoint === endpoint))
  expect(missing.map(({ name }) => name)).toEqual(keyed)
})
