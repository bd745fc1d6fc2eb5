import { fromHex } from '@simwright/asn1'
import { fitAlpha, SPN_BYTES } from '@simwright/ids'
import { pinReference } from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import { encodeLanguages } from '../ef/directory.ts'
import { encodeAccessIdentities, encodeRoutingIndicator, encodeSuciCalculation } from '../ef/five-gs.ts'
import { encodeLocation, encodeNetworkChoices, encodeNetworks, type NetworkChoice } from '../ef/network.ts'
import { encodeOpl, encodePnn, encodeSpn } from '../ef/network-name.ts'
import { encodeEmergencyNumber } from '../ef/number.ts'
import { encodeServices, type UsimService, usimServices } from '../ef/service-table.ts'
import { described, directory, filled, link, records, sized } from './file-step.ts'
import type { ProfileValues } from './profile-value.ts'

/** The 5G settings of the USIM: routing indicator and SUCI calculation (3GPP TS 31.102, 4.4.11; TS 33.501, annex C). */
interface FiveGConfig {
  /** 1 to 4 digits. */
  readonly routingIndicator: string
  readonly protectionScheme: 'null' | 'A' | 'B'
  readonly homeNetworkPublicKeyId?: number | undefined
  /** Hex: 32 bytes (X25519) for A, 33 or 65 bytes (P-256) for B. */
  readonly homeNetworkPublicKey?: string | undefined
  /** Whether the device or the USIM calculates the SUCI. */
  readonly suciCalculation: 'ME' | 'USIM'
}

/** The content of the USIM's files. Each field belongs to one file, or to a set of files with the same content. */
export interface UsimConfig {
  /** EF.SPN. If empty, the network's name is displayed. */
  readonly serviceProviderName?: string
  /** EF.HPLMNwAcT. */
  readonly hplmn?: readonly NetworkChoice[]
  /** EF.EHPLMN. */
  readonly ehplmn?: readonly string[]
  /** The last registered network, in EF.LOCI, EF.PSLOCI and EF.EPSLOCI. */
  readonly rplmn?: string | undefined
  /** The user controlled list, EF.PLMNwAcT. */
  readonly plmn?: readonly NetworkChoice[]
  /** The operator controlled list, EF.OPLMNwAcT. */
  readonly oplmn?: readonly NetworkChoice[]
  /** EF.FPLMN. */
  readonly fplmn?: readonly string[]
  /** EF.PNN, and EF.OPL for the home networks. */
  readonly pnn?: { readonly fullName: string; readonly shortName?: string } | undefined
  /** Hex, up to 20 bytes. If empty, the file is not created. */
  readonly gid1?: string
  readonly gid2?: string
  /** DF.5GS. */
  readonly fiveG?: FiveGConfig | undefined
  /** ISO 639-1 codes for EF.PL and EF.LI. */
  readonly languages?: readonly string[]
  /** EF.ECC. Default: 112 and 911. */
  readonly emergencyNumbers?: readonly string[]
}

/** AID of a 3GPP USIM (ETSI TS 101 220, annex E): application code 1002, country and provider unspecified. */
export const usimAid = fromHex('a0000000871002ffffffff8900000100')
/** Temporary file identifier of the ADF, for paths within the package. */
const usimFid = fromHex('7ff0')
/** The PIN references in the PIN status of the USIM's directories. */
const usimPins = [pinReference.pin1, pinReference.pin2, pinReference.adm1]
/** Used if no emergency numbers are configured. */
const defaultEmergencyNumbers = ['112', '911']
/** Protection schemes by their name in the configuration. */
const scheme = { null: 'null', A: 'profile-a', B: 'profile-b' } as const

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
  const numbers = (config.emergencyNumbers ?? defaultEmergencyNumbers).map(encodeEmergencyNumber)
  return {
    kind: 'usim',
    value: {
      ...heading,
      'adf-usim': directory(usimPins, { fileID: usimFid, dfName: usimAid }),
      'ef-imsi': filled(values.imsi),
      'ef-arr': link('2f06'),
      'ef-ust': sized(services, heading.templateID.endsWith('.2') ? 17 : 14),
      'ef-smsp': filled(values.smsp),
      'ef-spn': filled(encodeSpn({ name, homeNetworkNameShown: name === '', hiddenAbroad: false })),
      'ef-est': filled(Uint8Array.of(0)),
      ...(rplmn === undefined
        ? {}
        : { 'ef-psloci': filled(encodeLocation('psloci', rplmn)), 'ef-loci': filled(encodeLocation('loci', rplmn)) }),
      'ef-acc': filled(values.accessClass),
      ...(fplmn.length === 0 ? {} : { 'ef-fplmn': sized(encodeNetworks(fplmn, 4), 12) }),
      'ef-ad': filled(values.administrativeData),
      'ef-ecc': records(numbers, 4),
      ...(rplmn === undefined ? {} : { 'ef-epsloci': filled(encodeLocation('epsloci', rplmn)) }),
    },
  }
}

