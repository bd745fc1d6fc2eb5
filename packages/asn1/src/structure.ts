import { type Codec, deeper, makeCodec, unexpectedTag } from './codec.ts'
import { Asn1Error, within } from './error.ts'
import { type Sized, sameEncoding, sizeCheck } from './primitive.ts'
import { type Header, isNonUniversal, readHeader } from './tlv.ts'
import type { Writer } from './writer.ts'

/** A component that may be left out. */
export interface OptionalField<T> {
  readonly presence: 'optional'
  readonly codec: Codec<T>
}

/** A component that is omitted when it has its default value. The decoded object always has it. */
export interface DefaultField<T> {
  readonly presence: 'default'
  readonly codec: Codec<T>
  readonly value: T
}

/** A component of a SEQUENCE: required, OPTIONAL or DEFAULT. */
export type Field<T> = Codec<T> | OptionalField<T> | DefaultField<T>
// biome-ignore lint/suspicious/noExplicitAny: a record of fields of any types; each keeps its own in the inferred object
export type Fields = Readonly<Record<string, Field<any>>>
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Codecs = Readonly<Record<string, Codec<any>>>

type FieldValue<F> = F extends Codec<infer T> ? T : F extends { codec: Codec<infer T> } ? T : never
type OptionalKeys<F> = { [K in keyof F]: F[K] extends OptionalField<unknown> ? K : never }[keyof F]
type Flat<T> = { [K in keyof T]: T[K] }

/** The object a sequence of these fields decodes to. */
export type FieldsObject<F> = Flat<
  { -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: FieldValue<F[K]> } & {
    -readonly [K in OptionalKeys<F>]?: FieldValue<F[K]> | undefined
  }
>

/** The tagged union a choice of these alternatives decodes to. */
export type Choice<C> = { [K in keyof C]: { kind: K; value: C[K] extends Codec<infer T> ? T : never } }[keyof C]

/** Options of a SEQUENCE. */
export interface SequenceOptions {
  /** Default 30. */
  tag?: number
  /** Whether decoding skips unknown components (default), or refuses them with `false`. */
  extensible?: boolean
  /** The type's name in errors. */
  name?: string
}

/** OPTIONAL. An absent component is undefined in the decoded object. */
export function optional<T>(codec: Codec<T>): OptionalField<T> {
  return { presence: 'optional', codec }
}

/** DEFAULT. An absent component decodes as `value`. */
export function withDefault<T>(codec: Codec<T>, value: T): DefaultField<T> {
  return { presence: 'default', codec, value }
}

/** A component with its name, resolved from a Field. `value` is its default. */
interface Slot {
  readonly name: string
  readonly codec: Codec<unknown>
  readonly presence: 'required' | 'optional' | 'default'
  readonly value: unknown
}

function toSlot(name: string, field: Field<unknown>): Slot {
  if (!('presence' in field)) return { name, codec: field, presence: 'required', value: undefined }
  const value = field.presence === 'default' ? field.value : undefined
  return { name, codec: field.codec, presence: field.presence, value }
}

/** SEQUENCE (X.690, 8.9): an object whose components are encoded in declared order. */
export function sequence<const F extends Fields>(fields: F, options: SequenceOptions = {}): Codec<FieldsObject<F>> {
  const { tag = 0x30, extensible = true, name } = options
  const slots = Object.entries(fields).map(([key, field]) => toSlot(key, field))

  return makeCodec<FieldsObject<F>>({
    tag,
    tagging: 'constructed',
    ...(name === undefined ? {} : { name }),
    read: (input, header, depth) =>
      readSlots(slots, extensible, { input, header, depth: deeper(depth) }) as FieldsObject<F>,
    write: (out, value) => {
      const mark = out.mark()
      writeSlots(slots, out, value as Readonly<Record<string, unknown>>)
      out.header(tag, mark)
    },
    withTag: (other) => sequence(fields, { ...options, tag: other }),
  })
}

/** The content of the sequence that is being decoded. */
interface SequenceContent {
  readonly input: Uint8Array
  readonly header: Header
  readonly depth: number
}

/**
 * Decodes the components in order. An unknown tag is skipped if the type is extensible; a tag that belongs to a component
 * already passed is a repetition.
 */
function readSlots(slots: readonly Slot[], extensible: boolean, content: SequenceContent): Record<string, unknown> {
  const { input, header, depth } = content
  const found: Record<string, unknown> = {}
  let next = 0
  let repeated: Slot | undefined
  let at = header.content
  while (at < header.end) {
    const component = readHeader(input, at, header.end)
    at = component.end
    const index = findSlot(slots, next, component.tag)
    if (index < 0) {
      if (!extensible) throw unexpectedTag(component.tag, undefined)
      repeated ??= findRepeated(slots.slice(0, next), component.tag)
      continue
    }
    if (repeated) throw repetition(repeated)
    while (next < index) fillAbsent(slots[next++]!, found)
    const slot = slots[next++]!
    try {
      found[slot.name] = slot.codec.read(input, component, depth)
    } catch (error) {
      throw within(error, slot.name, component.start)
    }
  }
  while (next < slots.length) fillAbsent(slots[next++]!, found)
  return found
}

/** The index of the first slot at or after `from` that accepts the tag, or -1. */
function findSlot(slots: readonly Slot[], from: number, tag: number): number {
  for (let i = from; i < slots.length; i++) {
    const { codec } = slots[i]!
    if (codec.tag === undefined ? codec.accepts(tag) : codec.tag === tag) return i
  }
  return -1
}

