import { elementRef } from '../card/installation.ts'
import { type ElementKind, headerOf, type ProfileElement } from '../codec/profile-element.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import type { Finding } from './finding.ts'

/** The elements of a package in their order. */
type Elements = readonly ProfileElement[]

/** Findings about which elements exist and in which order (7.1, 8.1.3, 8.2.1, 8.5, 8.6.2, 8.10). */
export function orderFindings(elements: Elements): Finding[] {
  return [
    ...frameFindings(elements),
    ...identificationFindings(elements),
    ...prerequisiteFindings(elements),
    ...onceFindings(elements),
    ...pukPositionFindings(elements),
    ...pinReferenceFindings(elements),
    ...serviceFindings(elements),
  ]
}

/** Checks that the package begins with the profile header and ends with the end element. */
function frameFindings(elements: Elements): Finding[] {
  const found: Finding[] = []
  const at = (index: number) => (elements[index] === undefined ? undefined : elementRef(elements[index], index))
  if (elements[0]?.kind !== 'header')
    found.push(finding('8.2.1', 'The profile header must be the first element.', at(0)))
  if (elements.at(-1)?.kind !== 'end') {
    found.push(finding('8.10', 'The end element must be the last element.', at(elements.length - 1)))
  }
  return found
}

/** Checks that no two elements have the same identification, because an eUICC reports errors with it. */
function identificationFindings(elements: Elements): Finding[] {
  const seen = new Set<number>()
  return elements.flatMap((element, index) => {
    const header = headerOf(element)
    if (header === undefined) return []
    const repeated = seen.has(header.identification)
    seen.add(header.identification)
    const text = `Identification ${header.identification} is used twice.`
    return repeated ? [finding('8.1.3', text, elementRef(element, index))] : []
  })
}

/** The elements of which at least one must precede (8.1.3). */
const prerequisites: Partial<Record<ElementKind, readonly ElementKind[]>> = {
  cd: ['mf', 'genericFileManagement', 'iot'],
  telecom: ['mf', 'genericFileManagement', 'iot'],
  usim: ['mf', 'genericFileManagement', 'iot'],
  isim: ['mf', 'genericFileManagement', 'iot'],
  csim: ['mf', 'genericFileManagement', 'iot'],
  'opt-usim': ['usim'],
  'opt-isim': ['isim'],
  'opt-csim': ['csim'],
  'gsm-access': ['usim'],
  phonebook: ['usim'],
  'df-5gs': ['usim'],
  'df-saip': ['usim'],
  'df-snpn': ['usim'],
  'df-5gprose': ['usim'],
  'opt-iot': ['iot'],
  akaParameter: ['usim', 'isim', 'csim', 'iot', 'genericFileManagement'],
  rfm: ['securityDomain'],
  application: ['securityDomain'],
}

/** Checks that an element comes after one of those that it depends on. */
function prerequisiteFindings(elements: Elements): Finding[] {
  const seen = new Set<ElementKind>()
  return elements.flatMap((element, index) => {
    const wanted = prerequisites[element.kind]
    const met = wanted === undefined || wanted.some((kind) => seen.has(kind))
    seen.add(element.kind)
    const text = `The ${element.kind} element must come after ${(wanted ?? []).join(' or ')}.`
    return met ? [] : [finding('8.1.3', text, elementRef(element, index))]
  })
}

/** Elements that may occur once in a package. The limits for each application are checked by the installation. */
const once: ReadonlySet<ElementKind> = new Set(['header', 'mf', 'cd', 'telecom', 'iot', 'opt-iot', 'pukCodes', 'end'])

/** Reports the second and every further occurrence of an element that may occur once. */
function onceFindings(elements: Elements): Finding[] {
  const seen = new Set<ElementKind>()
  return elements.flatMap((element, index) => {
    const repeated = once.has(element.kind) && seen.has(element.kind)
    seen.add(element.kind)
    const text = `The ${element.kind} element may occur only once.`
    return repeated ? [finding('8.1.3', text, elementRef(element, index))] : []
  })
}

/** Checks that the PUKs directly follow the element that creates the MF (8.5.2). */
function pukPositionFindings(elements: Elements): Finding[] {
  const index = elements.findIndex(({ kind }) => kind === 'pukCodes')
  const before = elements[index - 1]?.kind
  if (index < 0 || before === 'mf' || before === 'genericFileManagement' || before === 'header') return []
  const text = 'The PUKs must directly follow the MF.'
  return [{ severity: 'warning', clause: '8.5.2', text, element: elementRef(elements[index]!, index) }]
}

/** Whether the element creates files, and so determines where the next PINs belong. */
const isFileSystem = ({ kind, value }: ProfileElement) => 'templateID' in value || kind === 'genericFileManagement'

/** Checks PIN references: those of the MF are global (1 to 14), all others local (129 to 136) (8.5.1). */
function pinReferenceFindings(elements: Elements): Finding[] {
  return elements.flatMap((element, index) => {
    if (element.kind !== 'pinCodes' || element.value.pinCodes.kind !== 'pinconfig') return []
    const context = elements.slice(0, index).findLast(isFileSystem)
    if (context === undefined) return []
    const isGlobal = context.kind === 'mf'
    return element.value.pinCodes.value
      .filter(({ keyReference }) => isLocal(keyReference) === isGlobal)
      .map(({ keyReference }) => {
        const text = `PIN reference ${keyReference} does not belong to ${isGlobal ? 'the MF' : 'an application'}.`
        return finding('8.5.1', text, elementRef(element, index))
      })
  })
}

/** Whether a PIN reference is a local one. */
function isLocal(reference: number): boolean {
  return reference >= 129 && reference <= 136
}

/** Services that require an element, and elements that should be announced as a service (8.2.1). */
const serviceElements: readonly (readonly [ServiceName, ElementKind])[] = [
  ['usim', 'usim'],
  ['isim', 'isim'],
  ['csim', 'csim'],
]

/**
 * Compares the services in the profile header with the elements. A mandatory service without its application is an
 * error.
 */
function serviceFindings(elements: Elements): Finding[] {
  const header = elements[0]
  if (header?.kind !== 'header') return []
  const services = header.value['eUICC-Mandatory-services']
  const kinds = new Set(elements.map(({ kind }) => kind))
  return serviceElements.flatMap(([service, kind]) => {
    const announced = services[service] !== undefined
    if (announced && !kinds.has(kind)) {
      return [
        finding('8.2.1', `The header demands ${service}, but there is no such application.`, elementRef(header, 0)),
      ]
    }
    if (announced || !kinds.has(kind)) return []
    const text = `The header does not name the service ${service}, which the package uses.`
    return [{ severity: 'warning' as const, clause: '8.2.1', text, element: elementRef(header, 0) }]
  })
}

function finding(clause: string, text: string, element: Finding['element']): Finding {
  return { severity: 'error', clause, text, element }
}
