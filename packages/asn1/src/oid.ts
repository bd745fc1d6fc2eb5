import { type Codec, primitive } from './codec.ts'
import { Asn1Error } from './error.ts'
import type { Tagged } from './primitive.ts'

/** Limits against hostile input: an identifier of 256 content bytes, and 19 bytes of 7 bits for an arc of 128 bits. */
const MAX_OID_BYTES = 256
const MAX_ARC_BYTES = 19

/** OBJECT IDENTIFIER as dotted text (X.690, 8.19). An arc has up to 128 bits, as 2.25.<UUID> needs. */
export function oid(options: Tagged = {}): Codec<string> {
  return primitive(options.tag ?? 0x06, decodeOidContent, (out, value: string) => out.bytes(encodeOidContent(value)))
}

/** Dotted text of an OBJECT IDENTIFIER's content bytes. Throws Asn1Error `bad_value`. */
export function decodeOidContent(content: Uint8Array): string {
  if (content.length === 0 || content.length > MAX_OID_BYTES) {
    throw new Asn1Error('bad_value', `an object identifier has 1 to ${MAX_OID_BYTES} bytes`)
  }
  let text = ''
  for (let at = 0; at < content.length; ) {
    const start = at
    while (at < content.length && content[at]! & 0x80) at++
    if (at === content.length) throw new Asn1Error('bad_value', 'the object identifier ends within an arc')
    at++
    if (content[start] === 0x80) throw new Asn1Error('bad_value', 'an arc has a leading zero byte')
    const arc = readArc(content, start, at)
    text += start === 0 ? firstArcs(arc) : `.${arc}`
  }
  return text
}

/** Content bytes of an OBJECT IDENTIFIER in dotted text. Throws Asn1Error `bad_value`. */
export function encodeOidContent(text: string): Uint8Array {
  if (!/^[0-2](\.(0|[1-9]\d{0,38}))+$/.test(text)) throw new Asn1Error('bad_value', 'not an object identifier')
  const arcs = text.split('.').map(BigInt)
  const [root, second] = arcs as [bigint, bigint]
  if (root < 2n && second > 39n) throw new Asn1Error('bad_value', 'the second arc is at most 39 under 0 and 1')
  const bytes: number[] = []
  pushArc(bytes, root * 40n + second)
  for (const arc of arcs.slice(2)) pushArc(bytes, arc)
  if (bytes.length > MAX_OID_BYTES) throw new Asn1Error('bad_value', 'the object identifier is too long')
  return Uint8Array.from(bytes)
}

/** The arc in bytes `start` to `end`: seven bits a byte, most significant first. A bigint beyond 49 bits. */
function readArc(content: Uint8Array, start: number, end: number): number | bigint {
  if (end - start > MAX_ARC_BYTES) throw new Asn1Error('bad_value', 'an arc of the object identifier is too large')
  if (end - start <= 7) {
    let arc = 0
    for (let i = start; i < end; i++) arc = arc * 128 + (content[i]! & 0x7f)
    return arc
  }
  let arc = 0n
  for (let i = start; i < end; i++) arc = (arc << 7n) | BigInt(content[i]! & 0x7f)
  return arc
}

/** The first two arcs, which share one number: 40 times the first plus the second (X.690, 8.19.4). */
function firstArcs(joined: number | bigint): string {
  if (joined < 40) return `0.${joined}`
  if (joined < 80) return `1.${Number(joined) - 40}`
  return `2.${typeof joined === 'bigint' ? joined - 80n : joined - 80}`
}

/** Appends the base-128 digits of an arc; every byte but the last has bit 8 set. */
function pushArc(bytes: number[], arc: bigint): void {
  const groups: number[] = [Number(arc & 0x7fn)]
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(...groups.reverse())
}