/**
 * The component already passed that has the tag of an unknown one. A repeated universal tag can still be an addition of a
 * later version, but only at the end of the type (X.680, 3.8: extension insertion point), so the caller decides. A
 * repeated context-specific tag is always an error: it names one component wherever it appears.
 */
function findRepeated(passed: readonly Slot[], tag: number): Slot | undefined {
  const slot = passed.find(({ codec }) => codec.accepts(tag))
  if (slot && isNonUniversal(tag)) throw repetition(slot)
  return slot
}

const repetition = ({ name }: Slot): unknown =>
  within(new Asn1Error('unexpected', 'the component is repeated or out of order'), name)

/** Sets the default of an absent component. Throws Asn1Error `missing` if the component is required. */
function fillAbsent(slot: Slot, found: Record<string, unknown>): void {
  if (slot.presence === 'required') throw within(new Asn1Error('missing', 'the component is missing'), slot.name)
  if (slot.presence === 'default') found[slot.name] = slot.value
}

/** Writes the components last to first, because the Writer prepends. */
function writeSlots(slots: readonly Slot[], out: Writer, value: Readonly<Record<string, unknown>>): void {
  for (let i = slots.length - 1; i >= 0; i--) {
    const slot = slots[i]!
    const component = value[slot.name]
    try {
      if (component === undefined) {
        if (slot.presence === 'required') throw new Asn1Error('missing', 'the component is missing')
      } else if (slot.presence !== 'default' || !sameEncoding(slot.codec, component, slot.value)) {
        slot.codec.write(out, component)
      }
    } catch (error) {
      throw within(error, slot.name)
    }
  }
}

/** SEQUENCE OF. `min` and `max` count items. */
export function sequenceOf<T>(item: Codec<T>, options: Sized = {}): Codec<T[]> {
  return listOf(item, { tag: 0x30, ...options }, writeInOrder)
}

/** SET OF. Encoded in the order of the item encodings (X.690, 11.6), decoded in any order. */
export function setOf<T>(item: Codec<T>, options: Sized = {}): Codec<T[]> {
  return listOf(item, { tag: 0x31, ...options }, writeSorted)
}

/** The common codec of SEQUENCE OF and SET OF, which differ in the tag and the order of encoding. */
function listOf<T>(
  item: Codec<T>,
  options: Sized & { tag: number },
  writeItems: (out: Writer, item: Codec<T>, values: readonly T[]) => void,
): Codec<T[]> {
  const check = sizeCheck(options, 'items')
  return makeCodec<T[]>({
    tag: options.tag,
    tagging: 'constructed',
    read: (input, header, depth) => {
      const inner = deeper(depth)
      const values: T[] = []
      for (let at = header.content; at < header.end; ) {
        const found = readHeader(input, at, header.end)
        at = found.end
        try {
          if (!item.accepts(found.tag)) throw unexpectedTag(found.tag, item.tag)
          values.push(item.read(input, found, inner))
        } catch (error) {
          throw within(error, `[${values.length}]`, found.start)
        }
      }
      check(values.length)
      return values
    },
    write: (out, values) => {
      check(values.length)
      const mark = out.mark()
      writeItems(out, item, values)
      out.header(options.tag, mark)
    },
    withTag: (other) => listOf(item, { ...options, tag: other }, writeItems),
  })
}

function writeInOrder<T>(out: Writer, item: Codec<T>, values: readonly T[]): void {
  for (let i = values.length - 1; i >= 0; i--) {
    try {
      item.write(out, values[i]!)
    } catch (error) {
      throw within(error, `[${i}]`)
    }
  }
}

/** Writes the items so that their encodings ascend (X.690, 11.6). */
function writeSorted<T>(out: Writer, item: Codec<T>, values: readonly T[]): void {
  const encodings = values.map((value) => item.encode(value)).sort(compareEncodings)
  for (const encoding of encodings.reverse()) out.bytes(encoding)
}

/** Byte order; a prefix sorts before the longer encoding. */
function compareEncodings(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

/**
 * CHOICE, as `{ kind, value }`. The first alternative that accepts the tag is taken.
 * @throws TypeError from `withTag`: a CHOICE has no tag of its own to replace
 */
export function choice<const C extends Codecs>(alternatives: C, options: { name?: string } = {}): Codec<Choice<C>> {
  const entries: readonly (readonly [string, Codec<unknown>])[] = Object.entries(alternatives)
  const find = (tag: number) => entries.find(([, codec]) => codec.accepts(tag))
  return makeCodec<Choice<C>>({
    tag: undefined,
    tagging: 'explicit',
    ...(options.name === undefined ? {} : { name: options.name }),
    accepts: (tag) => find(tag) !== undefined,
    read: (input, header, depth) => {
      const entry = find(header.tag)
      if (entry === undefined) throw unexpectedTag(header.tag, undefined)
      const [kind, codec] = entry
      try {
        return { kind, value: codec.read(input, header, deeper(depth)) } as Choice<C>
      } catch (error) {
        throw within(error, kind, header.start)
      }
    },
    write: (out, { kind, value }) => {
      const codec = Object.hasOwn(alternatives, kind) ? alternatives[kind as string] : undefined
      if (codec === undefined) throw new Asn1Error('bad_value', `${String(kind)} is not an alternative of this choice`)
      try {
        codec.write(out, value)
      } catch (error) {
        throw within(error, String(kind))
      }
    },
    withTag: () => {
      throw new TypeError('a CHOICE cannot be tagged implicitly; use explicit()')
    },
  })
}
