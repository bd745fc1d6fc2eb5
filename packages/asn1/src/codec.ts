import { plain } from './bytes.ts'
import { Asn1Error, within } from './error.ts'
import { assertTag, type Header, readHeader, tagName } from './tlv.ts'
import { Writer } from './writer.ts'

/** The deepest nesting that is decoded. No message of RSP, SAIP or X.509 comes near it. */
export const MAX_DEPTH = 64

/**
 * One declaration that both encodes and decodes a type. `encode` and `decode` work on whole TLVs; `accepts`, `read` and
 * `write` are for codecs that contain this one.
 */
export interface Codec<T> {
  /** Undefined where the tag depends on the value: choice, any, lazy. */
  readonly tag: number | undefined
  /** How automatic tagging treats this codec (X.680, 31.2.7). */
  readonly tagging: Tagging
  /** DER. Throws Asn1Error if the value does not fit the type. */
  encode(value: T): Uint8Array
  /** Decodes exactly one TLV. Byte strings in the result share memory with `bytes`. Throws Asn1Error. */
  decode(bytes: Uint8Array): T
  /** Whether a TLV with this tag can be of this type. */
  accepts(tag: number): boolean
  /** Decodes the TLV at `header`, whose tag the caller has checked with `accepts`. */
  read(input: Uint8Array, header: Header, depth: number): T
  /** Prepends the whole TLV to `out`. */
  write(out: Writer, value: T): void
  /** The same type under another tag (IMPLICIT). Throws TypeError for a type that cannot be retagged. */
  withTag(tag: number): Codec<T>
}

/**
 * `primitive` and `constructed` types take an implicit tag and keep that form, `explicit` ones need an explicit tag, and
 * `lazy` ones decide when they are first used.
 */
export type Tagging = 'primitive' | 'constructed' | 'explicit' | 'lazy'

/** The value type of a codec. */
export type Infer<C> = C extends Codec<infer T> ? T : never

/** What makeCodec builds a codec from. */
export interface CodecParts<T> {
  tag: number | undefined
  tagging: Tagging
  /** The type's name, the first step of the path in errors. */
  name?: string
  /** Default: only `tag` is accepted. */
  accepts?: (tag: number) => boolean
  read: (input: Uint8Array, header: Header, depth: number) => T
  write: (out: Writer, value: T) => void
  withTag: (tag: number) => Codec<T>
}

/** A Writer to reuse. It is undefined while an encoding runs, so a nested `encode` gets a Writer of its own. */
let spare: Writer | undefined

/**
 * Completes a codec with `encode` and `decode`, which put the type's name in front of an error's path.
 * @throws TypeError if `tag` is not an encoded tag
 */
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

/** The codec of a primitive type from its content bytes. `read` gets a subarray of the input. */
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

/** The error for a tag that does not fit, or that no type fits when `wanted` is undefined. */
export function unexpectedTag(found: number, wanted: number | undefined): Asn1Error {
  const rule = wanted === undefined ? `${tagName(found)} is not expected` : `${tagName(wanted)} is expected`
  return new Asn1Error('unexpected', rule)
}

/**
 * The depth of the next level. Called before anything nested is read, so that hostile input cannot exhaust the stack.
 */
export function deeper(depth: number): number {
  if (depth >= MAX_DEPTH) throw new Asn1Error('unexpected', `at most ${MAX_DEPTH} levels may be nested`)
  return depth + 1
}

/** Writes an encoding received from elsewhere after checking that it is a single TLV with an accepted tag. */
export function writeReceived(out: Writer, bytes: Uint8Array, accepts: (tag: number) => boolean): void {
  const header = readHeader(bytes, 0, bytes.length)
  if (header.end !== bytes.length) throw new Asn1Error('trailing', 'exactly one structure is expected')
  if (!accepts(header.tag)) throw unexpectedTag(header.tag, undefined)
  out.bytes(bytes)
}
