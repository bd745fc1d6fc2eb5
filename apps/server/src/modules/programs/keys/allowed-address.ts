import { BlockList, isIPv6 } from 'node:net'

/** Whether an address is in a list of addresses and ranges. An IPv4-mapped IPv6 address counts as IPv4. */
export function isAllowedFrom(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const list = new BlockList()
  for (const range of allowed) {
    const [network = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  const [bare = ''] = address.split('%')
  return list.check(bare, familyOf(bare))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
