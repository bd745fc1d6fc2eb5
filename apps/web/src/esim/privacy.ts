import { useBehavior } from '../behavior/behavior.ts'

const DOTS = '••••••'
const KEPT = 4

/** An ICCID, IMSI, EID or MSISDN by its last digits: enough to find it again, too little to use it. */
export function maskNumber(text: string): string {
  return text === '' ? '' : DOTS + (text.length > 2 * KEPT ? text.slice(-KEPT) : '')
}

/** What opens a profile: nothing of it is left but where it leads. */
export function maskCode(text: string): string {
  if (/^lpa:/i.test(text)) return `${text.split('$').slice(0, 2).join('$')}$${DOTS}`
  return text.includes('/') ? text.replace(/[^/]*$/, DOTS) : DOTS
}

/** A sentence in which identifiers or codes stand. */
export function maskText(text: string): string {
  return text
    .replace(/\blpa:\S+/gi, maskCode)
    .replace(/\b\d{10,32}\b/g, maskNumber)
    .replace(/\b[0-9A-F]{32}\b/gi, DOTS)
}

type Masks = { isOn: boolean; number: typeof maskNumber; code: typeof maskCode; text: typeof maskText }

const asItIs = (text: string) => text
const off: Masks = { isOn: false, number: asItIs, code: asItIs, text: asItIs }
const on: Masks = { isOn: true, number: maskNumber, code: maskCode, text: maskText }

/** How identifiers and codes are shown: as they are, or masked while the privacy switch is on. */
export function useMasks(): Masks {
  const [{ isOn }] = useBehavior('privacy')
  return isOn ? on : off
}

/** The privacy switch, and how to turn it. */
export function usePrivacy(): { isOn: boolean; turn: () => void } {
  const [{ isOn }, change] = useBehavior('privacy')
  return { isOn, turn: () => change((before) => ({ isOn: !before.isOn })) }
}
