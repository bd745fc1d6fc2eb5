export { concat, equalBytes, fromHex, toHex } from './bytes.ts'
export { type Codec, type Infer, MAX_DEPTH } from './codec.ts'
export { Asn1Error, type Asn1ErrorCode } from './error.ts'
export { oid } from './oid.ts'
export {
  any,
  type Bits,
  bigInteger,
  bits,
  boolean,
  enumerated,
  integer,
  namedBits,
  namedInteger,
  nullValue,
  octets,
  openNamedInteger,
} from './primitive.ts'
export {
  type Choice,
  choice,
  type DefaultField,
  type Field,
  type Fields,
  type FieldsObject,
  type OptionalField,
  optional,
  sequence,
  sequenceOf,
  setOf,
  withDefault,
} from './structure.ts'
export { automatic, explicit, lazy, mapped, named, type Raw, raw, retag, withRaw } from './tagging.ts'
export { ia5, numericString, printable, utf8 } from './text.ts'
export { children, readTlv, readTlvs, type Tlv, writeTlv } from './tlv.ts'
