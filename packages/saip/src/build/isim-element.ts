import { fromHex } from '@simwright/asn1'
import { pinReference } from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import { operationModes } from '../ef/identity.ts'
import { encodePcscf } from '../ef/ims.ts'
import { encodeServices, isimServices } from '../ef/service-table.ts'
import { sequenceNumberLimits } from './aka-element.ts'
import { directory, filled, link, recordFile, records, sized } from './file-step.ts'
import { imsTextBytes } from './ims-config.ts'
import { operationModeOf, type ProfileConfig } from './profile-config.ts'
import type { ProfileValues } from './profile-value.ts'
import { type Heading, usimAid, usimFid } from './usim-element.ts'

/** AID of a 3GPP ISIM (ETSI TS 101 220, annex E): application code 1004. */
export const isimAid = fromHex('a0000000871004ffffffff8900000100')
/** Temporary file identifier of the ADF. */
const isimFid = fromHex('7ff1')
const isimPins = [pinReference.pin1, pinReference.pin2, pinReference.adm1]
/** mappingOptions (8.4.2): keys, constants and sequence numbers are those of the other application. */
const sharedWithUsim = fromHex('06')
/** Bytes of EF.IST, as in the template. */
const serviceTableBytes = 14

/** Makes the headers and template references of the elements, in their order. */
interface IsimHeadings {
  readonly isim: () => Heading
  readonly optIsim: () => Heading
  readonly header: () => PeHeader
}

/**
 * The ISIM (TS 31.103): its files, the PINs and keys of the USIM, and EF.P-CSCF if there are addresses. Without IMS
 * settings there is none.
 */
export function isimElements(config: ProfileConfig, values: ProfileValues, headings: IsimHeadings): ProfileElement[] {
  const { ims } = config
  if (ims === undefined) return []
  const { pcscf = [] } = ims
  const elements: ProfileElement[] = [
    isimElement(config, values, headings.isim()),
    { kind: 'pinCodes', value: { header: headings.header(), pinCodes: { kind: 'filePath', value: usimFid } } },
  ]
  if (pcscf.length > 0) elements.push(addressElement(pcscf, headings.optIsim()))
  return [...elements, sharedKeys(headings.header())]
}

/** ADF.ISIM with its mandatory files. Its EF.ARR is a link to that of the MF. */
function isimElement(config: ProfileConfig, values: ProfileValues, heading: Heading): ElementOf<'isim'> {
  const operation = operationModeOf(config)
  const used = (config.ims?.pcscf ?? []).length > 0 ? Object.values(isimServices) : []
  return {
    kind: 'isim',
    value: {
      ...heading,
      'adf-isim': directory(isimPins, { fileID: isimFid, dfName: isimAid }),
      'ef-impi': sized(values.impi, -1),
      'ef-impu': recordFile(values.impu, imsTextBytes),
      'ef-domain': sized(values.imsDomain, -1),
      'ef-ist': sized(encodeServices(used, serviceTableBytes), serviceTableBytes),
      // Like that of the USIM, but without the length of the MNC (TS 31.103, 4.2.9).
      'ef-ad': filled(Uint8Array.of(operationModes[operation], 0, 0)),
      'ef-arr': link('2f06'),
    },
  }
}

/** EF.P-CSCF with a record for each address. */
function addressElement(pcscf: readonly string[], heading: Heading): ElementOf<'opt-isim'> {
  const encoded = pcscf.map(encodePcscf)
  const file = records(encoded, Math.max(...encoded.map(({ length }) => length)))
  return { kind: 'opt-isim', value: { ...heading, 'ef-pcscf': file } }
}

/** The authentication of the ISIM: that of the USIM (8.4.2). */
function sharedKeys(header: PeHeader): ElementOf<'akaParameter'> {
  const value = { mappingOptions: sharedWithUsim, mappingSource: usimAid }
  return {
    kind: 'akaParameter',
    value: { header, algoConfiguration: { kind: 'mappingParameter', value }, ...sequenceNumberLimits() },
  }
}
