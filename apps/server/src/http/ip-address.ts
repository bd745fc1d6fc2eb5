import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'

/** An IPv4 address with a port. */
const IPV4_AND_PORT = /^([\d.]{7,15}):\d{1,5}$/

/** An IPv6 address in brackets, as in a URL, with or without a port. */
const BRACKETED = /^\[([^[\]]{2,64})\](?::\d{1,5})?$/

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/**
 * Reads an IP address, also one with a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`) or a zone (`fe80::1%eth0`), which
 * are left out.
 * @returns the one spelling of the address: RFC 5952 for IPv6, and IPv4 for an IPv4-mapped address (RFC 4291, 2.5.5.2);
 *   undefined for any other text
 */
export function parseIpAddress(text: string): string | undefined {
  const bare = IPV4_AND_PORT.exec(text)?.[1] ?? BRACKETED.exec(text)?.[1] ?? text
  const [address = ''] = bare.split('%')
  const family = isIP(address)
  if (family === 0) return undefined
  if (family === 4) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return MAPPED.exec(canonical)?.[1] ?? canonical
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** A list of addresses and networks (`10.0.0.0/8`). An IPv4-mapped IPv6 address counts as IPv4. */
export function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  return list
}

export function isListed(list: BlockList, text: string): boolean {
  const address = parseIpAddress(text)
  return address !== undefined && list.check(address, familyOf(address))
}
