/** The commands of the enabled profile, by instruction. */
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import { authenticate } from './authenticate-command.ts'
import { readBinary, readRecord, searchRecord, select, status, updateBinary, updateRecord } from './file-command.ts'
import { changePin, disablePin, enablePin, unblockPin, verifyPin } from './pin-command.ts'
import type { UiccChannel } from './uicc-channel.ts'

/** Runs a command and returns its answer data. @throws CardRefusal */
type Command = (channel: UiccChannel, apdu: Apdu) => Uint8Array

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

const INS_STATUS = 0xf2

/**
 * Runs a command on the enabled profile. STATUS has class 8x, all others class 0x.
 * @throws CardRefusal 6D00 for an unknown instruction, 6E00 for a wrong class, or as the command requires
 */
export function runUiccCommand(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.cla === 0x80 && apdu.ins === INS_STATUS) return status(channel, apdu)
  const command = COMMANDS.get(apdu.ins)
  if (!command) throw new CardRefusal(SW.insNotSupported)
  if (apdu.cla !== 0x00) throw new CardRefusal(SW.claNotSupported)
  return command(channel, apdu)
}
