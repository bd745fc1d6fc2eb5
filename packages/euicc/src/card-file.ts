/** The files of a UICC, as plain data: ETSI TS 102 221 clause 8. */
import { concat, equalBytes, writeTlv } from '@simwright/asn1'

/** Reference to the rule that guards a file: a record of an EF.ARR (TS 102 221 9.2.7). */
export type RuleReference = { readonly arrFid: number; readonly record: number }

type FileFacts = { readonly fid: number; readonly rule?: RuleReference }

export type TransparentFile = FileFacts & { readonly kind: 'transparent'; readonly sfi?: number; content: Uint8Array }

export type RecordFile = FileFacts & {
  readonly kind: 'linear' | 'cyclic'
  readonly sfi?: number
  readonly recordBytes: number
  /** In a cyclic file the newest record stands first. */
  records: Uint8Array[]
}

export type BerTlvFile = FileFacts & { readonly kind: 'ber-tlv'; readonly sfi?: number; content: Uint8Array }

/** Shows another file's content under its own identifier and rule; the path runs from the MF or an ADF's own FID. */
export type LinkFile = FileFacts & {
  readonly kind: 'link'
  readonly sfi?: number
  readonly targetPath: readonly number[]
}

export type ContentFile = TransparentFile | RecordFile | BerTlvFile
export type ElementaryFile = ContentFile | LinkFile

export type PinState = {
  readonly reference: number
  value: Uint8Array
  enabled: boolean
  readonly changeable: boolean
  readonly disablingAllowed: boolean
  readonly maxAttempts: number
  attemptsLeft: number
  readonly pukReference?: number
}

export type PukState = {
  readonly reference: number
  readonly value: Uint8Array
  readonly maxAttempts: number
  attemptsLeft: number
}

export type Directory = FileFacts & {
  readonly kind: 'directory'
  /** Present in an ADF. */
  readonly aid?: Uint8Array
  /** Key references its PIN status template names, the application's PIN first (TS 102 221 9.5.2). */
  readonly pinReferences: readonly number[]
  /** Places in the file system's list of PINs: applications may share one. */
  readonly pins: readonly number[]
  readonly files: readonly CardFile[]
}

export type CardFile = Directory | ElementaryFile

export const MF_FID = 0x3f00
const CURRENT_ADF_FID = 0x7fff

/** A profile's file system: the MF's tree, the ADFs beside it, all PINs and the unblocking codes. */
export type FileSystem = {
  readonly mf: Directory
  readonly adfs: readonly Directory[]
  readonly pins: readonly PinState[]
  readonly puks: readonly PukState[]
}

/** Where a selection stands: the directories from the root (MF or an ADF) down, and the EF if one is selected. */
export type Place = { readonly path: readonly Directory[]; readonly file?: ElementaryFile }

export const directoryOf = (place: Place): Directory => place.path.at(-1)!

/** The place a file identifier leads to from `from` by the rules of TS 102 221 8.4.1, or undefined. */
export function selectByFid(
  system: FileSystem,
  from: { place: Place; currentAdf?: Directory | undefined },
  fid: number,
): Place | undefined {
  if (fid === MF_FID) return { path: [system.mf] }
  if (fid === CURRENT_ADF_FID) return from.currentAdf && { path: [from.currentAdf] }
  const { path } = from.place
  const own = directoryOf(from.place)
  if (own.fid === fid && own.aid === undefined) return { path }
  const parent = path.at(-2)
  if (parent?.fid === fid && parent.aid === undefined) return { path: path.slice(0, -1) }
  const child = own.files.find((file) => file.fid === fid)
  if (child) return enter(path, child)
  const sibling = parent?.files.find((file): file is Directory => file.kind === 'directory' && file.fid === fid)
  return sibling && { path: [...path.slice(0, -1), sibling] }
}

function enter(path: readonly Directory[], file: CardFile): Place {
  return file.kind === 'directory' ? { path: [...path, file] } : { path, file }
}

/** Follows a path of file identifiers strictly downwards. */
export function selectByPath(start: readonly Directory[], fids: readonly number[]): Place | undefined {
  let place: Place = { path: start }
  for (const fid of fids) {
    if (place.file) return undefined
    const child = directoryOf(place).files.find((file) => file.fid === fid)
    if (!child) return undefined
    place = enter(place.path, child)
  }
  return place
}

