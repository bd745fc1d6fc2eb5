/** What one logical channel of a UICC has selected, and which PINs the card has seen verified since power-up. */
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
  type Place,
} from './card-file.ts'

/** One network access application's secret and sequence numbers, by the AID of its ADF. */
export type NetworkAccess = { readonly aid: Uint8Array; readonly aka: AkaState }

export type UiccChannel = {
  readonly system: FileSystem
  readonly networkAccess: readonly NetworkAccess[]
  /** Shared by all channels of the card. */
  readonly verifiedPins: Set<PinState>
  place: Place
  currentAdf?: Directory | undefined
  /** Current record of the selected file; 0 if none is set. */
  recordNumber: number
}

export function openUiccChannel(card: Pick<UiccChannel, 'system' | 'networkAccess' | 'verifiedPins'>): UiccChannel {
  return { ...card, place: { path: [card.system.mf] }, recordNumber: 0 }
}

export function moveTo(channel: UiccChannel, place: Place): void {
  channel.place = place
  channel.recordNumber = 0
  const root = place.path[0]
  if (root?.aid) channel.currentAdf = root
}

const FIRST_LOCAL_PIN = 0x80

/** The PIN a key reference means here: global ones lie at the MF, local ones at the nearest directory that has it. */
export function findPin(channel: UiccChannel, reference: number): PinState | undefined {
  const scopes =
    reference < FIRST_LOCAL_PIN
      ? [channel.system.mf]
      : [...channel.place.path].reverse().concat(channel.currentAdf ?? channel.system.mf)
  for (const scope of scopes) {
    const pin = scope.pins.map((at) => channel.system.pins[at]).find((candidate) => candidate?.reference === reference)
    if (pin) return pin
  }
  return undefined
}

/** Whether the user behind a key reference is authenticated: verified, or never asked. */
export function isAuthenticated(channel: UiccChannel, reference: number): boolean {
  const pin = findPin(channel, reference)
  return pin !== undefined && (!pin.enabled || channel.verifiedPins.has(pin))
}

/** The EF a command means: by short identifier, which selects it too, or the selected one. */
function meantFile(channel: UiccChannel, sfi: number): ElementaryFile {
  if (sfi !== 0) {
    const file = findBySfi(directoryOf(channel.place), sfi)
    if (!file) throw new CardRefusal(SW.fileNotFound)
    if (file !== channel.place.file) moveTo(channel, { path: channel.place.path, file })
    return file
  }
  if (!channel.place.file) throw new CardRefusal(SW.noFileSelected)
  return channel.place.file
}

/** The content a command means, once the file's rule lets it through. Its kind is judged first, as cards do. */
export function openFile<K extends ContentFile['kind']>(
  channel: UiccChannel,
  wanted: { sfi: number; kinds: readonly K[]; mode: AccessMode },
): Extract<ContentFile, { kind: K }> {
  const file = meantFile(channel, wanted.sfi)
  const content = contentFileOf(channel.system, file)
  if (!content) throw new CardRefusal(SW.fileNotFound)
  if (!(wanted.kinds as readonly string[]).includes(content.kind)) throw new CardRefusal(SW.commandIncompatible)
  demandAccess(channel, file, wanted.mode)
  return content as Extract<ContentFile, { kind: K }>
}

function demandAccess(channel: UiccChannel, file: ElementaryFile, mode: AccessMode): void {
  const target = { path: channel.place.path, file, mode }
  if (!isAllowed(channel.system, target, (reference) => isAuthenticated(channel, reference))) {
    throw new CardRefusal(SW.securityNotSatisfied)
  }
}
