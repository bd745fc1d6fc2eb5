import type { AccessCondition, AccessRule } from '../check/access-rule.ts'

/** Bits of an access mode byte of an EF, and of a directory (ETSI TS 102 221, 9.3; ISO/IEC 7816-4). */
const fileModes = { 1: 'read', 2: 'update', 4: 'write', 8: 'deactivate', 16: 'activate', 32: 'terminate', 64: 'delete' }
const directoryModes = {
  1: 'delete child',
  2: 'create EF',
  4: 'create DF',
  8: 'deactivate',
  16: 'activate',
  32: 'terminate',
  64: 'delete',
}
const increase = 0x32

/** The name of a PIN reference (ETSI TS 102 221, table 9.3). */
export function pinName(reference: number): string {
  if (reference >= 1 && reference <= 8) return reference === 1 ? 'PIN1' : `PIN of application ${reference}`
  if (reference >= 10 && reference <= 14) return `ADM${reference - 9}`
  if (reference === 17) return 'Universal PIN'
  if (reference >= 129 && reference <= 136) {
    return reference === 129 ? 'PIN2' : `Second PIN of application ${reference - 128}`
  }
  if (reference >= 138 && reference <= 142) return `ADM${reference - 132}`
  return `PIN reference ${reference}`
}

/** The name of a PUK reference. */
export function pukName(reference: number): string {
  if (reference === 1) return 'PUK1'
  if (reference === 129) return 'PUK2'
  return reference < 128 ? `PUK of application ${reference}` : `Second PUK of application ${reference - 128}`
}

/** One line for each rule: `read: always`, `update, activate: ADM1`. */
export function accessLines(rules: readonly AccessRule[], of: 'file' | 'directory'): string[] {
  return rules.map(({ access, condition }) => `${accessText(access, of)}: ${conditionText(condition)}`)
}

function accessText(access: AccessRule['access'], of: 'file' | 'directory'): string {
  if (access.kind === 'command') {
    return access.ins === increase ? 'increase' : `command ${access.ins.toString(16).toUpperCase()}`
  }
  const modes = Object.entries(of === 'file' ? fileModes : directoryModes)
  const names = modes.filter(([bit]) => (access.bits & Number(bit)) !== 0).map(([, name]) => name)
  return names.join(', ') || 'nothing'
}

function conditionText(condition: AccessCondition): string {
  switch (condition.kind) {
    case 'key':
      return pinName(condition.reference)
    case 'any':
      return condition.conditions.map(conditionText).join(' or ')
    case 'all':
      return condition.conditions.map(conditionText).join(' and ')
    case 'other':
      return `condition ${condition.tag.toString(16).toUpperCase()}`
    default:
      return condition.kind
  }
}