/** The ADF whose AID begins with `aid` (right-truncated AIDs select, ISO 7816-4 8.2.1.2). */
export function findAdf(system: FileSystem, aid: Uint8Array): Directory | undefined {
  return system.adfs.find((adf) => adf.aid && equalBytes(adf.aid.subarray(0, aid.length), aid))
}

export function findBySfi(directory: Directory, sfi: number): ElementaryFile | undefined {
  return directory.files.find((file): file is ElementaryFile => file.kind !== 'directory' && file.sfi === sfi)
}

const MAX_LINKS = 8

function linkTarget(system: FileSystem, { targetPath }: LinkFile): ElementaryFile | undefined {
  const [rootFid, ...fids] = targetPath
  const root = [system.mf, ...system.adfs].find((directory) => directory.fid === rootFid)
  return root && selectByPath([root], fids)?.file
}

/** The file whose content is meant: the file itself, or the end of its links. Undefined if a link leads nowhere. */
export function contentFileOf(system: FileSystem, file: ElementaryFile): ContentFile | undefined {
  let found: ElementaryFile | undefined = file
  for (let links = 0; found?.kind === 'link' && links < MAX_LINKS; links++) found = linkTarget(system, found)
  return found?.kind === 'link' ? undefined : found
}

/** Bytes of content a file holds. */
export function contentBytes(file: ContentFile): number {
  return 'records' in file ? file.recordBytes * file.records.length : file.content.length
}

const u16 = (value: number) => Uint8Array.of(value >> 8, value & 0xff)

function fileDescriptor(file: ContentFile | Directory): Uint8Array {
  switch (file.kind) {
    case 'directory':
      return Uint8Array.of(0x78, 0x21)
    case 'transparent':
      return Uint8Array.of(0x41, 0x21)
    case 'ber-tlv':
      return Uint8Array.of(0x79, 0x21)
    case 'linear':
    case 'cyclic':
      return concat(
        Uint8Array.of(file.kind === 'linear' ? 0x42 : 0x46, 0x21),
        u16(file.recordBytes),
        Uint8Array.of(file.records.length),
      )
  }
}

/** PIN status template (C6): which of the PINs are enabled, first reference in the highest bit. */
function pinStatusTemplate(references: readonly number[], isEnabled: (reference: number) => boolean): Uint8Array {
  const status = new Uint8Array(Math.max(1, Math.ceil(references.length / 8)))
  references.forEach((reference, at) => {
    if (isEnabled(reference)) status[at >> 3]! |= 0x80 >> (at & 7)
  })
  const parts = references.map((reference) => writeTlv(0x83, Uint8Array.of(reference)))
  return writeTlv(0xc6, writeTlv(0x90, status), ...parts)
}

const ruleOf = ({ rule }: FileFacts) => (rule ? [writeTlv(0x8b, u16(rule.arrFid), Uint8Array.of(rule.record))] : [])

const IN_USE = writeTlv(0x8a, Uint8Array.of(0x05))

/** The FCP template (tag 62) of a directory: TS 102 221 11.1.1.3. */
export function directoryParameters(directory: Directory, isEnabled: (reference: number) => boolean): Uint8Array {
  const name = directory.aid ? writeTlv(0x84, directory.aid) : writeTlv(0x83, u16(directory.fid))
  const pins = pinStatusTemplate(directory.pinReferences, isEnabled)
  return writeTlv(0x62, writeTlv(0x82, fileDescriptor(directory)), name, IN_USE, ...ruleOf(directory), pins)
}

/** The FCP template (tag 62) of an EF. */
export function fileParameters(file: ElementaryFile, content: ContentFile): Uint8Array {
  const sfi = file.sfi === undefined ? new Uint8Array(0) : Uint8Array.of(file.sfi << 3)
  return writeTlv(
    0x62,
    writeTlv(0x82, fileDescriptor(content)),
    writeTlv(0x83, u16(file.fid)),
    IN_USE,
    ...ruleOf(file),
    writeTlv(0x80, u16(contentBytes(content))),
    writeTlv(0x88, sfi),
  )
}
