import type { EventFilter } from '@simwright/contract/profiles/event-filter'
import type { AddressOf, Destination, pages } from '../paths.ts'
import { pages as all, linkTo } from '../paths.ts'
import { rangeText } from '../ui/table/url-filter.ts'

/** The value in the address of a filter for events without a value. */
export const NONE = 'none'

/** The names in the address of the profile log that hold one value of a filter. */
export const eventAddressNames = {
  groupId: 'group',
  campaignId: 'campaign',
  configurationId: 'configuration',
  brand: 'brand',
  model: 'model',
  region: 'region',
  memberId: 'member',
  reason: 'status',
} as const satisfies Partial<Record<keyof EventFilter, keyof AddressOf<typeof pages.logs>>>

type Valued = keyof typeof eventAddressNames

/** The profile log with the events that match a filter of a range of time. */
export function eventsPath(filter: EventFilter): Destination {
  const { type, from, to, configurationVersion: version, repeated } = filter
  const names = Object.keys(eventAddressNames) as Valued[]
  const values = names.flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : [[eventAddressNames[name], value ?? NONE]]
  })
  return linkTo(all.logs, {
    search: {
      log: 'profile',
      ...(type && { event: type.join(',') }),
      ...(from && to && { at: rangeText(from, to) }),
      ...(version !== undefined && { version: String(version) }),
      ...(repeated !== undefined && { again: repeated ? 'yes' : 'no' }),
      ...Object.fromEntries(values),
    },
  })
}
