import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not the public internet (IANA special-purpose address registry). */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The special-purpose networks inside 2000::/3, the only range allocated for global unicast. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [net, bits] of SPECIAL_V4) special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6')

const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address is on the public internet. IPv4-mapped and translated IPv6 addresses never are. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Whether a host, as in a URL, names this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''))

export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Top-level domains of private networks and of this machine (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|local|internal|home\.arpa|alt)$/

/**
 * Whether a host is a domain name of the public internet or a public IP address, in its usual form: an address in another
 * form, such as 0x7f.1, is not. A name is not resolved.
 */
export function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  const name = URL.parse(`https://${host}/`)?.hostname
  if (name !== host.toLowerCase() || isIP(name) !== 0) return false
  const withoutRoot = name.replace(/\.$/, '')
  return withoutRoot.includes('.') && !PRIVATE_DOMAIN.test(withoutRoot)
}
