import { isIP } from 'node:net'
import { Secret } from './secret/secret.ts'

/*
 * How the text of a setting becomes its value.
 */

/** An invalid value. The message follows the name of the setting: `must be ...`. */
export class SettingFault extends Error {}

export function parseInteger(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new SettingFault(`must be a whole number from ${least} to ${most}`)
}

export function parseSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new SettingFault('must be on or off')
}

/**
 * What a process does: the portal with its API, the interfaces of the SM-DP+ and the SM-DS, or background work. Any
 * number of processes of each role work on one database.
 */
export const ROLES = ['web', 'smdp', 'worker'] as const

export type Role = (typeof ROLES)[number]

export function parseRoles(text: string): readonly Role[] {
  const named = text.split(',').map((one) => one.trim())
  if (named.length === new Set(named).size && named.every((one) => (ROLES as readonly string[]).includes(one)))
    return ROLES.filter((role) => named.includes(role))
  throw new SettingFault(`must be one or more of ${ROLES.join(', ')}, separated by commas`)
}

/** One port per certificate set: NIST P-256, then Brainpool. */
export type SmdpPorts = readonly [number, number?]

export function parseSmdpPorts(text: string): SmdpPorts {
  const [first = '', second, ...more] = text.split(',').map((port) => port.trim())
  const isRepeated = first === second && first !== '0'
  if (more.length > 0 || isRepeated)
    throw new SettingFault('must be one port, or two different ports separated by a comma')
  return second === undefined ? [parsePort(first)] : [parsePort(first), parsePort(second)]
}

/** 0 means a free port that the system chooses. */
export function parsePort(text: string): number {
  return parseInteger(text, 0, 65535)
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

export function parseListenAddress(text: string): string {
  if (isIP(text) !== 0 || HOST_NAME.test(text)) return text
  throw new SettingFault('must be an IP address or a host name')
}

export function parseHostAndPort(text: string): string {
  const [host = '', port, ...more] = text.split(':')
  const portIsFine = port === undefined || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65535)
  if (!HOST_NAME.test(host) || !portIsFine || more.length > 0) {
    throw new SettingFault('must be a host name, with or without a port')
  }
  return port === undefined || port === '443' ? host.toLowerCase() : `${host.toLowerCase()}:${port}`
}

export function parseUrl(text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text)
  if (url && protocols.includes(url.protocol) && url.hostname !== '') return url
  throw new SettingFault(`must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
}

type Pattern = { pattern: RegExp; rule: string }

export const STRIPE_KEY: Pattern = {
  pattern: /^(sk|rk)_(test|live)_[A-Za-z0-9]{8,250}$/,
  rule: 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
}

export const STRIPE_WEBHOOK_SECRET: Pattern = {
  pattern: /^whsec_[A-Za-z0-9+/=]{8,250}$/,
  rule: 'must begin with whsec_',
}

export function parsePattern(text: string, { pattern, rule }: Pattern): string {
  if (pattern.test(text)) return text
  throw new SettingFault(rule)
}

export function parseDatabaseUrl(text: string): Secret<string> {
  return new Secret(parseUrl(text, ['postgres:', 'postgresql:']).href)
}

export function parseOrigin(text: string): string {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url.href === `${url.origin}/`) return url.origin
  throw new SettingFault('must be scheme, host and port only, without path, query or password')
}

export function parseLoopbackOrigin(text: string): URL {
  const url = new URL(parseOrigin(text))
  if (url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)) return url
  throw new SettingFault('must be a URL beginning with http://127.0.0.1 or http://localhost')
}

export type TrustProxy = false | number | readonly string[]

export function parseTrustProxy(text: string): TrustProxy {
  if (text === 'off') return false
  if (/^\d+$/.test(text)) return parseInteger(text, 1, 10)
  const addresses = text.split(',').map((address) => address.trim())
  if (addresses.every(isAddressOrNetwork)) return addresses
  throw new SettingFault(
    'must be off, a number of proxies from 1 to 10, or addresses (10.0.0.1, 10.0.0.0/8) separated by commas',
  )
}

/** The header of the proxies, as Node names it. */
export type ProxyHeader = 'x-forwarded-for' | 'forwarded'

export function parseProxyHeader(text: string): ProxyHeader {
  const name = text.toLowerCase()
  if (name === 'x-forwarded-for' || name === 'forwarded') return name
  throw new SettingFault('must be X-Forwarded-For or Forwarded')
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

export function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text)
  if (level !== undefined) return level
  throw new SettingFault(`must be one of ${LOG_LEVELS.join(', ')}`)
}
