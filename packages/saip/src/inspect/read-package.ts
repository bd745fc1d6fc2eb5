import { type DecodedElement, decodeProfile, headerOf } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'

/** The largest package that is read, in bytes. Applets of 512 KiB fit. */
export const mostPackageBytes = 1 << 20
/**
 * The most elements, and TLVs in all. Real packages have up to 70 and 5,000; the time of a check grows with the files of
 * elements, whose templates describe dozens.
 */
const mostElements = 128
const mostTlvs = 25_000
/** The deepest nesting of TLVs. Elements of the format have 10 levels. */
export const mostNesting = 16
/** Longer tags and lengths do not occur in a package. */
const mostTagBytes = 4
const mostLengthBytes = 4

/**
 * Decodes a package that comes from outside: at most 1 MiB of DER, up to 128 elements, nested up to
 * 16 levels, without mandatory elements that
 * this version does not define.
 * @throws SaipError `malformed` with the byte offset of the fault
 */
export function readPackage(bytes: Uint8Array): DecodedElement[] {
  if (bytes.length === 0) throw malformed('The package is empty', 0)
  if (bytes.length > mostPackageBytes) {
    throw malformed(`The package has ${bytes.length} bytes; at most ${mostPackageBytes} are read`, mostPackageBytes)
  }
  scan(bytes)
  const elements = decodeProfile(bytes)
  elements.forEach((element, index) => {
    if (element.kind !== 'unknown' || headerOf(element)?.mandated === undefined) return
    const tag = element.value.tag.toString(16).toUpperCase()
    throw malformed(`Element ${index} has tag ${tag}, which is unknown, and it is mandatory`, element.offset)
  })
  return elements
}

/** Checks number of elements, tags, lengths and nesting of all TLVs, without recursion. */
function scan(bytes: Uint8Array): void {
  const ends: number[] = [bytes.length]
  let elements = 0
  let tlvs = 0
  for (let at = 0; ; ) {
    while (ends.length > 0 && at === ends.at(-1)) ends.pop()
    const limit = ends.at(-1)
    if (limit === undefined) return
    if (ends.length === 1 && ++elements > mostElements) throw malformed(`More than ${mostElements} elements`, at)
    if (++tlvs > mostTlvs) throw malformed(`More than ${mostTlvs} TLVs`, at)
    const { isConstructed, content, end } = readHead(bytes, at, limit)
    if (isConstructed && ends.length > mostNesting) {
      throw malformed(`More than ${mostNesting} levels are nested`, at)
    }
    if (isConstructed) ends.push(end)
    at = isConstructed ? content : end
  }
}

/** Tag and length of the TLV at `start`, which must end at or before `limit`. */
function readHead(bytes: Uint8Array, start: number, limit: number) {
  let at = start
  const byte = () => {
    const value = at < limit ? bytes[at++] : undefined
    if (value === undefined) throw malformed('The data ends within a tag or length', start)
    return value
  }
  const first = byte()
  if (first === 0) throw malformed('Tag 00 is not a tag of DER', start)
  if ((first & 0x1f) === 0x1f)
    while ((byte() & 0x80) !== 0)
      if (at - start >= mostTagBytes) throw malformed('The tag has more than 4 bytes', start)
  let length = byte()
  if (length === 0x80) throw malformed('DER has no indefinite lengths', start)
  if (length > 0x80) {
    let count = length & 0x7f
    if (count > mostLengthBytes) throw malformed('The length has more than 4 bytes', start)
    for (length = 0; count > 0; count--) length = length * 256 + byte()
  }
  if (length > limit - at) {
    throw malformed(`The content has ${limit - at} bytes, its length says ${length}`, start)
  }
  return { isConstructed: (first & 0x20) !== 0, content: at, end: at + length }
}

function malformed(what: string, offset: number): SaipError {
  const text = `${what} (byte ${offset}).`
  return new SaipError('malformed', text, { status: 'invalid-request-format', offset })
}
