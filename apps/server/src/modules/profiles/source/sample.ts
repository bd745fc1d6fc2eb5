import type { ColumnSample } from '@simwright/contract/profiles/source'

/** Longer texts are cut. */
const TEXT_LIMIT = 40

/**
 * A cell as an example of its column. A key, PIN, PUK, ADM or confirmation code is never returned, and neither is what
 * may be one in a notation that is not known: only numbers that are as long as ICCID, IMSI, MSISDN and EID are, and plain
 * texts.
 */
export function sampleOf(cell: string): ColumnSample {
  const text = cell.trim()
  return { text: isHarmless(text) ? shortened(text) : null, length: text.length }
}

const shortened = (text: string) => (text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text)

/** The numbers of digits of ICCIDs, IMSIs and MSISDNs. Secrets have 4 to 8, 16, 32 or 64. */
const NUMBER = /^(\d{9,15}|\d{18,20}|\d{18,19}F)$/i
/** An EID begins with 89 (SGP.02, 2.2.2). A key of 32 digits without a letter begins so once in 300 million. */
const EID = /^89\d{30}$/
const ONLY_HEXADECIMAL = /^(0x)?[0-9a-f]*$/i
/** Hexadecimal digits and Base64 are of these characters. */
const NOT_OF_KEYS = /[^0-9a-z+/=]/i
const KEY_LENGTH = 16
const NAMES_SECRET = /\b(ki|k|opc?|topc?|pin|puk|adm|code|key)\d?\b/i

function isHarmless(text: string): boolean {
  if (text === '') return false
  const compact = text.replace(/[\s+\-.:'"]/g, '')
  if (NUMBER.test(compact) || EID.test(compact)) return true
  if (ONLY_HEXADECIMAL.test(compact)) return isTime(text)
  return !hasKeyWithin(text) && !NAMES_SECRET.test(text)
}

/** A key in hexadecimal or Base64, also within a text. */
const hasKeyWithin = (text: string): boolean =>
  text.split(NOT_OF_KEYS).some((word) => word.length >= KEY_LENGTH && /\d/.test(word))

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/.test(text)
