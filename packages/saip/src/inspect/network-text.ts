import { formatPlmn, parsePlmn } from '@simwright/ids'
import { networkPattern } from '../check/network-pattern.ts'
import { decodeLocation, decodeNetworkChoices, decodeNetworks, type LocationFile } from '../ef/network.ts'

/** `240-01` */
export function plmnText(plmn: string): string {
  return formatPlmn(parsePlmn(plmn))
}

/** EF.FPLMN and EF.EHPLMN: one line for each network. */
export function networkLines(content: Uint8Array): string[] {
  return decodeNetworks(content).map(plmnText)
}

/** Lists with access technologies: one line for each network. */
export function networkChoiceLines(content: Uint8Array): string[] {
  return decodeNetworkChoices(content).map(
    ({ plmn, access }) => `${plmnText(plmn)} over ${access.join(', ') || 'nothing'}`,
  )
}

/** Where the fields of location information are, and what its status bits mean (TS 31.102, 4.2.17, 4.2.23, 4.2.91, 4.4.11.2). */
const locationFields = {
  loci: { identity: 4, area: 2, statuses: ['updated', 'not updated', 'network not allowed', 'area not allowed'] },
  psloci: { identity: 7, area: 3, statuses: ['updated', 'not updated', 'network not allowed', 'area not allowed'] },
  epsloci: { identity: 12, area: 2, statuses: ['updated', 'not updated', 'roaming not allowed', 'reserved'] },
  fiveGsLoci: { identity: 13, area: 3, statuses: ['updated', 'not updated', 'roaming not allowed', 'reserved'] },
} as const

/** Location information: the last registered network, its area, the temporary identity and the status. */
export function locationLines(file: LocationFile): (content: Uint8Array) => string[] {
  return (content) => {
    const { identity, area, statuses } = locationFields[file]
    const plmn = decodeLocation(file, content)
    const areaHex = hexOf(content.subarray(identity + 3, identity + 3 + area))
    const isSet = content.subarray(0, identity).some((byte) => byte !== 0xff)
    return [
      plmn === undefined ? 'No network registered' : `Last registered ${plmnText(plmn)}`,
      `Area ${areaHex}`,
      isSet ? 'Has a temporary identity' : 'No temporary identity',
      `Status ${statuses[(content.at(-1) ?? 0) & 3]}`,
    ]
  }
}

/** A record of EF.OPL or EF.OPL5G: a network, a range of areas of `area` bytes, and the record of EF.PNN with its name. */
export function operatorLine(record: Uint8Array, area: 2 | 3): string | undefined {
  if (record.every((byte) => byte === 0xff)) return undefined
  const [from, to] = [record.subarray(3, 3 + area), record.subarray(3 + area, 3 + 2 * area)]
  const range =
    from.every((byte) => byte === 0) && hexOf(to) === `${'FF'.repeat(area - 1)}FE`
      ? ''
      : ` in areas ${hexOf(from)} to ${hexOf(to)}`
  const name = record[3 + 2 * area] ?? 0
  const network = networkPattern(record.subarray(0, 3))
  return name === 0 ? `${network}${range} has no other name` : `${network}${range} uses name ${name}`
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')
}
