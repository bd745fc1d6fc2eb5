import { useBehavior } from '../api/behavior.ts'

const DOTS = '••••••'
const KEPT_DIGITS = 4

/** Masks an ICCID, IMSI, EID or MSISDN except its last digits: enough to recognize it, too little to use it. */
export function maskNumber(text: string): string {
  return text === '' ? '' : DOTS + (text.length > 2 * KEPT_DIGITS ? text.slice(-KEPT_DIGITS) : '')
}

/** Masks an activation code, link or matching ID except the address of its server. */
export function maskCode(text: string): string {
  if (/^lpa:/i.test(text)) return `${text.split('$').slice(0, 2).join('$')}$${DOTS}`
  return text.includes('/') ? text.replace(/[^/]*$/, DOTS) : DOTS
}

/** Masks the identifiers and codes in a sentence. */
export function maskText(text: string): string {
  return text
    .replace(/\blpa:\S+/gi, maskCode)
    .replace(/\b\d{10,32}\b/g, maskNumber)
    .replace(/\b[0-9A-F]{32}\b/gi, DOTS)
}

type Masks = { isOn: boolean; number: typeof maskNumber; code: typeof maskCode; text: typeof maskText }

const unmasked = (text: string) => text
const off: Masks = { isOn: false, number: unmasked, code: unmasked, text: unmasked }
const on: Masks = { isOn: true, number: maskNumber, code: maskCode, text: maskText }

/** Functions that mask identifiers and codes; they change nothing while the privacy switch is off. */
export function useMasks(): Masks {
  const [{ isOn }] = useBehavior('privacy')
  return isOn ? on : off
}

/** The state of the privacy switch and a function that toggles it. */
export function usePrivacy(): { isOn: boolean; toggle: () => void } {
  const [{ isOn }, change] = useBehavior('privacy')
  return { isOn, toggle: () => change((before) => ({ isOn: !before.isOn })) }
}
