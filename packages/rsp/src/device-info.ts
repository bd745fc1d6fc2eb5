import { bits, type Infer, integer, octets, optional, sequence } from '@simwright/asn1'
import { digitsOfSwapped } from './field.ts'
import { version } from './version.ts'

/** A release or version of a standard, under context tag [number]. */
const capability = (number: number) => optional(version({ tag: 0x80 + number }))

/** DeviceCapabilities (SGP.22 section 4.2): the highest release of each standard that the device fully supports. */
const deviceCapabilities = sequence(
  {
    gsmSupportedRelease: capability(0),
    utranSupportedRelease: capability(1),
    cdma2000onexSupportedRelease: capability(2),
    cdma2000hrpdSupportedRelease: capability(3),
    cdma2000ehrpdSupportedRelease: capability(4),
    eutranEpcSupportedRelease: capability(5),
    contactlessSupportedRelease: capability(6),
    rspCrlSupportedVersion: capability(7),
    nrEpcSupportedRelease: capability(8),
    nr5gcSupportedRelease: capability(9),
    eutran5gcSupportedRelease: capability(10),
    lpaSvn: capability(11),
    catSupportedClasses: optional(bits({ tag: 0x8c })),
    euiccFormFactorType: optional(integer({ tag: 0x8d })),
    deviceAdditionalFeatureSupport: optional(sequence({ naiSupport: capability(0) }, { tag: 0xae })),
  },
  { tag: 0xa1 },
)

/** DeviceInfo (SGP.22 section 4.2). A TAC has 4 bytes; v2.0 defined 8, and such devices are still in use. */
export const deviceInfo = sequence({
  tac: octets({ tag: 0x80, min: 4, max: 8 }),
  deviceCapabilities,
  imei: optional(octets({ tag: 0x82, size: 8 })),
})
export type DeviceInfo = Infer<typeof deviceInfo>

/** The capabilities that are releases of 3GPP. */
const releases = [
  'gsmSupportedRelease',
  'utranSupportedRelease',
  'eutranEpcSupportedRelease',
  'nrEpcSupportedRelease',
  'nr5gcSupportedRelease',
  'eutran5gcSupportedRelease',
] as const satisfies readonly (keyof DeviceInfo['deviceCapabilities'])[]

/** The highest 3GPP release that the device supports over any radio access. Undefined if it reports none. */
export function announcedRelease({ deviceCapabilities }: DeviceInfo): number | undefined {
  const named = releases.map((name) => Number.parseInt(deviceCapabilities[name] ?? '0', 10))
  return Math.max(...named) || undefined
}

/**
 * The 8 digits of the TAC in the two codings that clients use: low nibble first, as the standard requires, and as printed.
 * Look up both, in this order. A reading with other characters than digits is omitted.
 */
export function tacReadings(tac: Uint8Array): string[] {
  const first = tac.subarray(0, 4)
  const asPrinted = Buffer.from(first).toString('hex')
  return [...new Set([digitsOfSwapped(first), asPrinted])].filter((digits) => /^\d{8}$/.test(digits))
}

/**
 * The 15 digits of the IMEI, or undefined. The last byte holds the check digit and a filler F in either order: SGP.22
 * section 4.2 requires the digit in the high nibble, some clients send it in the low one.
 */
export function imeiDigits(imei: Uint8Array): string | undefined {
  const last = imei[7] ?? 0
  const check = (last & 0x0f) === 0x0f ? last >> 4 : last & 0x0f
  const digits = digitsOfSwapped(imei.subarray(0, 7)) + check.toString(16)
  return /^\d{15}$/.test(digits) ? digits : undefined
}
