import { fromHex } from '@simwright/asn1'
import { alphaBytes, fitAlpha, SPN_BYTES } from '@simwright/ids'
import type { File } from '../codec/file.ts'
import { pinReference } from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import { encodeLanguages } from '../ef/directory.ts'
import type { OperationMode } from '../ef/identity.ts'
import { encodeLocation, encodeNetworkChoices, encodeNetworks, type NetworkChoice } from '../ef/network.ts'
import { encodeSpn, isOnly5g } from '../ef/network-name.ts'
import { type EmergencyNumber, encodeEmergencyNumber } from '../ef/number.ts'
import { encodeServices, type UsimService, usimServices } from '../ef/service-table.ts'
import { described, directory, filled, link, records, sized } from './file-step.ts'
import type { FiveGConfig } from './five-g-config.ts'
import { hasNames5g, type NetworkNamesConfig, nameFiles, networkNames } from './network-name-file.ts'
import type { ProfileValues } from './profile-value.ts'
import { choices, list, number, object, oneOf, type Shape, text, textOr, toggle } from './shape.ts'

/** The content of the USIM's files. Each field belongs to one file, or to a set of files with the same content. */
export interface UsimConfig extends NetworkNamesConfig {
  /** EF.SPN. If empty, the network's name is displayed. */
  readonly serviceProviderName?: string
  /** When EF.SPN is displayed. Default: everywhere, with the network's name at home only if the name is empty. */
  readonly spnDisplay?: SpnDisplay | undefined
  /** The last registered network, in EF.LOCI, EF.PSLOCI and EF.EPSLOCI. */
  readonly rplmn?: string | undefined
  /** The user controlled list, EF.PLMNwAcT. */
  readonly plmn?: readonly NetworkChoice[]
  /** The operator controlled list, EF.OPLMNwAcT. */
  readonly oplmn?: readonly NetworkChoice[]
  /** EF.FPLMN. */
  readonly fplmn?: readonly string[]
  /** EF.ACC: access classes 0 to 9 and 11 to 15. Default: the last digit of the IMSI. */
  readonly accessClasses?: readonly number[] | undefined
  /** EF.AD. Default: normal, in a test profile type approval. */
  readonly operationMode?: OperationMode | undefined
  /** Digits of the MNC in EF.AD. Default: from the home network that the IMSI begins with, otherwise from the country. */
  readonly mncLength?: 2 | 3 | undefined
  /** Hex, up to 20 bytes. If empty, the file is not created. */
  readonly gid1?: string
  readonly gid2?: string
  /** DF.5GS. */
  readonly fiveG?: FiveGConfig | undefined
  /** ISO 639-1 codes for EF.PL and EF.LI. */
  readonly languages?: readonly string[]
  /** EF.ECC. Default: 112 and 911. */
  readonly emergencyNumbers?: readonly (string | EmergencyNumber)[]
}

/** The display condition of EF.SPN (TS 31.102, 4.2.12). */
interface SpnDisplay {
  /** Bit 1: in the home network the name of the registered network is displayed too. */
  readonly homeNetworkNameShown?: boolean | undefined
  /** Bit 2: the name is not displayed in other networks. */
  readonly hiddenAbroad?: boolean | undefined
}

/** The form of each field, for descriptions of packages in YAML. */
export const usimShapes = {
  serviceProviderName: text,
  spnDisplay: object({ homeNetworkNameShown: toggle, hiddenAbroad: toggle }),
  hplmn: choices,
  ehplmn: list(text),
  rplmn: text,
  plmn: choices,
  oplmn: choices,
  fplmn: list(text),
  pnn: object({ fullName: { ...text, required: true }, shortName: text }),
  networkNames: list(
    object({
      fullName: { ...text, required: true },
      shortName: text,
      networks: {
        ...list(
          object({
            plmn: { ...text, required: true },
            areas: object({ first: { ...number, required: true }, last: { ...number, required: true } }),
          }),
        ),
        required: true,
      },
    }),
  ),
  accessClasses: list(number),
  operationMode: text,
  mncLength: oneOf(2, 3),
  gid1: text,
  gid2: text,
  fiveG: object({
    routingIndicator: { ...text, required: true },
    protectionScheme: { ...oneOf('null', 'A', 'B'), required: true },
    homeNetworkPublicKeyId: number,
    homeNetworkPublicKey: text,
    suciCalculation: { ...oneOf('ME', 'USIM'), required: true },
    accessIdentities: object({ multimediaPriority: toggle, missionCritical: toggle }),
  }),
  languages: list(text),
  emergencyNumbers: list(textOr({ number: { ...text, required: true }, name: text, services: list(text) })),
} as const satisfies Record<keyof UsimConfig, Shape>

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

/** The numbers of the services of EF.UST whose files the package has (TS 31.102, 4.2.8). */
function usedServices(config: UsimConfig): number[] {
  const given = (list: readonly unknown[] | string | undefined) => (list ?? []).length > 0
  const { fiveG } = config
  const names = networkNames(config)
  const services: Record<UsimService, boolean> = {
    'fixed dialling numbers': true,
    'short messages': true,
    'short message parameters': true,
    'group identifier 1': given(config.gid1),
    'group identifier 2': given(config.gid2),
    'service provider name': given(config.serviceProviderName),
    'user controlled networks': given(config.plmn),
    MSISDN: true,
    'GSM access': true,
    'data download by SMS-PP': true,
    'always available': true,
    'enabled services table': true,
    'GSM security context': true,
    'operator controlled networks': given(config.oplmn),
    'home networks': given(config.hplmn),
    'network names': names.names.length > 0,
    'operator network list': names.uses.some((use) => !isOnly5g(use)),
    'equivalent home networks': given(config.ehplmn),
    'EPS mobility management': true,
    '5GS mobility management': fiveG !== undefined,
    '5G security parameters': fiveG !== undefined,
    'SUCI by the device': fiveG !== undefined,
    'SUCI by the USIM': fiveG?.suciCalculation === 'USIM',
    'access identities': fiveG !== undefined,
    'operator network list of 5G': fiveG !== undefined && hasNames5g(config),
  }
  return (Object.keys(services) as UsimService[]).filter((name) => services[name]).map((name) => usimServices[name])
}

/** Bytes of EF.UST: the 5G services need 17. */
function ustBytes({ fiveG }: UsimConfig): number {
  return fiveG === undefined ? 14 : 17
}
