import { isIPv6 } from 'node:net'
import { parseIpAddress } from './ip-address.ts'

/**
 * The key by which attempts from an address are counted: the IPv4 address, or the /64 prefix of an IPv6 address,
 * because a subscriber usually has a whole /64. An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as IPv4.
 */
export function networkOf(address: string): string {
  const bare = parseIpAddress(address) ?? address
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The 16-bit groups of a part of an address; an IPv4 suffix counts as two. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
