import { toHex } from '@simwright/asn1'
import { iccidFromBytes } from '@simwright/ids'
import type { ElementKind, ElementOf, ProfileElement } from '../codec/profile-element.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import { decodeServices } from '../ef/service-table.ts'
import { suciFilesOf, usimsOf } from './application-file.ts'
import { isDirectoryStructure } from './file-shape.ts'
import { type AkaValue, linkedContent, type PackageView } from './package-view.ts'
import { type Fault, inFile, orUndefined, type Rule } from './rule.ts'

/** The profile header: version, ICCID, and the services that it demands. */
export const headerRules: readonly Rule[] = [
  {
    id: 'version-known',
    clause: '8.2.1',
    severity: 'error',
    faults: inHeader(({ value }) => {
      const [major, minor] = [value['major-version'], value['minor-version']]
      return major === 2 || major === 3 ? [] : [`Version ${major}.${minor} of the package format does not exist.`]
    }),
  },
  {
    id: 'version-element',
    clause: '8.2.1',
    severity: 'error',
    // The elements of 5G came with version 2.3, and an eUICC of an earlier version does not know their tags.
    faults: (view) =>
      inHeader(({ value }) => {
        const version = value['major-version'] * 100 + value['minor-version']
        const late = view.elements.find(({ kind }) => version < (sinceVersion[kind] ?? 0))
        if (late === undefined) return []
        return [`Version ${value['major-version']}.${value['minor-version']} has no ${late.kind} element.`]
      })(view),
  },
  {
    id: 'iccid-digits',
    clause: '8.2.1',
    severity: 'error',
    faults: inHeader(({ value }) =>
      /^89\d{16,18}f{0,2}$/.test(toHex(value.iccid))
        ? []
        : ['The ICCID of the header must have 18 to 20 digits that begin with 89 (ITU-T E.118).'],
    ),
  },
  {
    id: 'iccid-file',
    clause: '8.2.1',
    severity: 'error',
    faults: (view) =>
      inHeader(({ value }) => {
        const file = view.byPath.get('3f002fe2')
        if (file === undefined) return []
        const onCard = orUndefined(() => iccidFromBytes(file.content))
        const printed = toHex(value.iccid).replace(/f+$/, '')
        if (onCard === printed) return []
        return [inFile(file, 'EF.ICCID and the profile header have different ICCIDs.')]
      })(view),
  },
  {
    id: 'iccid-present',
    clause: 'TS 102 221, 13.2',
    severity: 'error',
    faults: ({ byPath }) => (byPath.has('3f002fe2') ? [] : [{ text: 'There is no EF.ICCID.' }]),
  },
  {
    id: 'service-without-application',
    clause: '8.2.1',
    severity: 'error',
    faults: (view) =>
      inHeader(({ value }) => unusedServices(view, value).filter(isApplicationService).map(unusedText))(view),
  },
  {
    id: 'service-unused',
    clause: '8.2.1',
    severity: 'warning',
    // Applications of a runtime environment may come later, over the air.
    faults: (view) =>
      inHeader(({ value }) =>
        unusedServices(view, value)
          .filter((service) => !isApplicationService(service) && service !== 'javacard')
          .map(unusedText),
      )(view),
  },
  {
    id: 'element-without-service',
    clause: '8.2.1',
    severity: 'warning',
    faults: (view) =>
      inHeader(({ value }) => {
        const named = servicesOf(value)
        const alternatives = named.includes('multos') ? (['javacard'] as const) : []
        const missing = (Object.keys(serviceUses) as ServiceName[]).filter(
          (service) =>
            !named.includes(service) &&
            !alternatives.some((one) => one === service) &&
            serviceUses[service]!.isUsed(view),
        )
        return missing.map((service) => `The header does not name the service ${service}, which the package uses.`)
      })(view),
  },
]

/** The first version of the format, times 100, that has an element. Absent: all versions have it. */
const sinceVersion: Partial<Record<ElementKind, number>> = {
  'df-5gs': 203,
  'df-saip': 203,
  'df-snpn': 300,
  'df-5gprose': 300,
  iot: 300,
  'opt-iot': 300,
}

/** How a package uses a service that its header may demand. */
interface ServiceUse {
  readonly isUsed: (view: PackageView) => boolean
  /** What is missing if the service is demanded but not used. */
  readonly missing: string
}

const noApplication = 'there is no such application'

