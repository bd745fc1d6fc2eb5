import { concat } from '@simwright/asn1'
import { type Plmn, parsePlmn, plmnFromBytes, plmnToBytes } from '@simwright/ids'
import { SaipError } from '../error.ts'

/** Access technology identifiers of the lists with AcT (TS 31.102, 4.2.5), as two bytes big-endian. */
export const accessTechnologies = {
  GSM: 0x0080,
  UTRAN: 0x8000,
  'E-UTRAN': 0x4000,
  'NG-RAN': 0x0800,
} as const
/** The name of an access technology. */
export type AccessTechnology = keyof typeof accessTechnologies

/** A network (MCC and MNC, 5 or 6 digits) and its access technologies. */
export interface NetworkChoice {
  readonly plmn: string
  readonly access: readonly AccessTechnology[]
}

const emptyPlmn = Uint8Array.of(0xff, 0xff, 0xff)

/** EF.PLMNwAcT, EF.OPLMNwAcT, EF.HPLMNwAcT: 5 bytes for each network, padded with unused entries to `minimum`. */
export function encodeNetworkChoices(choices: readonly NetworkChoice[], minimum = choices.length): Uint8Array {
  const content = new Uint8Array(5 * Math.max(minimum, choices.length))
  choices.forEach(({ plmn, access }, index) => {
    const bits = access.reduce((sum, name) => sum | accessTechnologies[name], 0)
    content.set(plmnToBytes(parsePlmn(plmn)), 5 * index)
    content.set([bits >> 8, bits & 0xff], 5 * index + 3)
  })
  for (let unused = choices.length; unused < minimum; unused += 1) content.fill(0xff, 5 * unused, 5 * unused + 3)
  return content
}

/**
 * Decodes a list with access technologies. Unused entries are skipped.
 * @throws SaipError `content` for an incomplete entry
 */
export function decodeNetworkChoices(content: Uint8Array): NetworkChoice[] {
  if (content.length % 5 !== 0)
    throw new SaipError('content', 'A list of networks with technology must have 5 bytes for each.')
  return pieces(content, 5)
    .filter((piece) => !isEmpty(piece))
    .map((piece) => {
      const bits = ((piece[3] as number) << 8) | (piece[4] as number)
      const names = Object.keys(accessTechnologies) as AccessTechnology[]
      return {
        plmn: plmnFromBytes(piece.subarray(0, 3)),
        access: names.filter((name) => (bits & accessTechnologies[name]) !== 0),
      }
    })
}

/** EF.FPLMN and EF.EHPLMN: 3 bytes for each network, padded with unused entries to `minimum`. */
export function encodeNetworks(plmns: readonly string[], minimum = plmns.length): Uint8Array {
  const unused = Math.max(0, minimum - plmns.length)
  return concat(
    ...plmns.map((plmn) => plmnToBytes(parsePlmn(plmn))),
    ...Array.from({ length: unused }, () => emptyPlmn),
  )
}

/**
 * Decodes a list of networks. Unused entries are skipped.
 * @throws SaipError `content` for an incomplete entry
 */
export function decodeNetworks(content: Uint8Array): Plmn[] {
  if (content.length % 3 !== 0) throw new SaipError('content', 'A list of networks must have 3 bytes for each.')
  return pieces(content, 3)
    .filter((piece) => !isEmpty(piece))
    .map(plmnFromBytes)
}

/** The bytes before and after the last registered network in EF.LOCI, EF.PSLOCI, EF.EPSLOCI and EF.5GS3GPPLOCI. */
const locationShapes = {
  loci: { before: 4, area: 'fffe', after: 'ff01' },
  psloci: { before: 7, area: 'fffe', after: 'ff01' },
  epsloci: { before: 12, area: 'fffe', after: '01' },
  fiveGsLoci: { before: 13, area: 'fffffe', after: '01' },
} as const
/** A file with location information. */
export type LocationFile = keyof typeof locationShapes

/**
 * Location information that contains only the last registered network: no temporary identity, a deleted area, status "not
 * updated" (TS 31.102, 4.2.17, 4.2.23, 4.2.91, 4.4.11.2).
 */
export function encodeLocation(file: LocationFile, rplmn: string): Uint8Array {
  const { before, area, after } = locationShapes[file]
  const tail = Uint8Array.from((area + after).match(/../g) ?? [], (hex) => Number.parseInt(hex, 16))
  return concat(new Uint8Array(before).fill(0xff), plmnToBytes(parsePlmn(rplmn)), tail)
}

/** The last registered network. Undefined if the file contains no valid PLMN. */
export function decodeLocation(file: LocationFile, content: Uint8Array): Plmn | undefined {
  const { before } = locationShapes[file]
  const plmn = content.subarray(before, before + 3)
  return plmn.length < 3 || isEmpty(plmn) ? undefined : plmnFromBytes(plmn)
}

/** Whether an entry is unused. */
function isEmpty(piece: Uint8Array): boolean {
  return piece[0] === 0xff && piece[1] === 0xff && piece[2] === 0xff
}

/** Splits content into entries of `size` bytes. */
function pieces(content: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: content.length / size }, (_, i) => content.subarray(i * size, (i + 1) * size))
}
