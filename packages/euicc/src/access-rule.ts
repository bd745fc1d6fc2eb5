/** Access rules in expanded format, the records of EF.ARR: ETSI TS 102 221 9.2.4 and ISO/IEC 7816-4 5.4.3.2. */
import { Asn1Error, children, readTlvs, type Tlv } from '@simwright/asn1'
import { type CardFile, contentFileOf, type Directory, type FileSystem } from './card-file.ts'

const TAG_ACCESS_MODE_BYTE = 0x80
const TAG_INSTRUCTION = 0x84

/**
 * The operations on an EF that this card supports, as rules name them: by a bit of the access mode byte, or by their
 * instruction. INCREASE has no bit.
 */
export const ACCESS = {
  read: { tag: TAG_ACCESS_MODE_BYTE, value: 0x01 },
  update: { tag: TAG_ACCESS_MODE_BYTE, value: 0x02 },
  increase: { tag: TAG_INSTRUCTION, value: 0x32 },
} as const
export type AccessMode = (typeof ACCESS)[keyof typeof ACCESS]

/** Whether the PIN with this key reference is verified or disabled. */
export type PinCheck = (reference: number) => boolean

const TAG_ALWAYS = 0x90
const TAG_NEVER = 0x97
const TAG_USER_AUTHENTICATION = 0xa4
const TAG_OR = 0xa0
const TAG_AND = 0xaf
const TAG_KEY_REFERENCE = 0x83

/**
 * Evaluates a security condition. OR and AND templates are recursive. An unknown condition is not satisfied, so a rule
 * that this card cannot read never grants access.
 */
function isSatisfied(condition: Tlv, isVerified: PinCheck): boolean {
  switch (condition.tag) {
    case TAG_ALWAYS:
      return true
    case TAG_NEVER:
      return false
    case TAG_USER_AUTHENTICATION: {
      const reference = children(condition).find((object) => object.tag === TAG_KEY_REFERENCE)?.value[0]
      return reference !== undefined && isVerified(reference)
    }
    case TAG_OR:
      return children(condition).some((object) => isSatisfied(object, isVerified))
    case TAG_AND:
      return children(condition).every((object) => isSatisfied(object, isVerified))
    default:
      return false
  }
}

/**
 * Whether a rule (one record of EF.ARR) allows `mode`. An access mode applies to the condition that follows it. The first
 * one that names `mode` decides. A mode that the rule does not contain is refused, and so is a malformed rule.
 */
export function ruleAllows(rule: Uint8Array, mode: AccessMode, isVerified: PinCheck): boolean {
  try {
    const objects = readTlvs(withoutPadding(rule))
    const at = objects.findIndex((object) => names(object, mode))
    const condition = at < 0 ? undefined : objects[at + 1]
    return condition !== undefined && isSatisfied(condition, isVerified)
  } catch (error) {
    if (error instanceof Asn1Error) return false
    throw error
  }
}

/** Whether an access mode of a rule names this operation. */
function names(object: Tlv, mode: AccessMode): boolean {
  if (object.tag !== mode.tag) return false
  return mode.tag === TAG_INSTRUCTION ? object.value.includes(mode.value) : (object.value[0]! & mode.value) !== 0
}

/** Removes the FF bytes at the end of a record. */
function withoutPadding(record: Uint8Array): Uint8Array {
  let end = record.length
  while (end > 0 && record[end - 1] === 0xff) end--
  return record.subarray(0, end)
}

/**
 * The record of EF.ARR that a file refers to (TS 102 221 9.2.7). The search for the EF.ARR starts in the directory of the
 * file and ends in the MF. The EF.ARR may be a link.
 */
function findRule(system: FileSystem, path: readonly Directory[], file: CardFile): Uint8Array | undefined {
  const { rule } = file
  if (!rule) return undefined
  for (const directory of [...path].reverse().concat(system.mf)) {
    const found = directory.files.find(({ fid }) => fid === rule.arrFid)
    if (!found || found.kind === 'directory') continue
    const arr = contentFileOf(system, found)
    if (arr?.kind === 'linear') return arr.records[rule.record - 1]
  }
  return undefined
}

/**
 * Whether a file allows an operation.
 * Access to a file without a rule, or whose rule does not exist, is always refused.
 */
export function isAllowed(
  system: FileSystem,
  target: { path: readonly Directory[]; file: CardFile; mode: AccessMode },
  isVerified: PinCheck,
): boolean {
  const rule = findRule(system, target.path, target.file)
  return rule !== undefined && ruleAllows(rule, target.mode, isVerified)
}