/**
 * The optional files of the USIM. A file without configured content is not created, except EF.LI, which always exists.
 */
export function optUsimElement(config: UsimConfig, values: ProfileValues, heading: Heading): ElementOf<'opt-usim'> {
  const { plmn = [], oplmn = [], hplmn = [], ehplmn = [], languages = [], pnn } = config
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
      ...(pnn === undefined ? {} : nameFiles(config)),
      ...(ehplmn.length === 0 ? {} : { 'ef-ehplmn': sized(encodeNetworks(ehplmn, 5), 15) }),
    },
  }
}

/** The files in which a phone stores 2G ciphering keys: EF.Kc and EF.KcGPRS with the template's content. */
export function gsmAccessElement(heading: Heading): ElementOf<'gsm-access'> {
  const value = { ...heading, 'df-gsm-access': directory(usimPins), 'ef-kc': described(), 'ef-kcgprs': described() }
  return { kind: 'gsm-access', value }
}

/**
 * DF.5GS and, if the USIM calculates the SUCI itself, DF.SAIP. Without 5G settings there are none. SUCI information is
 * in EF.SUCI_Calc_Info if the device calculates the SUCI (TS 31.102, 4.4.11.8).
 */
export function fiveGElements(
  config: UsimConfig,
  headings: { df5gs: () => Heading; dfSaip: () => Heading },
): ProfileElement[] {
  const { fiveG } = config
  if (fiveG === undefined) return []
  const suci = suciContent(fiveG)
  const byDevice = fiveG.suciCalculation === 'ME'
  const noIdentities = encodeAccessIdentities({ multimediaPriority: false, missionCritical: false })
  const elements: ProfileElement[] = [
    {
      kind: 'df-5gs',
      value: {
        ...headings.df5gs(),
        'df-df-5gs': directory(usimPins),
        'ef-5gs3gpploci': config.rplmn === undefined ? described() : filled(encodeLocation('fiveGsLoci', config.rplmn)),
        'ef-5gsn3gpploci': described(),
        'ef-5gs3gppnsc': described(),
        'ef-5gsn3gppnsc': described(),
        'ef-5gauthkeys': filled(new Uint8Array(110).fill(0xff)),
        'ef-uac-aic': filled(noIdentities),
        ...(byDevice ? { 'ef-suci-calc-info': sized(suci, -1) } : {}),
        'ef-routing-indicator': filled(encodeRoutingIndicator(fiveG.routingIndicator)),
      },
    },
  ]
  if (byDevice) return elements
  const value = { ...headings.dfSaip(), 'df-df-saip': directory(usimPins), 'ef-suci-calc-info-usim': sized(suci, -1) }
  return [...elements, { kind: 'df-saip', value }]
}

/** The numbers of the services of EF.UST whose files the package has (TS 31.102, 4.2.8). */
function usedServices(config: UsimConfig): number[] {
  const given = (list: readonly unknown[] | string | undefined) => (list ?? []).length > 0
  const { fiveG } = config
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
    'network names': config.pnn !== undefined,
    'operator network list': config.pnn !== undefined && (given(config.hplmn) || given(config.ehplmn)),
    'equivalent home networks': given(config.ehplmn),
    'EPS mobility management': true,
    '5GS mobility management': fiveG !== undefined,
    '5G security parameters': fiveG !== undefined,
    'SUCI by the device': fiveG !== undefined,
    'SUCI by the USIM': fiveG?.suciCalculation === 'USIM',
    'access identities': fiveG !== undefined,
  }
  return (Object.keys(services) as UsimService[]).filter((name) => services[name]).map((name) => usimServices[name])
}

/** Bytes of EF.UST: the 5G services need 17. */
function ustBytes({ fiveG }: UsimConfig): number {
  return fiveG === undefined ? 14 : 17
}

/** EF.PNN with one record, and EF.OPL with a record for each home network that refers to it. */
function nameFiles(config: UsimConfig) {
  const pnn = encodePnn({ full: config.pnn?.fullName ?? '', short: config.pnn?.shortName })
  const homes = [...(config.hplmn ?? []).map(({ plmn }) => plmn), ...(config.ehplmn ?? [])]
  const used = [...new Set(homes)].map((plmn) => encodeOpl({ plmn, pnnRecord: 1 }))
  return {
    'ef-pnn': records([pnn], Math.max(16, pnn.length)),
    ...(used.length === 0 ? {} : { 'ef-opl': records(used, 8) }),
  }
}

/** Content of EF.SUCI_Calc_Info for the configured protection scheme. The null scheme has no key. */
function suciContent(fiveG: FiveGConfig): Uint8Array {
  const name = scheme[fiveG.protectionScheme]
  if (name === 'null') return encodeSuciCalculation({ schemes: ['null'], keys: [] })
  const publicKey = fromHex(fiveG.homeNetworkPublicKey ?? '')
  return encodeSuciCalculation({
    schemes: [name],
    keys: [{ id: fiveG.homeNetworkPublicKeyId ?? 0, publicKey, scheme: name }],
  })
}
