import { isIP } from 'node:net'

const NETWORK_GROUPS = 4

/** Whom a limit per address counts as one: an IPv4 address, or the /64 network of an IPv6 address, which is one customer's. */
export function addressGroup(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const last = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...last].slice(0, NETWORK_GROUPS)
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
