import type { DeviceInfo } from '@simwright/rsp'

/** A phone model that can be chosen for a virtual device. */
export type DeviceModel = {
  /** Type allocation code, 8 digits. */
  readonly tac: string
  readonly brand: string
  readonly model: string
  readonly capabilities: DeviceInfo['deviceCapabilities']
}

/** Radio capabilities by generation: for each technology the highest 3GPP release that is fully supported. */
const LTE = {
  gsmSupportedRelease: '8.0.0',
  utranSupportedRelease: '12.0.0',
  eutranEpcSupportedRelease: '13.0.0',
}
const NR = {
  ...LTE,
  eutranEpcSupportedRelease: '15.0.0',
  nrEpcSupportedRelease: '15.0.0',
  nr5gcSupportedRelease: '15.0.0',
}
const NR_16 = { ...NR, nrEpcSupportedRelease: '16.0.0', nr5gcSupportedRelease: '16.0.0' }

/** Models with an eSIM. The TACs are from public lists and were not compared with the database of the GSMA. */
export const DEVICE_MODELS: readonly DeviceModel[] = [
  { tac: '35728509', brand: 'Apple', model: 'iPhone XS', capabilities: LTE },
  { tac: '35299411', brand: 'Apple', model: 'iPhone 12', capabilities: NR },
  { tac: '35304811', brand: 'Apple', model: 'iPhone 13 Pro', capabilities: NR },
  { tac: '35402012', brand: 'Apple', model: 'iPhone 14 Pro', capabilities: NR_16 },
  { tac: '35812313', brand: 'Apple', model: 'iPhone 15', capabilities: NR_16 },
  { tac: '35800886', brand: 'Samsung', model: 'Galaxy S22', capabilities: NR },
  { tac: '35446583', brand: 'Samsung', model: 'Galaxy S23', capabilities: NR_16 },
  { tac: '35446581', brand: 'Samsung', model: 'Galaxy S23 Ultra', capabilities: NR_16 },
  { tac: '35596524', brand: 'Google', model: 'Pixel 8', capabilities: NR_16 },
  { tac: '35596523', brand: 'Google', model: 'Pixel 8 Pro', capabilities: NR_16 },
  { tac: '35800992', brand: 'Motorola', model: 'Edge 40', capabilities: NR_16 },
]

/** The check digit of an IMEI: Luhn over the 14 digits before it (3GPP TS 23.003 annex B). */
function luhnDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/**
 * The IMEI of one device of a model, 15 digits: TAC, serial number (0 to 999,999), check digit (3GPP TS 23.003 6.2).
 * @throws TypeError for a TAC without 8 digits or a serial number out of range
 */
export function imeiOf(tac: string, serial: number): string {
  if (!/^\d{8}$/.test(tac)) throw new TypeError('a TAC has 8 digits')
  if (!Number.isInteger(serial) || serial < 0 || serial > 999_999) throw new TypeError('a serial number has 6 digits')
  const digits = tac + String(serial).padStart(6, '0')
  return digits + luhnDigit(digits)
}