/** The services whose use can be recognized in a package. */
const serviceUses: Partial<Record<ServiceName, ServiceUse>> = {
  usim: { isUsed: (view) => countOf(view, 'usim', 'ADF.USIM') > 0, missing: noApplication },
  isim: { isUsed: (view) => countOf(view, 'isim', 'ADF.ISIM') > 0, missing: noApplication },
  csim: { isUsed: (view) => countOf(view, 'csim', 'ADF.CSIM') > 0, missing: noApplication },
  'multiple-usim': {
    isUsed: (view) => countOf(view, 'usim', 'ADF.USIM') > 1,
    missing: 'there are not several USIMs',
  },
  'multiple-isim': {
    isUsed: (view) => countOf(view, 'isim', 'ADF.ISIM') > 1,
    missing: 'there are not several ISIMs',
  },
  milenage: { isUsed: usesAlgorithm(({ algorithmID }) => algorithmID === 1), missing: 'no application uses MILENAGE' },
  tuak128: {
    isUsed: usesAlgorithm(({ algorithmID, key }) => algorithmID === 2 && key.length === 16),
    missing: 'no application uses TUAK with a key of 128 bits',
  },
  tuak256: {
    isUsed: usesAlgorithm(({ algorithmID, key }) => algorithmID === 2 && key.length === 32),
    missing: 'no application uses TUAK with a key of 256 bits',
  },
  'usim-test-algorithm': {
    isUsed: usesAlgorithm(({ algorithmID }) => algorithmID === 3),
    missing: 'no application uses the test algorithm',
  },
  cave: { isUsed: hasKind('cdmaParameter'), missing: 'there is no cdmaParameter element' },
  eap: { isUsed: hasKind('eap'), missing: 'there is no eap element' },
  'ber-tlv': {
    isUsed: ({ files }) => files.some(({ structure }) => structure === 'BT'),
    missing: 'no file has the BER-TLV structure',
  },
  dfLink: {
    isUsed: ({ files }) => files.some(({ link, structure }) => link !== undefined && isDirectoryStructure(structure)),
    missing: 'no directory is a link',
  },
  'cat-tp': {
    isUsed: ({ elements }) =>
      elements.some(({ kind, value }) => kind === 'securityDomain' && value.catTpParameters !== undefined),
    missing: 'no security domain has CAT_TP parameters',
  },
  javacard: {
    isUsed: ({ elements }) =>
      elements.some(({ kind, value }) => kind === 'application' && value.loadBlock !== undefined),
    missing: 'there is no load package',
  },
  'get-identity': { isUsed: calculatesSuci, missing: 'no USIM calculates the SUCI' },
  'profile-a-x25519': { isUsed: hasSuciKey('profile-a'), missing: 'no USIM has a key of profile A' },
  'profile-b-p256': { isUsed: hasSuciKey('profile-b'), missing: 'no USIM has a key of profile B' },
}

/** Faults of the profile header, if the package begins with one. */
function inHeader(judge: (header: ElementOf<'header'>) => readonly (string | Fault)[]): Rule['faults'] {
  return ({ elements }) => {
    const header = elements[0]
    if (header?.kind !== 'header') return []
    const element = { index: 0, kind: 'header' }
    return judge(header).map((fault) => (typeof fault === 'string' ? { text: fault, element } : fault))
  }
}

/** Services that are network access applications. Without one, the profile is not the intended one. */
function isApplicationService(service: ServiceName): boolean {
  return service === 'usim' || service === 'isim' || service === 'csim'
}

/** Services that the header demands although nothing uses them. */
function unusedServices(view: PackageView, value: ElementOf<'header'>['value']): ServiceName[] {
  return servicesOf(value).filter((service) => serviceUses[service]?.isUsed(view) === false)
}

function unusedText(service: ServiceName): string {
  return `The header demands ${service}, but ${serviceUses[service]?.missing ?? 'nothing uses it'}.`
}

function servicesOf(value: ElementOf<'header'>['value']): ServiceName[] {
  const services = value['eUICC-Mandatory-services']
  return (Object.keys(services) as ServiceName[]).filter((name) => services[name] !== undefined)
}

/** How many applications of a kind there are: elements of the kind, and ADFs that file management creates. */
function countOf({ elements, files }: PackageView, kind: ElementKind, name: string): number {
  const created = files.filter((file) => file.name === name && file.element.kind === 'genericFileManagement')
  return (
    elements.filter((element) => element.kind === kind || (kind === 'usim' && element.kind === 'iot')).length +
    created.length
  )
}

function hasKind(kind: ProfileElement['kind']): (view: PackageView) => boolean {
  return ({ elements }) => elements.some((element) => element.kind === kind)
}

type AlgoParameter = Extract<AkaValue['algoConfiguration'], { kind: 'algoParameter' }>['value']

function usesAlgorithm(isMeant: (algorithm: AlgoParameter) => boolean): (view: PackageView) => boolean {
  return ({ authentications }) =>
    authentications.some(
      ({ value: { algoConfiguration } }) =>
        algoConfiguration.kind === 'algoParameter' && isMeant(algoConfiguration.value),
    )
}

/** Whether service 125 of a USIM is on (TS 31.102, 4.2.8). */
function calculatesSuci(view: PackageView): boolean {
  return usimsOf(view).some((usim) => {
    const ust = view.byPath.get(`${usim.path}6f38`)
    const content = ust && linkedContent(view, ust)?.content
    return content !== undefined && decodeServices(content).includes(125)
  })
}

/** Whether a USIM that calculates the SUCI itself has a key of the scheme. */
function hasSuciKey(scheme: 'profile-a' | 'profile-b'): (view: PackageView) => boolean {
  return (view) =>
    suciFilesOf(view).some(
      ({ file, suci }) => file.name === 'EF.SUCI_Calc_Info_USIM' && suci?.keys.some((key) => key.scheme === scheme),
    )
}
