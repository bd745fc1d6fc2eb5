import { mfPath, parentOf } from '../card/card-image.ts'
import type { ElementRef } from '../error.ts'
import { faultsOf } from './file-rule.ts'
import { isDirectoryStructure } from './file-shape.ts'
import type { PackageView, ViewedPin } from './package-view.ts'
import type { Fault, Rule } from './rule.ts'

/** PINs, PUKs and ADM codes. No text contains a code. */
export const codeRules: readonly Rule[] = [
  {
    id: 'pin-reference',
    clause: '8.5.1',
    severity: 'error',
    // Those of the MF are global, all others local.
    faults: forPins(({ directory, pin: { keyReference } }) => {
      if (directory === undefined) return undefined
      const inMf = directory === mfPath
      const isLocal = keyReference >= 129 && keyReference <= 136
      return isLocal === inMf
        ? `PIN reference ${keyReference} does not belong to ${inMf ? 'the MF' : 'an application'}.`
        : undefined
    }),
  },
  {
    id: 'pin-unique',
    clause: '8.5.1',
    severity: 'error',
    faults: (view) => {
      const seen = new Set<string>()
      return faultsOfPins(view, ({ directory, pin }) => {
        const key = `${directory}/${pin.keyReference}`
        const repeated = seen.has(key)
        seen.add(key)
        return repeated ? `PIN reference ${pin.keyReference} is defined twice.` : undefined
      })
    },
  },
  {
    id: 'pin-puk',
    clause: '8.5.1',
    severity: 'error',
    faults: (view) => {
      const puks = new Set(view.puks.map(({ puk }) => puk.keyReference))
      return faultsOfPins(view, ({ pin: { keyReference, unblockingPINReference: puk } }) =>
        puk !== undefined && !puks.has(puk)
          ? `PIN reference ${keyReference} needs PUK reference ${puk}, which is not defined.`
          : undefined,
      )
    },
  },
  {
    id: 'pin-digits',
    clause: 'TS 102 221, 9.5.1',
    severity: 'error',
    faults: forPins(({ pin }) =>
      isUserPin(pin.keyReference) && !isCode(pin.pinValue, 4)
        ? `PIN reference ${pin.keyReference} must have 4 to 8 digits, padded with FF.`
        : undefined,
    ),
  },
  {
    id: 'pin-attempts',
    clause: '8.5.1',
    severity: 'error',
    faults: forPins(({ pin }) =>
      isAttempts(pin['maxNumOfAttemps-retryNumLeft'])
        ? undefined
        : `PIN reference ${pin.keyReference} has more attempts left than permitted, or none permitted.`,
    ),
  },
  {
    id: 'pin-present',
    clause: 'TS 102 221, 9.5.1',
    severity: 'warning',
    faults: ({ pins, files }) =>
      files.some(({ structure }) => structure === 'ADF') && !pins.some(({ pin }) => pin.keyReference === 1)
        ? [{ text: 'The package has no PIN1.' }]
        : [],
  },
  {
    id: 'pin-link',
    clause: '8.5.1',
    severity: 'error',
    faults: ({ pins, pinLinks }) =>
      pinLinks
        .filter(({ sharedWith }) => !pins.some(({ directory }) => directory === sharedWith))
        .map(({ element }) => ({ text: 'The PINs are shared with a directory that has none.', element })),
  },
  {
    id: 'pin-status',
    clause: '8.1.3',
    severity: 'error',
    faults: (view) =>
      faultsOf(view, ({ fcp, path, name }) => {
        const missing = [...(fcp?.pinStatusTemplateDO ?? [])].find((reference) => !isDefined(view, path, reference))
        return missing === undefined ? undefined : `${name} refers to PIN reference ${missing}, which is not defined.`
      }),
  },
  {
    id: 'pin-status-present',
    clause: '8.3.3',
    severity: 'warning',
    faults: (view) =>
      faultsOf(view, ({ structure, fcp, name, link }) =>
        isDirectoryStructure(structure) && link === undefined && fcp?.pinStatusTemplateDO === undefined
          ? `${name} has no PIN status, which a directory must have.`
          : undefined,
      ),
  },
  {
    id: 'puk-unique',
    clause: '8.5.2',
    severity: 'error',
    faults: ({ puks }) => {
      const seen = new Set<number>()
      return puks.flatMap(({ element, puk: { keyReference } }) => {
        const repeated = seen.has(keyReference)
        seen.add(keyReference)
        return repeated ? [{ text: `PUK reference ${keyReference} is defined twice.`, element }] : []
      })
    },
  },
  {
    id: 'puk-digits',
    clause: 'TS 102 221, 9.5.1',
    severity: 'error',
    faults: forPuks((puk) =>
      isCode(puk.pukValue, 8) ? undefined : `PUK reference ${puk.keyReference} must have 8 digits.`,
    ),
  },
  {
    id: 'puk-attempts',
    clause: '8.5.2',
    severity: 'error',
    faults: forPuks((puk) =>
      isAttempts(puk['maxNumOfAttemps-retryNumLeft'])
        ? undefined
        : `PUK reference ${puk.keyReference} has more attempts left than permitted, or none permitted.`,
    ),
  },
]

/** PIN references that a user enters: the global and the local PINs of applications (ETSI TS 102 221, table 9.3). */
function isUserPin(reference: number): boolean {
  return (reference >= 1 && reference <= 8) || (reference >= 129 && reference <= 136)
}

/** `min` to 8 digits in ASCII, padded with FF. */
function isCode(value: Uint8Array, min: number): boolean {
  const end = value.indexOf(0xff)
  const digits = end < 0 ? value : value.subarray(0, end)
  const padding = end < 0 ? new Uint8Array(0) : value.subarray(end)
  return (
    digits.length >= min &&
    digits.every((byte) => byte >= 0x30 && byte <= 0x39) &&
    padding.every((byte) => byte === 0xff)
  )
}

/** High nibble: attempts permitted; low nibble: attempts left. */
function isAttempts(nibbles: number): boolean {
  const [most, left] = [nibbles >> 4, nibbles & 0x0f]
  return most > 0 && left <= most
}

/** References below 80 are global, so the MF must define them; others may be defined in any directory above. */
function isDefined({ pins, pinLinks }: PackageView, path: string | undefined, reference: number): boolean {
  const has = (directory: string) =>
    pins.some((one) => one.directory === directory && one.pin.keyReference === reference)
  if (reference < 0x80) return has(mfPath)
  for (let at = path; at !== undefined; at = parentOf(at)) {
    const shared = pinLinks.find(({ directory }) => directory === at)
    if (has(at) || (shared !== undefined && has(shared.sharedWith))) return true
  }
  return false
}

function forPins(judge: (pin: ViewedPin) => string | undefined): Rule['faults'] {
  return (view) => faultsOfPins(view, judge)
}

function faultsOfPins({ pins }: PackageView, judge: (pin: ViewedPin) => string | undefined): Fault[] {
  return pins.flatMap((pin) => faultOf(judge(pin), pin.element))
}

function forPuks(judge: (puk: PackageView['puks'][number]['puk']) => string | undefined): Rule['faults'] {
  return ({ puks }) => puks.flatMap(({ element, puk }) => faultOf(judge(puk), element))
}

function faultOf(text: string | undefined, element: ElementRef): Fault[] {
  return text === undefined ? [] : [{ text, element }]
}
