import { fromHex } from '@simwright/asn1'
import { alphaBytes, fitAlpha, SPN_BYTES } from '@simwright/ids'
import type { File } from '../codec/file.ts'
import { pinReference } from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import { encodeLanguages } from '../ef/directory.ts'
import { encodeLocation, encodeNetworkChoices, encodeNetworks } from '../ef/network.ts'
import { encodeSpn } from '../ef/network-name.ts'
import { type EmergencyNumber, encodeEmergencyNumber } from '../ef/number.ts'
import { encodeServices } from '../ef/service-table.ts'
import { described, directory, filled, link, records, sized } from './file-step.ts'
import { nameFiles } from './network-name-file.ts'
import type { ProfileValues } from './profile-value.ts'
import type { UsimConfig } from './usim-config.ts'
import { usedServices, ustBytes } from './usim-service.ts'

/** AID of a 3GPP USIM (ETSI TS 101 220, annex E): application code 1002, country and provider unspecified. */
export const usimAid = fromHex('a0000000871002ffffffff8900000100')
/** Temporary file identifier of the ADF, for paths within the package. */
export const usimFid = fromHex('7ff0')
/** The PIN references in the PIN status of the USIM's directories. */
export const usimPins = [pinReference.pin1, pinReference.pin2, pinReference.adm1]
/** Used if no emergency numbers are configured. */
const defaultEmergencyNumbers = ['112', '911']

/** The header and the template OID with which an element with a template begins. */
export type Heading = { header: PeHeader; templateID: string }

/**
 * ADF.USIM with its mandatory files. Location files exist with content only if a registered network is configured;
 * otherwise they have the template's content.
 */
export function usimElement(config: UsimConfig, values: ProfileValues, heading: Heading): ElementOf<'usim'> {
  const { rplmn, fplmn = [] } = config
  const services = encodeServices(usedServices(config), ustBytes(config))
  const name = fitAlpha(config.serviceProviderName ?? '', SPN_BYTES)
  const { homeNetworkNameShown = name === '', hiddenAbroad = false } = config.spnDisplay ?? {}
  return {
    kind: 'usim',
    value: {
      ...heading,
      'adf-usim': directory(usimPins, { fileID: usimFid, dfName: usimAid }),
      'ef-imsi': filled(values.imsi),
      'ef-arr': link('2f06'),
      'ef-ust': sized(services, heading.templateID.endsWith('.2') ? 17 : 14),
      'ef-smsp': filled(values.smsp),
      'ef-spn': filled(encodeSpn({ name, homeNetworkNameShown, hiddenAbroad })),
      // No service is enabled: the package has no fixed, no barred numbers, and no list of access points.
      'ef-est': filled(Uint8Array.of(0)),
      ...(rplmn === undefined
        ? {}
        : { 'ef-psloci': filled(encodeLocation('psloci', rplmn)), 'ef-loci': filled(encodeLocation('loci', rplmn)) }),
      'ef-acc': filled(values.accessClass),
      ...(fplmn.length === 0 ? {} : { 'ef-fplmn': sized(encodeNetworks(fplmn, 4), 12) }),
      'ef-ad': filled(values.administrativeData),
      'ef-ecc': emergencyFile(config),
      ...(rplmn === undefined ? {} : { 'ef-epsloci': filled(encodeLocation('epsloci', rplmn)) }),
    },
  }
}

/**
 * The optional files of the USIM. A file without configured content is not created, except EF.LI, which always exists.
 */
export function optUsimElement(config: UsimConfig, values: ProfileValues, heading: Heading): ElementOf<'opt-usim'> {
  const { plmn = [], oplmn = [], hplmn = [], ehplmn = [], languages = [] } = config
  const gid1 = fromHex(config.gid1 ?? '')
  const gid2 = fromHex(config.gid2 ?? '')
  return {
    kind: 'opt-usim',
    value: {
      ...heading,
      'ef-li': languages.length === 0 ? described() : filled(encodeLanguages(languages, 3)),
      ...(gid1.length === 0 ? {} : { 'ef-gid1': sized(gid1, 8) }),
      ...(gid2.length === 0 ? {} : { 'ef-gid2': sized(gid2, 8) }),
      'ef-msisdn': filled(values.msisdn),
      ...(plmn.length === 0 ? {} : { 'ef-plmnwact': sized(encodeNetworkChoices(plmn, 8), 40) }),
      ...(oplmn.length === 0 ? {} : { 'ef-oplmnwact': sized(encodeNetworkChoices(oplmn, 8), 40) }),
      ...(hplmn.length === 0 ? {} : { 'ef-hplmnwact': sized(encodeNetworkChoices(hplmn), 5) }),
      ...nameFiles(config),
      ...(ehplmn.length === 0 ? {} : { 'ef-ehplmn': sized(encodeNetworks(ehplmn, 5), 15) }),
    },
  }
}

/** The files in which a phone stores 2G ciphering keys: EF.Kc and EF.KcGPRS with the template's content. */
export function gsmAccessElement(heading: Heading): ElementOf<'gsm-access'> {
  const value = { ...heading, 'df-gsm-access': directory(usimPins), 'ef-kc': described(), 'ef-kcgprs': described() }
  return { kind: 'gsm-access', value }
}

/** EF.ECC with a record for each number. The names determine the size of its records. */
function emergencyFile({ emergencyNumbers = defaultEmergencyNumbers }: UsimConfig): File {
  const nameOf = (entry: string | EmergencyNumber) => (typeof entry === 'string' ? '' : (entry.name ?? ''))
  const nameBytes = Math.max(0, ...emergencyNumbers.map((entry) => alphaBytes(nameOf(entry)).length))
  return records(
    emergencyNumbers.map((entry) => encodeEmergencyNumber(entry, nameBytes)),
    nameBytes + 4,
  )
}
