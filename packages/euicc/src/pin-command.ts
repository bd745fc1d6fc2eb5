/** VERIFY, CHANGE, DISABLE, ENABLE and UNBLOCK PIN: ETSI TS 102 221 clauses 11.1.9 to 11.1.13. */
import { equalBytes } from '@simwright/asn1'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { PinState } from './card-file.ts'
import { findPin, type UiccChannel } from './uicc-channel.ts'

const NOTHING = new Uint8Array(0)
const PIN_BYTES = 8

function pinOf(channel: UiccChannel, apdu: Apdu): PinState {
  const pin = findPin(channel, apdu.p2)
  if (!pin) throw new CardRefusal(SW.referencedDataNotFound)
  return pin
}

const remaining = (attempts: number) => new CardRefusal(attempts === 0 ? SW.blocked : 0x63c0 | attempts)

/** Compares and counts: a wrong value costs an attempt, a right one restores them. */
function present(channel: UiccChannel, pin: PinState, value: Uint8Array): void {
  if (pin.attemptsLeft === 0) throw new CardRefusal(SW.blocked)
  if (!equalBytes(pin.value, value)) {
    pin.attemptsLeft--
    channel.verifiedPins.delete(pin)
    throw new CardRefusal(0x63c0 | pin.attemptsLeft)
  }
  pin.attemptsLeft = pin.maxAttempts
}

function demandLength(apdu: Apdu, length: number): void {
  if (apdu.data.length !== length) throw new CardRefusal(SW.wrongLength)
}

export function verifyPin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (apdu.data.length === 0) throw remaining(pin.attemptsLeft)
  if (!pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  demandLength(apdu, PIN_BYTES)
  present(channel, pin, apdu.data)
  channel.verifiedPins.add(pin)
  return NOTHING
}

export function changePin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (!pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  if (!pin.changeable) throw new CardRefusal(SW.securityNotSatisfied)
  demandLength(apdu, 2 * PIN_BYTES)
  present(channel, pin, apdu.data.subarray(0, PIN_BYTES))
  pin.value = apdu.data.slice(PIN_BYTES)
  channel.verifiedPins.add(pin)
  return NOTHING
}

export function disablePin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (!pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  if (!pin.disablingAllowed) throw new CardRefusal(SW.securityNotSatisfied)
  demandLength(apdu, PIN_BYTES)
  present(channel, pin, apdu.data)
  pin.enabled = false
  return NOTHING
}

export function enablePin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  demandLength(apdu, PIN_BYTES)
  present(channel, pin, apdu.data)
  pin.enabled = true
  channel.verifiedPins.add(pin)
  return NOTHING
}

export function unblockPin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  const puk = channel.system.puks.find((candidate) => candidate.reference === pin.pukReference)
  if (!puk) throw new CardRefusal(SW.referencedDataNotFound)
  if (apdu.data.length === 0) throw remaining(puk.attemptsLeft)
  demandLength(apdu, 2 * PIN_BYTES)
  if (puk.attemptsLeft === 0) throw new CardRefusal(SW.blocked)
  if (!equalBytes(puk.value, apdu.data.subarray(0, PIN_BYTES))) {
    puk.attemptsLeft--
    throw new CardRefusal(0x63c0 | puk.attemptsLeft)
  }
  puk.attemptsLeft = puk.maxAttempts
  pin.value = apdu.data.slice(PIN_BYTES)
  pin.attemptsLeft = pin.maxAttempts
  pin.enabled = true
  channel.verifiedPins.add(pin)
  return NOTHING
}
