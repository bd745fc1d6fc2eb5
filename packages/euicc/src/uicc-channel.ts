/** The selection on a logical channel of a UICC, and the PINs verified since power-up. */
import { type AccessMode, isAllowed } from './access-rule.ts'
import type { AkaState } from './aka.ts'
import { CardRefusal, SW } from './apdu.ts'
import {
  type ContentFile,
  contentFileOf,
  type Directory,
  directoryOf,
  type ElementaryFile,
  type FileSystem,
  findBySfi,
  type PinState,
  type Selection,
} from './card-file.ts'

/** The keys and sequence numbers of the network access application whose ADF has this AID. */
export type NetworkAccess = { readonly aid: Uint8Array; readonly aka: AkaState }

/** The blocks of a data object that RETRIEVE DATA or SET DATA is transferring (TS 102 221 11.3). */
type BlockTransfer = { readonly instruction: number; readonly file: ContentFile; readonly bytes: Uint8Array }

/** The state of a logical channel of the enabled profile. */
export type UiccChannel = {
  readonly system: FileSystem
  readonly networkAccess: readonly NetworkAccess[]
  /** Shared by all channels of the card. */
  readonly verifiedPins: Set<PinState>
  /** Cryptographically secure random bytes. */
  readonly random: (length: number) => Uint8Array
  selection: Selection
  /** The ADF that was selected last. A selection of the MF does not change it. */
  currentAdf?: Directory | undefined
  /** Record pointer of the selected file, starting at 1. 0 if it is not set. */
  recordNumber: number
  /**
   * Rights without PINs: whether the key reference counts as verified for files below this root. Only remote file
   * management has them.
   */
  readonly grants?: ((root: Directory | undefined, reference: number) => boolean) | undefined
  /** Any command with another instruction ends it. */
  transfer?: BlockTransfer | undefined
}

/** What all channels of the enabled profile share, and the rights of a channel. */
export type UiccCard = Pick<UiccChannel, 'system' | 'networkAccess' | 'verifiedPins' | 'random' | 'grants'>

/** A new channel, with the MF selected. */
export function openUiccChannel(card: UiccCard): UiccChannel {
  return { ...card, selection: { path: [card.system.mf] }, recordNumber: 0 }
}

/** Changes the selection and resets the record pointer. */
export function moveTo(channel: UiccChannel, selection: Selection): void {
  channel.selection = selection
  channel.recordNumber = 0
  channel.transfer = undefined
  const root = selection.path[0]
  if (root?.aid) channel.currentAdf = root
}

/** Key references from here on are local to an application. */
const FIRST_LOCAL_PIN = 0x80

/**
 * The PIN of a key reference. Global PINs belong to the MF. Local ones are searched from the current directory upwards, then
 * in the current ADF. Undefined if there is no such PIN.
 */
export function findPin(channel: UiccChannel, reference: number): PinState | undefined {
  const scopes =
    reference < FIRST_LOCAL_PIN
      ? [channel.system.mf]
      : [...channel.selection.path].reverse().concat(channel.currentAdf ?? channel.system.mf)
  for (const scope of scopes) {
    const pin = scope.pins.map((at) => channel.system.pins[at]).find((candidate) => candidate?.reference === reference)
    if (pin) return pin
  }
  return undefined
}

/** Whether the PIN of a key reference is verified or disabled. Without such a PIN only granted rights count. */
export function isAuthenticated(channel: UiccChannel, reference: number): boolean {
  if (channel.grants?.(channel.selection.path[0], reference)) return true
  const pin = findPin(channel, reference)
  return pin !== undefined && (!pin.enabled || channel.verifiedPins.has(pin))
}

/**
 * The EF of a command: that of the short file identifier, which becomes the selected one, or the selected EF if it is 0.
 * @throws CardRefusal 6A82 if the file does not exist, 6986 if no EF is selected
 */
function targetFile(channel: UiccChannel, sfi: number): ElementaryFile {
  if (sfi !== 0) {
    const file = findBySfi(directoryOf(channel.selection), sfi)
    if (!file) throw new CardRefusal(SW.fileNotFound)
    if (file !== channel.selection.file) moveTo(channel, { path: channel.selection.path, file })
    return file
  }
  if (!channel.selection.file) throw new CardRefusal(SW.noFileSelected)
  return channel.selection.file
}

/**
 * The content of the EF of a command. The structure of the file is checked before its access rule.
 * @throws CardRefusal 6A82 or 6986 without a file, 6981 for another structure, 6982 if the access rule is not satisfied
 */
export function openFile<K extends ContentFile['kind']>(
  channel: UiccChannel,
  wanted: { sfi: number; kinds: readonly K[]; mode: AccessMode },
): Extract<ContentFile, { kind: K }> {
  const file = targetFile(channel, wanted.sfi)
  const content = contentFileOf(channel.system, file)
  if (!content) throw new CardRefusal(SW.fileNotFound)
  if (!(wanted.kinds as readonly string[]).includes(content.kind)) throw new CardRefusal(SW.commandIncompatible)
  checkAccess(channel, file, wanted.mode)
  return content as Extract<ContentFile, { kind: K }>
}

/** Checks the access rule of the selected file, not of the target of a link. @throws CardRefusal 6982 */
function checkAccess(channel: UiccChannel, file: ElementaryFile, mode: AccessMode): void {
  const target = { path: channel.selection.path, file, mode }
  if (!isAllowed(channel.system, target, (reference) => isAuthenticated(channel, reference))) {
    throw new CardRefusal(SW.securityNotSatisfied)
  }
}
