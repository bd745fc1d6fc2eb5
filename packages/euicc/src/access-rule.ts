/** Access rules in expanded format, as EF.ARR holds them: ETSI TS 102 221 9.2.4 and ISO/IEC 7816-4 5.4.3.2. */
import { Asn1Error, children, readTlvs, type Tlv } from '@simwright/asn1'
import { type CardFile, contentFileOf, type Directory, type FileSystem } from './card-file.ts'

/** Access mode bits of an EF (AM byte): the operations this card knows. */
export const ACCESS = { read: 0x01, update: 0x02, deactivate: 0x08, activate: 0x10 } as const
export type AccessMode = (typeof ACCESS)[keyof typeof ACCESS]

/** Answers whether the PIN with this key reference is verified, or disabled. */
export type PinCheck = (reference: number) => boolean

const TAG_ACCESS_MODE = 0x80
const TAG_ALWAYS = 0x90
const TAG_NEVER = 0x97
const TAG_USER_AUTHENTICATION = 0xa4
const TAG_OR = 0xa0
const TAG_AND = 0xaf
const TAG_KEY_REFERENCE = 0x83

function holds(condition: Tlv, isVerified: PinCheck): boolean {
  switch (condition.tag) {
    case TAG_ALWAYS:
      return true
    case TAG_NEVER:
      return false
    case TAG_USER_AUTHENTICATION: {
      const reference = children(condition).find((part) => part.tag === TAG_KEY_REFERENCE)?.value[0]
      return reference !== undefined && isVerified(reference)
    }
    case TAG_OR:
      return children(condition).some((part) => holds(part, isVerified))
    case TAG_AND:
      return children(condition).every((part) => holds(part, isVerified))
    default:
      return false
  }
}

/** Whether a rule (one record of EF.ARR) lets `mode` through. What a rule does not name is refused. */
export function ruleAllows(rule: Uint8Array, mode: AccessMode, isVerified: PinCheck): boolean {
  try {
    const parts = readTlvs(withoutPadding(rule))
    const at = parts.findIndex((part) => part.tag === TAG_ACCESS_MODE && (part.value[0]! & mode) !== 0)
    const condition = at < 0 ? undefined : parts[at + 1]
    return condition !== undefined && holds(condition, isVerified)
  } catch (error) {
    if (error instanceof Asn1Error) return false
    throw error
  }
}

function withoutPadding(record: Uint8Array): Uint8Array {
  let end = record.length
  while (end > 0 && record[end - 1] === 0xff) end--
  return record.subarray(0, end)
}

/** The record a file's rule reference names: of the EF.ARR nearest above the file, at last the MF's; it may be a link. */
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

/** Whether a file may be used so; a file without a rule that can be found is closed. */
export function isAllowed(
  system: FileSystem,
  target: { path: readonly Directory[]; file: CardFile; mode: AccessMode },
  isVerified: PinCheck,
): boolean {
  const rule = findRule(system, target.path, target.file)
  return rule !== undefined && ruleAllows(rule, target.mode, isVerified)
}
