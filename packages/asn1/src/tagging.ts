import { type Codec, deeper, makeCodec, unexpectedTag, writeReceived } from './codec.ts'
import { Asn1Error } from './error.ts'
import type { Codecs, Field, Fields } from './structure.ts'
import { assertTag, isConstructed, readHeader } from './tlv.ts'

/**
 * The codec's whole TLV inside another one (EXPLICIT; X.690, 8.14).
 * @throws TypeError if `tag` is primitive
 */
export function explicit<T>(tag: number, codec: Codec<T>): Codec<T> {
  assertTag(tag)
  if (!isConstructed(tag)) throw new TypeError('an explicit tag is constructed')
  return makeCodec<T>({
    tag,
    tagging: 'constructed',
    read: (input, header, depth) => {
      const inner = readHeader(input, header.content, header.end)
      if (inner.end !== header.end) throw new Asn1Error('trailing', 'an explicit tag holds exactly one structure')
      if (!codec.accepts(inner.tag)) throw unexpectedTag(inner.tag, codec.tag)
      return codec.read(input, inner, deeper(depth))
    },
    write: (out, value) => {
      const mark = out.mark()
      codec.write(out, value)
      out.header(tag, mark)
    },
    withTag: (other) => explicit(other, codec),
  })
}

/** The same type under another tag (IMPLICIT). */
export function retag<T>(tag: number, codec: Codec<T>): Codec<T> {
  return codec.withTag(tag)
}

/**
 * Tags the fields of a SEQUENCE or CHOICE [0], [1], ... in declared order, as AUTOMATIC TAGS does
 * (X.680, 25.7): a CHOICE or an open type is tagged explicitly, all other types implicitly.
 * @throws TypeError beyond [127]
 */
export function automatic<const F extends Fields | Codecs>(fields: F): F {
  const tagged = Object.entries(fields).map(([name, field], index) => [name, tagField(field, index)])
  return Object.fromEntries(tagged) as F
}

function tagField(field: Field<unknown>, index: number): Field<unknown> {
  return 'presence' in field ? { ...field, codec: tagCodec(field.codec, index) } : tagCodec(field, index)
}

/** The codec under context tag [index]; primitive content takes 80, constructed content A0. */
function tagCodec(codec: Codec<unknown>, index: number): Codec<unknown> {
  const constructed = contextTag(index, codec.tagging === 'primitive' ? 0x80 : 0xa0)
  return codec.tagging === 'explicit' ? explicit(constructed, codec) : codec.withTag(constructed)
}

/** The encoded context tag; [31] and above take a second byte (X.690, 8.1.2.4). */
function contextTag(index: number, leading: number): number {
  if (index < 31) return leading | index
  if (index > 127) throw new TypeError('automatic tags are supported up to [127]')
  return ((leading | 0x1f) << 8) | index
}

/** A value with the bytes it was received as. Signatures are verified over those bytes, never over a re-encoding. */
export interface Raw<T> {
  readonly value: T
  readonly raw: Uint8Array
}

/** Retains the received bytes next to the value. Encoding writes those bytes unchanged. */
export function raw<T>(codec: Codec<T>): Codec<Raw<T>> {
  return makeCodec<Raw<T>>({
    tag: codec.tag,
    tagging: codec.tagging,
    accepts: codec.accepts,
    read: (input, header, depth) => ({
      value: codec.read(input, header, depth),
      raw: input.subarray(header.start, header.end),
    }),
    write: (out, value) => writeReceived(out, value.raw, codec.accepts),
    withTag: (other) => raw(codec.withTag(other)),
  })
}

/** The pair that a `raw` field encodes, from a value to send. */
export function withRaw<T>(codec: Codec<T>, value: T): Raw<T> {
  return { value, raw: codec.encode(value) }
}

/** A codec that is resolved when it is first used, for types that contain themselves. */
export function lazy<T>(get: () => Codec<T>): Codec<T> {
  let resolved: Codec<T> | undefined
  const codec = (): Codec<T> => {
    resolved ??= get()
    return resolved
  }
  return makeCodec<T>({
    tag: undefined,
    tagging: 'lazy',
    accepts: (tag) => codec().accepts(tag),
    read: (input, header, depth) => codec().read(input, header, deeper(depth)),
    write: (out, value) => codec().write(out, value),
    withTag: (tag) => lazy(() => (codec().tagging === 'explicit' ? explicit(tag, codec()) : codec().withTag(tag))),
  })
}

/**
 * Converts values of a codec to another TypeScript type. What `decode` or `encode` throws becomes Asn1Error
 * `bad_value`.
 */
export function mapped<T, U>(codec: Codec<T>, shape: { decode: (value: T) => U; encode: (value: U) => T }): Codec<U> {
  return makeCodec<U>({
    tag: codec.tag,
    tagging: codec.tagging,
    accepts: codec.accepts,
    read: (input, header, depth) => {
      const value = codec.read(input, header, depth)
      return attempt(() => shape.decode(value))
    },
    write: (out, value) =>
      codec.write(
        out,
        attempt(() => shape.encode(value)),
      ),
    withTag: (other) => mapped(codec.withTag(other), shape),
  })
}

/** Gives the codec a name, the first step of the path in errors. */
export function named<T>(name: string, codec: Codec<T>): Codec<T> {
  return makeCodec<T>({ ...codec, name, withTag: (tag) => named(name, codec.withTag(tag)) })
}

/** Runs a conversion; an error of another kind becomes Asn1Error `bad_value` with that error as `cause`. */
function attempt<T>(convert: () => T): T {
  try {
    return convert()
  } catch (cause) {
    if (cause instanceof Asn1Error) throw cause
    throw new Asn1Error('bad_value', cause instanceof Error ? cause.message : 'the value cannot be converted', {
      cause,
    })
  }
}
