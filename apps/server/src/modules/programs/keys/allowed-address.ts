import { addressList, isListed } from '../../../http/ip-address.ts'

/** Whether an address is in a list of addresses and ranges; an empty list allows all. */
export function isAllowedFrom(address: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || isListed(addressList(allowed), address)
}
