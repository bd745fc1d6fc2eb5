import { children, readTlv, toHex } from '@simwright/asn1'
import type { PackageFile } from '../check/package-file.ts'
import { fileComponents, isTemplateElement, type TemplateElement } from '../check/package-view.ts'
import { type DecodedElement, headerOf } from '../codec/profile-element.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import { authenticationNodes, codeNodes } from './code-node.ts'
import { fileNode, type Inspected, type Range } from './file-node.ts'
import { leaf, node, type PackageNode, withUniqueKeys } from './package-node.ts'
import { applicationNodes, remoteFileNodes, securityDomainNodes } from './platform-node.ts'

/** What an element of each kind is, in words. */
const elementNames: Readonly<Record<DecodedElement['kind'], string>> = {
  header: 'Profile header',
  genericFileManagement: 'Files outside the templates',
  pinCodes: 'PINs',
  pukCodes: 'PUKs',
  akaParameter: 'Authentication',
  cdmaParameter: 'CDMA authentication',
  securityDomain: 'Security domain',
  rfm: 'Remote file management',
  application: 'Application',
  nonStandard: 'Content of one issuer',
  end: 'End',
  mf: 'Master file',
  cd: 'Configuration data',
  telecom: 'DF.TELECOM',
  usim: 'USIM',
  'opt-usim': 'Optional files of the USIM',
  isim: 'ISIM',
  'opt-isim': 'Optional files of the ISIM',
  phonebook: 'Phone book',
  'gsm-access': 'GSM access',
  csim: 'CSIM',
  'opt-csim': 'Optional files of the CSIM',
  eap: 'EAP',
  'df-5gs': '5GS',
  'df-saip': 'SUCI by the USIM',
  'df-snpn': 'Stand-alone non-public networks',
  'df-5gprose': '5G ProSe',
  iot: 'IoT minimal profile',
  'opt-iot': 'Optional files of the IoT minimal profile',
  rfu1: 'Reserved element',
  rfu2: 'Reserved element',
  rfu3: 'Reserved element',
  rfu4: 'Reserved element',
  rfu5: 'Reserved element',
  unknown: 'Unknown element',
}

/** The node of an element, with all that it contains. */
export function elementNode(inspected: Inspected, element: DecodedElement, index: number): PackageNode {
  return node({
    key: elementKey(element),
    label: elementNames[element.kind],
    facts: elementFacts(element),
    offset: element.offset,
    length: element.raw.length,
    children: withUniqueKeys(childrenOf(inspected, element, index)),
  })
}

/** Elements of which a package has several have the AID of their instance in their key. */
function elementKey(element: DecodedElement): string {
  if (element.kind === 'rfm') return `rfm ${toHex(element.value.instanceAID)}`
  if (element.kind === 'securityDomain') return `securityDomain ${toHex(element.value.instance.instanceAID)}`
  return element.kind
}

function elementFacts(element: DecodedElement): string[] {
  const header = headerOf(element)
  const facts = [`Element ${element.kind}`]
  if (header !== undefined) {
    facts.push(`Identification ${header.identification}`)
    facts.push(header.mandated === undefined ? 'Skipped by an eUICC without support' : 'Mandatory')
  }
  if (isTemplateElement(element)) facts.push(`Template ${element.value.templateID}`)
  if (element.kind === 'unknown') facts.push(`Tag ${element.value.tag.toString(16).toUpperCase()}, content not shown`)
  return facts
}

function childrenOf(inspected: Inspected, element: DecodedElement, index: number): PackageNode[] {
  switch (element.kind) {
    case 'header':
      return headerNodes(inspected, element)
    case 'pinCodes':
    case 'pukCodes':
      return codeNodes(inspected, element)
    case 'akaParameter':
    case 'cdmaParameter':
      return authenticationNodes(inspected, element)
    case 'securityDomain':
      return securityDomainNodes(inspected, element.value)
    case 'application':
      return applicationNodes(inspected, element.value)
    case 'rfm':
      return remoteFileNodes(inspected, element.value)
    case 'nonStandard':
      return [
        node({ key: 'issuer', label: 'Issuer', words: [element.value.issuerID] }),
        ...leaf(inspected, { key: 'content', label: 'Content' }, element.value.content),
      ]
    default:
      return isTemplateElement(element)
        ? templateNodes(inspected, element, index)
        : filesOf(inspected, index)
            // Commands do not give the bytes of one file, so a file has those of its element.
            .map((file) => fileNode(inspected, file, { offset: element.offset, length: element.raw.length }))
  }
}

const filesOf = ({ files }: Inspected, index: number): readonly PackageFile[] => files.get(index) ?? []

/** The files of a template element, and those of its components that are not created. */
function templateNodes(inspected: Inspected, element: DecodedElement & TemplateElement, index: number): PackageNode[] {
  const ranges = componentRanges(element)
  const files = filesOf(inspected, index)
  const created = new Set(files.map(({ field }) => field))
  const absent = fileComponents(element)
    .filter(([field]) => !created.has(field))
    .map(([field, steps]) => {
      const fact = steps[0]?.kind === 'doNotCreate' ? 'Not created' : 'Not in the template'
      return node({ key: field, label: field, facts: [fact], ...(ranges.get(field) ?? {}) })
    })
  return [...files.map((file) => fileNode(inspected, file, ranges.get(file.field))), ...absent]
}

/** Where each component of a template element is. Its values are in the order of the components. */
function componentRanges(element: DecodedElement & TemplateElement): Map<string, Range> {
  const tlv = readTlv(element.raw)
  const start = element.offset + element.raw.length - tlv.value.length
  const fields = Object.keys(element.value)
  const found = new Map<string, Range>()
  children(tlv).forEach(({ offset, raw }, at) => {
    const field = fields[at]
    if (field !== undefined) found.set(field, { offset: start + offset, length: raw.length })
  })
  return found
}

function headerNodes(inspected: Inspected, { value }: DecodedElement & { kind: 'header' }): PackageNode[] {
  const services = Object.keys(value['eUICC-Mandatory-services']) as ServiceName[]
  const version = `${value['major-version']}.${value['minor-version']}`
  const libraries = (value['eUICC-Mandatory-AIDs'] ?? []).map(
    ({ aid, version: [major = 0, minor = 0] }) => `${toHex(aid).toUpperCase()} version ${major}.${minor}`,
  )
  const list = (key: string, label: string, words: readonly string[]) =>
    words.length === 0 ? [] : [node({ key, label, words })]
  return [
    node({ key: 'version', label: 'Format version', words: [version] }),
    ...list('type', 'Profile type', value.profileType === undefined ? [] : [value.profileType]),
    ...leaf(inspected, { key: 'iccid', label: 'ICCID' }, value.iccid, (iccid) => [toHex(iccid).replace(/f+$/, '')]),
    ...list('services', 'Mandatory services', services),
    ...list('templates', 'Mandatory templates', value['eUICC-Mandatory-GFSTEList']),
    ...list('libraries', 'Mandatory libraries', libraries),
    ...leaf(inspected, { key: 'policy', label: 'Policy rules' }, value.pol),
    ...leaf(inspected, { key: 'connectivity', label: 'Connectivity parameters' }, value.connectivityParameters),
    ...leaf(inspected, { key: 'iot', label: 'PIX of the IoT minimal profile' }, value.iotOptions?.pix),
  ]
}
