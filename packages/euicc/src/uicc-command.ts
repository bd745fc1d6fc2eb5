/** The commands an enabled profile's UICC understands, by instruction. */
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import { authenticate } from './authenticate-command.ts'
import { readBinary, readRecord, searchRecord, select, status, updateBinary, updateRecord } from './file-command.ts'
import { changePin, disablePin, enablePin, unblockPin, verifyPin } from './pin-command.ts'
import type { UiccChannel } from './uicc-channel.ts'

type Command = (channel: UiccChannel, apdu: Apdu) => Uint8Array

/** Interindustry instructions (class 0x): TS 102 221 table 10.5. */
const COMMANDS: Readonly<Record<number, Command>> = {
  32: verifyPin,
  36: changePin,
  38: disablePin,
  40: enablePin,
  44: unblockPin,
  136: authenticate,
  162: searchRecord,
  164: select,
  176: readBinary,
  178: readRecord,
  214: updateBinary,
  220: updateRecord,
}

const INS_STATUS = 0xf2

export function runUiccCommand(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.cla === 0x80 && apdu.ins === INS_STATUS) return status(channel, apdu)
  const command = COMMANDS[apdu.ins]
  if (!command) throw new CardRefusal(SW.insNotSupported)
  if (apdu.cla !== 0x00) throw new CardRefusal(SW.claNotSupported)
  return command(channel, apdu)
}
