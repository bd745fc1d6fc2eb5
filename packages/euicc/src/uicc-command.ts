/** The commands of the enabled profile, by instruction. */
import { type Apdu, CardRefusal, type CommandAnswer, SW } from './apdu.ts'
import { authenticate } from './authenticate-command.ts'
import { retrieveData, setData } from './data-object-command.ts'
import { readBinary, readRecord, searchRecord, select, status, updateBinary, updateRecord } from './file-command.ts'
import { getIdentity } from './get-identity-command.ts'
import { increase } from './increase-command.ts'
import { changePin, disablePin, enablePin, unblockPin, verifyPin } from './pin-command.ts'
import type { UiccChannel } from './uicc-channel.ts'

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
