import type { Branded } from './brand.ts'
import { accepts, IdError } from './id-error.ts'

/** Names the download order at an SM-DP+ (SGP.22, 4.1.1): upper-case letters, digits and hyphens; may be empty. */
export type MatchingId = Branded<'MatchingId'>

/** The fields of an activation code (SGP.22, 4.1). */
export interface ActivationCode {
  /** Host name of the SM-DP+, with a port only when it is not 443. */
  host: string
  matchingId: MatchingId
  /** Object identifier of the SM-DP+. */
  oid?: string | undefined
  confirmationCodeRequired: boolean
}

const MAX_LENGTH = 255
const HOST =
  /^(?=.{1,253}(:|$))[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*(:\d{1,5})?$/
const OID = /^[0-2](\.(0|[1-9]\d*))+$/

/** Neither trims nor changes the case, because a MatchingID is compared exactly. @throws IdError */
export function parseMatchingId(text: string): MatchingId {
  if (!/^[A-Z0-9-]*$/.test(text)) throw new IdError('characters', 'Upper-case letters, digits and hyphens only.')
  if (text.length > MAX_LENGTH) throw new IdError('length', `Up to ${MAX_LENGTH} characters.`)
  return text as MatchingId
}

export function isMatchingId(text: string): boolean {
  return accepts(parseMatchingId, text)
}

/** Accepts the code with or without `LPA:` and ignores fields that later versions append. @throws IdError */
export function parseActivationCode(text: string): ActivationCode {
  const trimmed = text.trim()
  if (trimmed === '') throw new IdError('required', 'Required.')
  if (trimmed.length > MAX_LENGTH) throw new IdError('length', `Up to ${MAX_LENGTH} characters.`)
  const [format, host = '', matchingId, oid = '', flag = ''] = trimmed.replace(/^LPA:/i, '').split('$')
  if (format !== '1' || matchingId === undefined) {
    throw new IdError('format', 'An activation code has the form LPA:1$host$matching-id.')
  }
  if (flag !== '' && flag !== '0' && flag !== '1') {
    throw new IdError('format', 'The confirmation code flag is 0 or 1.')
  }
  const code: ActivationCode = {
    host: checkHost(host),
    matchingId: parseMatchingId(matchingId),
    confirmationCodeRequired: flag === '1',
  }
  if (oid !== '') code.oid = checkOid(oid)
  return code
}

export function isActivationCode(text: string): boolean {
  return accepts(parseActivationCode, text)
}

/** `LPA:1$host$matching-id`; `$oid` and `$1` follow only when set. @throws IdError beyond 255 characters */
export function formatActivationCode(code: ActivationCode): string {
  const { matchingId, oid, confirmationCodeRequired } = code
  let text = `LPA:1$${checkHost(code.host)}$${parseMatchingId(matchingId)}`
  if (oid !== undefined || confirmationCodeRequired) text += `$${oid === undefined ? '' : checkOid(oid)}`
  if (confirmationCodeRequired) text += '$1'
  if (text.length > MAX_LENGTH) throw new IdError('length', `Up to ${MAX_LENGTH} characters.`)
  return text
}

function checkHost(host: string): string {
  const port = /:(\d+)$/.exec(host)?.[1]
  if (!HOST.test(host) || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
    throw new IdError('format', 'The SM-DP+ address is not a host name.')
  }
  return host
}

function checkOid(oid: string): string {
  if (!OID.test(oid)) throw new IdError('format', 'The SM-DP+ identifier is not an object identifier.')
  return oid
}
