import { plain } from './bytes.ts'
import { Asn1Error, within } from './error.ts'
import { assertTag, type Header, readHeader, tagName } from './tlv.ts'
import { Writer } from './writer.ts'

/** Deeper structures than any message of the RSP, SAIP or X.509 definitions are refused. */
export const MAX_DEPTH = 64

/** One declaration that both encodes and decodes. `encode` and `decode` deal with whole TLVs. */
export interface Codec<T> {
  /** undefined where the tag depends on the value: choice, any, lazy */
  readonly tag: number | undefined
  /** how automatic tagging treats this codec (ITU-T X.680, 31.2.7) */
  readonly tagging: Tagging
  encode(value: T): Uint8Array
  /** Exactly one TLV; byte strings in the result share memory with `bytes`. */
  decode(bytes: Uint8Array): T
  accepts(tag: number): boolean
  read(input: Uint8Array, header: Header, depth: number): T
  write(out: Writer, value: T): void
  /** The same type under another tag (IMPLICIT). */
  withTag(tag: number): Codec<T>
}

export type Tagging = 'primitive' | 'constructed' | 'explicit' | 'lazy'

export type Infer<C> = C extends Codec<infer T> ? T : never

export interface CodecParts<T> {
  tag: number | undefined
  tagging: Tagging
  /** the type's name, first step of the path in errors */
  name?: string
  accepts?: (tag: number) => boolean
  read: (input: Uint8Array, header: Header, depth: number) => T
  write: (out: Writer, value: T) => void
  withTag: (tag: number) => Codec<T>
}

let spare: Writer | undefined

export function makeCodec<T>(parts: CodecParts<T>): Codec<T> {
  const { tag, tagging, name, read, write, withTag } = parts
  const accepts = parts.accepts ?? ((found: number) => found === tag)
  if (tag !== undefined) assertTag(tag)

  function decode(bytes: Uint8Array): T {
    try {
      const input = plain(bytes)
      const header = readHeader(input, 0, input.length)
      if (header.end !== input.length) throw new Asn1Error('trailing', 'nothing may follow the structure')
      if (!accepts(header.tag)) throw unexpectedTag(header.tag, tag)
      return read(input, header, 0)
    } catch (error) {
      throw name === undefined ? error : within(error, name)
    }
  }

  function encode(value: T): Uint8Array {
    const out = spare ?? new Writer()
    spare = undefined
    try {
      write(out, value)
    } catch (error) {
      throw name === undefined ? error : within(error, name)
    }
    const bytes = out.take()
    spare = out
    return bytes
  }

  return { tag, tagging, encode, decode, accepts, read, write, withTag }
}

/** Codec of a primitive type from its content's bytes; `read` gets a subarray. */
export function primitive<T>(
  tag: number,
  read: (content: Uint8Array) => T,
  write: (out: Writer, value: T) => void,
): Codec<T> {
  return makeCodec<T>({
    tag,
    tagging: 'primitive',
    read: (input, header) => read(input.subarray(header.content, header.end)),
    write: (out, value) => {
      const mark = out.mark()
      write(out, value)
      out.header(tag, mark)
    },
    withTag: (other) => primitive(other, read, write),
  })
}

export function unexpectedTag(found: number, wanted: number | undefined): Asn1Error {
  const rule = wanted === undefined ? `${tagName(found)} is not expected` : `${tagName(wanted)} is expected`
  return new Asn1Error('unexpected', rule)
}

/** Checks the depth before anything nested is read. */
export function deeper(depth: number): number {
  if (depth >= MAX_DEPTH) throw new Asn1Error('unexpected', `at most ${MAX_DEPTH} levels may be nested`)
  return depth + 1
}

/** Writes an encoding that came from elsewhere, once it is seen to be a single TLV under a fitting tag. */
export function writeReceived(out: Writer, bytes: Uint8Array, accepts: (tag: number) => boolean): void {
  const header = readHeader(bytes, 0, bytes.length)
  if (header.end !== bytes.length) throw new Asn1Error('trailing', 'exactly one structure is expected')
  if (!accepts(header.tag)) throw unexpectedTag(header.tag, undefined)
  out.bytes(bytes)
}
