import { concat, fromHex, toHex } from '@simwright/asn1'
import type { ProprietaryInfo } from '../codec/file.ts'

/** The initial content of a file. `undefined`: it is filled with FF. */
export type Pattern =
  | { readonly kind: 'fill'; readonly head: Uint8Array; readonly stretch: number; readonly tail: Uint8Array }
  | { readonly kind: 'repeat'; readonly bytes: Uint8Array }
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  | undefined

/** Parses the notation of the template tables; see TemplateFile.content. */
export function templatePattern(content: string | undefined): Pattern {
  if (content === undefined) return undefined
  if (content.startsWith('(')) return { kind: 'repeat', bytes: fromHex(content.slice(1, -1)) }
  const star = content.indexOf('*')
  if (star < 0) return { kind: 'literal', bytes: fromHex(content) }
  const head = fromHex(content.slice(0, star - 2))
  const stretch = Number.parseInt(content.slice(star - 2, star), 16)
  return { kind: 'fill', head, stretch, tail: fromHex(content.slice(star + 1)) }
}

/**
 * The pattern in an FCP. The last byte of a fill pattern is repeated to the end; a repeat pattern is repeated as a whole
 * (ETSI TS 102 222, 6.3.2.2.2).
 */
export function proprietaryPattern(info: ProprietaryInfo | undefined): Pattern {
  if (info?.repeatPattern !== undefined) return { kind: 'repeat', bytes: info.repeatPattern }
  const fill = info?.fillPattern
  if (fill === undefined) return undefined
  return { kind: 'fill', head: fill.subarray(0, -1), stretch: fill.at(-1) as number, tail: new Uint8Array(0) }
}

/** The initial content of a file of `size` bytes. In a file with records, the pattern applies to each record. */
export function initialContent(pattern: Pattern, size: number, recordSize: number | undefined): Uint8Array {
  if (recordSize === undefined) return spread(pattern, size)
  const record = spread(pattern, recordSize)
  return concat(...Array.from({ length: Math.floor(size / recordSize) }, () => record))
}

/** The pattern on `size` bytes. A literal that is shorter is followed by FF; one that is longer is truncated. */
function spread(pattern: Pattern, size: number): Uint8Array {
  const content = new Uint8Array(size).fill(0xff)
  if (pattern === undefined) return content
  if (pattern.kind === 'literal') {
    content.set(pattern.bytes.subarray(0, size))
  } else if (pattern.kind === 'repeat') {
    for (let i = 0; i < size; i++) content[i] = pattern.bytes[i % pattern.bytes.length] as number
  } else {
    content.fill(pattern.stretch)
    content.set(pattern.head.subarray(0, size))
    if (pattern.tail.length <= size) content.set(pattern.tail, size - pattern.tail.length)
  }
  return content
}

/** An unsigned big-endian integer. No bytes are zero. */
export function toUnsigned(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : Number.parseInt(toHex(bytes), 16)
}
