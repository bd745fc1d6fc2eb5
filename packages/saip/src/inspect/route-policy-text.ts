import { readTlvs, toHex } from '@simwright/asn1'
import { SaipError } from '../error.ts'
import type { Describe } from './describe.ts'

/** EF.URSP (3GPP TS 31.102, 4.4.11.12): rules of TS 24.526, 5.2, in an object with the tag 80. */
export const routePolicy: Describe = (content) =>
  readTlvs(content.subarray(0, content.findLastIndex((byte) => byte !== 0xff) + 1)).flatMap(({ tag, value }) =>
    tag === 0x80 ? rules(value) : [`Object ${tag.toString(16).toUpperCase()}: ${toHex(value)}`],
  )

function rules(value: Uint8Array): string[] {
  const lines: string[] = []
  for (let rest = value; rest.length > 0; ) {
    const rule = counted(rest, 2)
    const traffic = counted(rule.subarray(1), 2)
    const routes = counted(rule.subarray(3 + traffic.length), 2)
    lines.push(`Rule ${rule[0]}: ${components(traffic, trafficParts)}`, ...routeLines(routes))
    rest = rest.subarray(2 + rule.length)
  }
  return lines
}

function routeLines(list: Uint8Array): string[] {
  const lines: string[] = []
  for (let rest = list; rest.length > 0; ) {
    const route = counted(rest, 2)
    lines.push(`Route ${route[0]}: ${components(counted(route.subarray(1), 2), routeParts)}`)
    rest = rest.subarray(2 + route.length)
  }
  return lines
}

/** The bytes after a length of `size` bytes. */
function counted(bytes: Uint8Array, size: 1 | 2): Uint8Array {
  const length = size === 1 ? bytes[0] : ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (length === undefined || bytes.length < size + length)
    throw new SaipError('content', 'A rule ends before its length says.')
  return bytes.subarray(size, size + length)
}

type Part = {
  readonly name: string
  /** Bytes of the value; undefined if its length comes before it. */
  readonly size?: number
  readonly text?: (value: Uint8Array) => string
}

function components(list: Uint8Array, parts: Readonly<Record<number, Part>>): string {
  const texts: string[] = []
  for (let rest = list; rest.length > 0; ) {
    const part = parts[rest[0]!]
    if (part === undefined) return [...texts, `not decoded: ${toHex(rest)}`].join(', ')
    const { name, size, text = toHex } = part
    const after = rest.subarray(1)
    const value = size === undefined ? counted(after, 1) : after.subarray(0, size)
    if (size !== undefined && value.length < size) throw new SaipError('content', 'A rule ends inside a value.')
    texts.push(value.length === 0 ? name : `${name} ${text(value)}`)
    rest = after.subarray(value.length + (size === undefined ? 1 : 0))
  }
  return texts.join(', ')
}

const number = (value: Uint8Array): string => String(value.reduce((sum, byte) => sum * 256 + byte, 0))
const text = (value: Uint8Array): string => new TextDecoder().decode(value)

/** Labels, each after its length (TS 23.003, 9.1). */
function labels(value: Uint8Array): string {
  const found: string[] = []
  for (let at = 0; at < value.length; at += 1 + value[at]!)
    found.push(text(value.subarray(at + 1, at + 1 + value[at]!)))
  return found.join('.')
}

const capabilities: Readonly<Record<number, string>> = { 1: 'IMS', 2: 'MMS', 4: 'SUPL', 8: 'internet' }
const sessionTypes = ['unknown', 'IPv4', 'IPv6', 'IPv4v6', 'unstructured', 'Ethernet']

/** Traffic descriptor components (TS 24.526, table 5.2.1). */
const trafficParts: Readonly<Record<number, Part>> = {
  1: { name: 'all traffic', size: 0 },
  16: {
    name: 'IPv4',
    size: 8,
    text: (value) => `${value.subarray(0, 4).join('.')} mask ${value.subarray(4).join('.')}`,
  },
  33: { name: 'IPv6', size: 17, text: (value) => `${toHex(value.subarray(0, 16))}/${value[16]}` },
  48: { name: 'protocol', size: 1, text: number },
  80: { name: 'port', size: 2, text: number },
  81: { name: 'ports', size: 4, text: (value) => `${number(value.subarray(0, 2))} to ${number(value.subarray(2))}` },
  136: { name: 'DNN', text: labels },
  144: {
    name: 'for',
    text: (value) => [...value].map((one) => capabilities[one] ?? `capability ${one}`).join(' and '),
  },
  145: { name: 'host', text: labels },
  160: { name: 'app', text },
}

/** Route selection descriptor components (TS 24.526, table 5.2.1). */
const routeParts: Readonly<Record<number, Part>> = {
  1: { name: 'SSC mode', size: 1, text: number },
  2: {
    name: 'slice',
    text: (value) => `SST ${value[0]}${value.length >= 4 ? `, SD ${toHex(value.subarray(1, 4))}` : ''}`,
  },
  4: { name: 'DNN', text: labels },
  8: { name: 'session type', size: 1, text: ([type = 0]) => sessionTypes[type & 7] ?? String(type) },
  16: { name: 'prefers', size: 1, text: ([access = 0]) => ((access & 3) === 1 ? '3GPP access' : 'non-3GPP access') },
  17: { name: 'several accesses', size: 0 },
  32: { name: 'past the mobile network', size: 0 },
}
