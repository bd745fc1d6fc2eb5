/** The commands of the enabled profile, by instruction. */

import { concat } from '@simwright/asn1'
import { ACCESS } from './access-rule.ts'
import { type Apdu, CardRefusal, type CommandAnswer, SW } from './apdu.ts'
import { authenticate } from './authenticate-command.ts'
import { retrieveData, setData } from './data-object-command.ts'
import { readBinary, readRecord, searchRecord, select, status, updateBinary, updateRecord } from './file-command.ts'
import { getIdentity } from './get-identity-command.ts'
import { changePin, disablePin, enablePin, unblockPin, verifyPin } from './pin-command.ts'
import { openFile, type UiccChannel } from './uicc-channel.ts'

/** Runs a command and returns its answer. @throws CardRefusal */
type Command = (channel: UiccChannel, apdu: Apdu) => CommandAnswer

/** Interindustry instructions (class 0x): TS 102 221 table 10.5. */
const COMMANDS: ReadonlyMap<number, Command> = new Map<number, Command>([
  [0x20, verifyPin],
  [0x24, changePin],
  [0x26, disablePin],
  [0x28, enablePin],
  [0x2c, unblockPin],
  [0x88, authenticate],
  [0xa2, searchRecord],
  [0xa4, select],
  [0xb0, readBinary],
  [0xb2, readRecord],
  [0xd6, updateBinary],
  [0xdc, updateRecord],
])

/** Instructions with class 8x: TS 102 221 table 10.5, TS 31.102 7.5. */
const PROPRIETARY_COMMANDS: ReadonlyMap<number, Command> = new Map<number, Command>([
  [0x32, increase],
  [0x78, getIdentity],
  [0xcb, retrieveData],
  [0xdb, setData],
  [0xf2, status],
])

const CLASS_PROPRIETARY = 0x80

/**
 * Runs a command on the enabled profile.
 * @throws CardRefusal 6D00 for an unknown instruction, 6E00 for a wrong class, or as the command requires
 */
export function runUiccCommand(channel: UiccChannel, apdu: Apdu): CommandAnswer {
  if (channel.transfer?.instruction !== apdu.ins) channel.transfer = undefined
  const isProprietary = apdu.cla === CLASS_PROPRIETARY
  const command = (isProprietary ? PROPRIETARY_COMMANDS : COMMANDS).get(apdu.ins)
  if (command) return command(channel, apdu)
  const isKnown = (isProprietary ? COMMANDS : PROPRIETARY_COMMANDS).has(apdu.ins)
  throw new CardRefusal(isKnown ? SW.claNotSupported : SW.insNotSupported)
}

/** INCREASE: ETSI TS 102 221 clause 11.1.8. */
/**
 * The short file identifier in P1, or 0 for the selected EF.
 * @throws CardRefusal 6A86 for other values of P1 and P2
 */
function sfiOf({ p1, p2 }: Apdu): number {
  if (p2 !== 0 || (p1 !== 0 && (p1 & 0xe0) !== 0x80)) throw new CardRefusal(SW.wrongParameters)
  return p1 & 0x1f
}

/**
 * Adds a value to the newest record of a cyclic file. The sum becomes the newest record and replaces the oldest one. The
 * answer is the sum, then the value.
 * @throws CardRefusal 6981 for another structure, 6700 if the value is empty or longer than a record, 9850 if the sum does
 * not fit into a record
 */
function increase(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const file = openFile(channel, { sfi: sfiOf(apdu), kinds: ['cyclic'], mode: ACCESS.increase })
  if (apdu.data.length === 0 || apdu.data.length > file.recordBytes) throw new CardRefusal(SW.wrongLength)
  const sum = sumOf(file.records[0]!, apdu.data)
  file.records = [sum, ...file.records.slice(0, -1)]
  channel.recordNumber = 1
  return concat(sum, apdu.data)
}

/** The sum of two big-endian numbers, with the length of the first. @throws CardRefusal 9850 if it is too large */
function sumOf(record: Uint8Array, value: Uint8Array): Uint8Array {
  const sum = record.slice()
  let carry = 0
  for (let at = 1; at <= sum.length; at++) {
    const total = sum[sum.length - at]! + (value[value.length - at] ?? 0) + carry
    sum[sum.length - at] = total & 0xff
    carry = total >> 8
  }
  if (carry !== 0) throw new CardRefusal(SW.increaseImpossible)
  return sum
}
