import * as fleet from '@simwright/contract/profiles/fleet'
import type { FleetFilter } from '@simwright/contract/profiles/fleet-filter'
import type { AddressTexts } from '../../../address.ts'
import { loadList, type UseListOptions } from '../../../api/list.ts'

const POLL_MS = 20_000

/** The list of the Fleet page. */
export const fleetList = (filter: FleetFilter): UseListOptions<typeof fleet.list> => ({
  module: 'fleet',
  filter,
  sort: { by: 'createdAt', direction: 'desc' },
  sortInAddress: true,
  pollMs: POLL_MS,
})

export const fleetFilterOf = (query: string | undefined): FleetFilter => (query ? { query } : {})

/** Starts loading the list that this address shows. */
export function loadFleet({ q, sort }: AddressTexts): void {
  loadList(fleet.list, fleetList(fleetFilterOf(q)), sort)
}
