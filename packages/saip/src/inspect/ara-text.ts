import { children, readTlvs, type Tlv, toHex } from '@simwright/asn1'
import { orUndefined } from '../check/rule.ts'

/** The AID of the access rule application master (GlobalPlatform Secure Element Access Control, 4.1). */
export const araMAid = 'a00000015141434c00'

const tags = {
  rules: 0xff40,
  rule: 0xe2,
  target: 0xe1,
  conditions: 0xe3,
  aid: 0x4f,
  hash: 0xc1,
  packageName: 0xca,
  apdu: 0xd0,
  nfc: 0xd1,
  permissions: 0xdb,
} as const

/**
 * Access rules in STORE DATA for an ARA-M, one line each: the certificate hash and package name of a caller, and what it
 * may do. Android's carrier privileges are the permissions (tag DB). Empty if the data has no rules.
 */
export function describeAccessRules(data: Uint8Array): string[] {
  const found = orUndefined(() => rulesIn(readTlvs(data)))
  // A command has five bytes before its data.
  const inCommand = found ?? orUndefined(() => rulesIn(readTlvs(data.subarray(5))))
  return (inCommand ?? []).map(ruleText)
}

function rulesIn(values: readonly Tlv[]): Tlv[] {
  return values.flatMap((tlv) => {
    if (tlv.tag === tags.rule) return [tlv]
    return tlv.tag === tags.rules || tlv.tag === 0xf0 || tlv.tag === 0xf1 ? rulesIn(readTlvs(tlv.value)) : []
  })
}

function ruleText(rule: Tlv): string {
  const parts = children(rule).flatMap((tlv) =>
    tlv.tag === tags.target || tlv.tag === tags.conditions ? children(tlv).map(partText) : [],
  )
  return parts.filter((part) => part !== '').join(', ')
}

function partText({ tag, value }: Tlv): string {
  const hex = toHex(value).toUpperCase()
  switch (tag) {
    case tags.aid:
      return value.length === 0 ? 'all applications' : `application ${hex}`
    case tags.hash:
      return value.length === 0 ? 'all callers' : `certificate ${hex}`
    case tags.packageName:
      return `package ${new TextDecoder().decode(value)}`
    case tags.apdu:
      return value.length === 1 ? `APDU access ${value[0] === 1 ? 'always' : 'never'}` : `APDU filter ${hex}`
    case tags.nfc:
      return `NFC events ${value[0] === 1 ? 'always' : 'never'}`
    case tags.permissions:
      return `permissions ${hex}`
    default:
      return ''
  }
}
