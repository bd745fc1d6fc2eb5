/** The rights and commands of an application that manages files over the air: ETSI TS 102 226 clauses 7 and 8.2.1.3.2. */
import type { Apdu, CommandAnswer } from './apdu.ts'
import { CardRefusal, SW } from './apdu.ts'
import { type Directory, findAdf } from './card-file.ts'
import type { FileManager } from './card-registry.ts'
import { moveTo, openUiccChannel, type UiccCard } from './uicc-channel.ts'
import { runUiccCommand } from './uicc-command.ts'

/** Access domain parameters: all rights, or those of the ADM keys in the data. FF and all others give no rights. */
const FULL_ACCESS = 0x00
const ADM_RIGHTS = 0x02
/** The byte of the access domain data with the bits of ADM1 to ADM5, and their key references (TS 102 221 9.5.1). */
const ADM_BYTE = 2
const FIRST_ADM_REFERENCE = 0x0a
const ADM_COUNT = 5

/** Whether an access domain has the rights of a key reference. */
export function domainGrants(access: Uint8Array, reference: number): boolean {
  if (access[0] === FULL_ACCESS) return true
  const adm = reference - FIRST_ADM_REFERENCE
  if (access[0] !== ADM_RIGHTS || adm < 0 || adm >= ADM_COUNT) return false
  return ((access[ADM_BYTE] ?? 0) & (1 << adm)) !== 0
}

/** Instructions of remote file management (TS 102 226 7): those for files and PINs, without AUTHENTICATE and STATUS. */
const ALLOWED: ReadonlySet<number> = new Set([
  0x20, 0x24, 0x26, 0x28, 0x2c, 0x32, 0xa2, 0xa4, 0xb0, 0xb2, 0xcb, 0xd6, 0xdb, 0xdc,
])

/**
 * Opens the files for a file manager, with its ADF selected, otherwise the MF. It has the rights of its access domains and
 * those of disabled PINs; PINs that the user has verified do not count.
 * @throws CardRefusal 6A82 if its ADF does not exist
 */
export function openRemoteFiles(card: UiccCard, manager: FileManager): (apdu: Apdu) => CommandAnswer {
  const adf = manager.adf && findAdf(card.system, manager.adf.aid)
  const accessIn = (root: Directory | undefined) => (adf && root === adf ? manager.adf!.access : manager.access)
  const grants = (root: Directory | undefined, reference: number) => domainGrants(accessIn(root), reference)
  const channel = openUiccChannel({ ...card, verifiedPins: new Set(), grants })
  if (adf) moveTo(channel, { path: [adf] })
  return (apdu) => {
    if (manager.adf && !adf) throw new CardRefusal(SW.fileNotFound)
    if (!ALLOWED.has(apdu.ins)) throw new CardRefusal(SW.insNotSupported)
    return runUiccCommand(channel, apdu)
  }
}
