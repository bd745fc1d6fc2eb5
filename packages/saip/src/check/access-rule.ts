import { children, readTlvs, type Tlv } from '@simwright/asn1'
import { SaipError } from '../error.ts'

/** A security condition of an access rule (ETSI TS 102 221, 9.2.4). */
export type AccessCondition =
  | { readonly kind: 'always' | 'never' }
  | { readonly kind: 'key'; readonly reference: number }
  | { readonly kind: 'any' | 'all'; readonly conditions: readonly AccessCondition[] }
  /** A condition that is not decoded. */
  | { readonly kind: 'other'; readonly tag: number }

/** What an access rule permits: the bits of an access mode byte, or one instruction, under a condition. */
export interface AccessRule {
  readonly access: { readonly kind: 'mode'; readonly bits: number } | { readonly kind: 'command'; readonly ins: number }
  readonly condition: AccessCondition
}

const tags = { mode: 0x80, always: 0x90, never: 0x97, key: 0xa4, reference: 0x83, any: 0xa0, all: 0xaf } as const
/** Access modes that name a command by its class, instruction and parameters. */
const commandTags = { first: 0x81, last: 0x8f } as const

/**
 * Decodes a record of EF.ARR in expanded format. A free record has no rules.
 * @throws SaipError `content`, or Asn1Error
 */
export function decodeAccessRule(record: Uint8Array): AccessRule[] {
  const end = record.findLastIndex((byte) => byte !== 0xff) + 1
  const objects = readTlvs(record.subarray(0, end))
  const rules: AccessRule[] = []
  for (let i = 0; i < objects.length; i += 2) {
    const condition = objects[i + 1]
    if (condition === undefined) throw new SaipError('content', 'An access mode must have a security condition.')
    rules.push({ access: accessOf(objects[i]!), condition: conditionOf(condition) })
  }
  return rules
}

/** The PIN references in the conditions of rules. */
export function keyReferencesOf(rules: readonly AccessRule[]): number[] {
  return rules.flatMap(({ condition }) => referencesIn(condition))
}

function referencesIn(condition: AccessCondition): number[] {
  if (condition.kind === 'key') return [condition.reference]
  return 'conditions' in condition ? condition.conditions.flatMap(referencesIn) : []
}

function accessOf({ tag, value }: Tlv): AccessRule['access'] {
  const bits = value[0]
  if (tag === tags.mode && bits !== undefined) return { kind: 'mode', bits }
  if (tag < commandTags.first || tag > commandTags.last || value.length === 0) {
    throw new SaipError('content', 'An access rule must begin with an access mode.')
  }
  // The instruction is the second byte if the class is given too (bit 4).
  return { kind: 'command', ins: value[(tag & 0x08) !== 0 ? 1 : 0] ?? 0 }
}

function conditionOf(object: Tlv): AccessCondition {
  switch (object.tag) {
    case tags.always:
      return { kind: 'always' }
    case tags.never:
      return { kind: 'never' }
    case tags.any:
      return { kind: 'any', conditions: children(object).map(conditionOf) }
    case tags.all:
      return { kind: 'all', conditions: children(object).map(conditionOf) }
    case tags.key: {
      const reference = children(object).find(({ tag }) => tag === tags.reference)?.value[0]
      if (reference === undefined) throw new SaipError('content', 'A user authentication must name a key reference.')
      return { kind: 'key', reference }
    }
    default:
      return { kind: 'other', tag: object.tag }
  }
}
