/** VERIFY, CHANGE, DISABLE, ENABLE and UNBLOCK PIN: ETSI TS 102 221 clauses 11.1.9 to 11.1.13. */
import { equalBytes } from '@simwright/asn1'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { PinState } from './card-file.ts'
import { findPin, type UiccChannel } from './uicc-channel.ts'

/** Answer without data. */
const NOTHING = new Uint8Array(0)
const PIN_BYTES = 8

/**
 * The PIN that P2 refers to.
 * @throws CardRefusal 6A88 if the selected directories have no such PIN, 6A86 if P1 is not 00
 */
function pinOf(channel: UiccChannel, apdu: Apdu): PinState {
  if (apdu.p1 !== 0) throw new CardRefusal(SW.wrongParameters)
  const pin = findPin(channel, apdu.p2)
  if (!pin) throw new CardRefusal(SW.referencedDataNotFound)
  return pin
}

/** Status word 63Cx with the remaining attempts, or 6983 if the PIN is blocked. */
const remaining = (attempts: number) => new CardRefusal(attempts === 0 ? SW.blocked : 0x63c0 | attempts)

/**
 * Compares a value with a PIN. A wrong one uses up an attempt and resets the verification; the right one restores all
 * attempts.
 * @throws CardRefusal 63Cx with the remaining attempts, 6983 if the PIN is blocked
 */
function comparePin(channel: UiccChannel, pin: PinState, value: Uint8Array): void {
  if (pin.attemptsLeft === 0) throw new CardRefusal(SW.blocked)
  if (!equalBytes(pin.value, value)) {
    pin.attemptsLeft--
    channel.verifiedPins.delete(pin)
    throw new CardRefusal(0x63c0 | pin.attemptsLeft)
  }
  pin.attemptsLeft = pin.maxAttempts
}

/** @throws CardRefusal 6700 if the data has another length */
function checkLength(apdu: Apdu, length: number): void {
  if (apdu.data.length !== length) throw new CardRefusal(SW.wrongLength)
}

/**
 * VERIFY PIN (TS 102 221 11.1.9). Without data it answers the remaining attempts.
 * @throws CardRefusal 6984 if disabled
 */
export function verifyPin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (apdu.data.length === 0) throw remaining(pin.attemptsLeft)
  if (!pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  checkLength(apdu, PIN_BYTES)
  comparePin(channel, pin, apdu.data)
  channel.verifiedPins.add(pin)
  return NOTHING
}

/** CHANGE PIN (TS 102 221 11.1.10). The data is the old and the new value. @throws CardRefusal 6984 if disabled */
export function changePin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (!pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  if (!pin.changeable) throw new CardRefusal(SW.securityNotSatisfied)
  checkLength(apdu, 2 * PIN_BYTES)
  comparePin(channel, pin, apdu.data.subarray(0, PIN_BYTES))
  pin.value = apdu.data.slice(PIN_BYTES)
  channel.verifiedPins.add(pin)
  return NOTHING
}

/** DISABLE PIN (TS 102 221 11.1.11). @throws CardRefusal 6984 if disabled already, 6982 if it must stay enabled */
export function disablePin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (!pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  if (!pin.disablingAllowed) throw new CardRefusal(SW.securityNotSatisfied)
  checkLength(apdu, PIN_BYTES)
  comparePin(channel, pin, apdu.data)
  pin.enabled = false
  return NOTHING
}

/** ENABLE PIN (TS 102 221 11.1.12). @throws CardRefusal 6984 if enabled already */
export function enablePin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  if (pin.enabled) throw new CardRefusal(SW.dataInvalidated)
  checkLength(apdu, PIN_BYTES)
  comparePin(channel, pin, apdu.data)
  pin.enabled = true
  channel.verifiedPins.add(pin)
  return NOTHING
}

/**
 * UNBLOCK PIN (TS 102 221 11.1.13). The data is the PUK and the new value of the PIN, which becomes enabled and verified.
 * Without data it answers the remaining attempts of the PUK.
 * @throws CardRefusal 63Cx for a wrong PUK, 6983 if the PUK is blocked, 6A88 if the PIN has no PUK
 */
export function unblockPin(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const pin = pinOf(channel, apdu)
  const puk = channel.system.puks.find((candidate) => candidate.reference === pin.pukReference)
  if (!puk) throw new CardRefusal(SW.referencedDataNotFound)
  if (apdu.data.length === 0) throw remaining(puk.attemptsLeft)
  checkLength(apdu, 2 * PIN_BYTES)
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
