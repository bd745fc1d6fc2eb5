import { mfPath } from '../card/card-image.ts'
import { elementRef } from '../card/installation.ts'
import { type ElementKind, headerOf, type ProfileElement } from '../codec/profile-element.ts'
import type { Fault, Rule } from './rule.ts'

/** The elements of which at least one must precede (8.1.3). */
const prerequisites: Partial<Record<ElementKind, readonly ElementKind[]>> = {
  cd: ['mf', 'genericFileManagement', 'iot'],
  telecom: ['mf', 'genericFileManagement', 'iot'],
  usim: ['mf', 'genericFileManagement', 'iot'],
  isim: ['mf', 'genericFileManagement', 'iot'],
  csim: ['mf', 'genericFileManagement', 'iot'],
  'opt-usim': ['usim', 'genericFileManagement'],
  'opt-isim': ['isim', 'genericFileManagement'],
  'opt-csim': ['csim', 'genericFileManagement'],
  'gsm-access': ['usim', 'genericFileManagement'],
  phonebook: ['usim', 'genericFileManagement'],
  'df-5gs': ['usim', 'genericFileManagement'],
  'df-saip': ['usim', 'genericFileManagement'],
  'df-snpn': ['usim', 'genericFileManagement'],
  'df-5gprose': ['usim', 'genericFileManagement'],
  'opt-iot': ['iot'],
  akaParameter: ['usim', 'isim', 'csim', 'iot', 'genericFileManagement'],
  cdmaParameter: ['csim', 'genericFileManagement'],
  pinCodes: ['mf', 'genericFileManagement', 'iot'],
  rfm: ['securityDomain'],
  application: ['securityDomain'],
}

/** Elements that may occur once in a package. */
const once: ReadonlySet<ElementKind> = new Set(['header', 'mf', 'cd', 'telecom', 'iot', 'opt-iot', 'pukCodes', 'end'])

/** Elements that create the MF. */
const mfKinds: ReadonlySet<ElementKind> = new Set(['mf', 'iot', 'genericFileManagement'])

/** Which elements exist and in which order. */
export const orderRules: readonly Rule[] = [
  {
    id: 'header-first',
    clause: '8.2.1',
    severity: 'error',
    faults: ({ elements }) =>
      elements[0]?.kind === 'header' ? [] : [at(elements, 0, 'The profile header must be the first element.')],
  },
  {
    id: 'end-last',
    clause: '8.10',
    severity: 'error',
    faults: ({ elements }) =>
      elements.at(-1)?.kind === 'end'
        ? []
        : [at(elements, elements.length - 1, 'The end element must be the last element.')],
  },
  {
    id: 'element-once',
    clause: '8.1.3',
    severity: 'error',
    faults: ({ elements }) =>
      withSeen(elements, ({ kind }, seen) =>
        once.has(kind) && seen.has(kind) ? `The ${kind} element may occur only once.` : undefined,
      ),
  },
  {
    id: 'element-order',
    clause: '8.1.3',
    severity: 'error',
    faults: ({ elements }) =>
      withSeen(elements, ({ kind }, seen) => {
        const wanted = prerequisites[kind]
        if (wanted === undefined || wanted.some((one) => seen.has(one))) return undefined
        return `The ${kind} element must come after ${wanted[0]}.`
      }),
  },
  {
    id: 'identification-unique',
    clause: '8.1.3',
    severity: 'error',
    // An eUICC reports errors with the identification.
    faults: ({ elements }) => {
      const seen = new Set<number>()
      return elements.flatMap((element, index) => {
        const number = headerOf(element)?.identification
        if (number === undefined) return []
        const repeated = seen.has(number)
        seen.add(number)
        return repeated ? [at(elements, index, `Identification ${number} is used twice.`)] : []
      })
    },
  },
  {
    id: 'mf-present',
    clause: '8.3.1',
    severity: 'error',
    faults: ({ elements, byPath }) =>
      byPath.has(mfPath) || elements.some(({ kind }) => kind === 'iot')
        ? []
        : [at(elements, 0, 'The package does not create an MF.')],
  },
  {
    id: 'application-present',
    clause: '8.1.3',
    severity: 'warning',
    faults: ({ elements, files }) =>
      files.some(({ structure }) => structure === 'ADF') || elements.some(({ kind }) => kind === 'iot')
        ? []
        : [at(elements, 0, 'The package has no network access application: a device cannot use a network with it.')],
  },
  {
    id: 'puk-position',
    clause: '8.5.2',
    severity: 'warning',
    faults: ({ elements }) => {
      const index = elements.findIndex(({ kind }) => kind === 'pukCodes')
      const before = elements[index - 1]?.kind
      if (index < 0 || before === undefined || mfKinds.has(before) || before === 'header') return []
      return [at(elements, index, 'The PUKs must directly follow the MF.')]
    },
  },
  {
    id: 'element-known',
    clause: '8.1.3',
    severity: 'error',
    faults: ({ elements }) =>
      elements.flatMap((element, index) =>
        isUnknown(element) && isMandated(element)
          ? [at(elements, index, `Element ${tagOf(element)} is mandatory, but this version does not define it.`)]
          : [],
      ),
  },
  {
    id: 'element-skipped',
    clause: '8.11',
    severity: 'warning',
    faults: ({ elements }) =>
      elements.flatMap((element, index) =>
        (isUnknown(element) || element.kind === 'cdmaParameter') && !isMandated(element)
          ? [at(elements, index, `The ${element.kind} element is skipped by an eUICC that does not support it.`)]
          : [],
      ),
  },
]

type UnknownElement = Extract<ProfileElement, { kind: 'unknown' }>

/** A fault of the element at this index. */
export function at(elements: readonly ProfileElement[], index: number, text: string): Fault {
  const element = elements[index]
  return { text, element: element === undefined ? undefined : elementRef(element, index) }
}

/** Whether an eUICC aborts if it cannot install the element. */
export function isMandated(element: ProfileElement): boolean {
  return headerOf(element)?.mandated !== undefined
}

function isUnknown(element: ProfileElement): element is UnknownElement {
  return element.kind === 'unknown'
}

function tagOf({ value }: UnknownElement): string {
  return value.tag.toString(16).toUpperCase()
}

/** Faults of elements, judged by the kinds before them. */
function withSeen(
  elements: readonly ProfileElement[],
  judge: (element: ProfileElement, seen: ReadonlySet<ElementKind>) => string | undefined,
): Fault[] {
  const seen = new Set<ElementKind>()
  return elements.flatMap((element, index) => {
    const text = judge(element, seen)
    seen.add(element.kind)
    return text === undefined ? [] : [at(elements, index, text)]
  })
}
