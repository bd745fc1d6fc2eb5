import { isPlmn } from '@simwright/ids'
import { z } from 'zod'
import { hexText } from '../../notation.ts'

export const accessTechnologies = ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] as const

export const Plmn = z.string().refine(isPlmn, 'Invalid PLMN. MCC and MNC together are 5 or 6 digits.')

/** A network with its access technologies, as in EF.PLMNwAcT (3GPP TS 31.102, 4.2.5). */
export const PlmnWithAccess = z.strictObject({
  plmn: Plmn,
  access: z
    .array(z.enum(accessTechnologies, `Invalid access technology. Known: ${accessTechnologies.join(', ')}.`))
    .min(1, 'Required'),
})
export type PlmnWithAccess = z.infer<typeof PlmnWithAccess>

export const hex = (maxBytes: number) =>
  hexText(maxBytes)
    .regex(/^([0-9a-fA-F]{2})*$/, 'Hexadecimal digits, two for each byte.')
    .max(maxBytes * 2, `Up to ${maxBytes * 2} characters.`)
export const name = (max: number) => z.string().trim().max(max, `Up to ${max} characters.`)
export const requiredName = (max: number) => name(max).min(1, 'Required')
export const networkList = (max: number) => z.array(PlmnWithAccess).max(max, `Up to ${max} entries.`).default([])
const plmnArray = (max: number) => z.array(Plmn).max(max, `Up to ${max} entries.`)
export const plmnList = (max: number) => plmnArray(max).default([])
export const requiredPlmnList = (max: number) => plmnArray(max).min(1, 'Required').default([])
/** Up to `max` words that match the pattern. */
export const wordList = (max: number, pattern: RegExp, message: string) =>
  z.array(z.string().trim().regex(pattern, message)).max(max, `Up to ${max} entries.`).default([])
export const whole = (min: number, max: number) =>
  z.int('A whole number.').min(min, `At least ${min}.`).max(max, `Up to ${max}.`)
