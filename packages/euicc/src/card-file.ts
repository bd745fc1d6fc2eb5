/** The files of a UICC, as plain data: ETSI TS 102 221 clause 8. */
import { concat, equalBytes, writeTlv } from '@simwright/asn1'

/** Reference to the access rule of a file: a record of an EF.ARR, counted from 1 (TS 102 221 9.2.7). */
export type RuleReference = { readonly arrFid: number; readonly record: number }

/** What all files have. A file without a rule allows no access. */
type FileHeader = { readonly fid: number; readonly rule?: RuleReference }

/** An EF with transparent structure. `sfi` is its short file identifier, 1 to 30. */
export type TransparentFile = FileHeader & { readonly kind: 'transparent'; readonly sfi?: number; content: Uint8Array }

/** An EF with records. */
type FileOfRecords<K extends 'linear' | 'cyclic'> = FileHeader & {
  readonly kind: K
  readonly sfi?: number
  readonly recordBytes: number
  /** In a cyclic file the newest record is the first one. */
  records: Uint8Array[]
}

/** An EF with linear fixed or cyclic structure. */
export type RecordFile = FileOfRecords<'linear'> | FileOfRecords<'cyclic'>

/** An EF with BER-TLV structure: data objects one after the other, then FF up to its size. */
export type BerTlvFile = FileHeader & { readonly kind: 'ber-tlv'; readonly sfi?: number; content: Uint8Array }

/** A link: shows the content of another file under its own identifier and access rule. */
export type LinkFile = FileHeader & {
  readonly kind: 'link'
  readonly sfi?: number
  /** FIDs down to the target. The first one is that of the MF or of an ADF. */
  readonly targetPath: readonly number[]
}

/** An EF with content of its own. */
export type ContentFile = TransparentFile | RecordFile | BerTlvFile
export type ElementaryFile = ContentFile | LinkFile

/** A PIN. It is blocked if no attempts are left. */
export type PinState = {
  readonly reference: number
  /** 8 bytes: the digits in ASCII, padded with FF. */
  value: Uint8Array
  enabled: boolean
  readonly changeable: boolean
  readonly disablingAllowed: boolean
  readonly maxAttempts: number
  attemptsLeft: number
  /** Key reference of the PUK that unblocks this PIN. */
  readonly pukReference?: number
}

/** An unblocking code. */
export type PukState = {
  readonly reference: number
  readonly value: Uint8Array
  readonly maxAttempts: number
  attemptsLeft: number
}

/** The MF, a DF or an ADF. */
export type Directory = FileHeader & {
  readonly kind: 'directory'
  /** Present in an ADF. */
  readonly aid?: Uint8Array
  /** Key references in the PIN status template. The PIN of the application comes first (TS 102 221 9.5.2). */
  readonly pinReferences: readonly number[]
  /** Indexes in `FileSystem.pins`. Several applications can share a PIN. */
  readonly pins: readonly number[]
  readonly files: readonly CardFile[]
}

export type CardFile = Directory | ElementaryFile

export const MF_FID = 0x3f00
/** The reserved FID of the current ADF (TS 102 221 8.4.1). */
const CURRENT_ADF_FID = 0x7fff

/** The file system of a profile: the tree of the MF, the trees of the ADFs, all PINs and PUKs. */
export type FileSystem = {
  readonly mf: Directory
  readonly adfs: readonly Directory[]
  readonly pins: readonly PinState[]
  readonly puks: readonly PukState[]
}

/** The current selection: the directories from the root (MF or ADF) to the current one, and the current EF if any. */
export type Selection = { readonly path: readonly Directory[]; readonly file?: ElementaryFile }

/** The current directory. */
export const directoryOf = (selection: Selection): Directory => selection.path.at(-1)!

/**
 * Selection by file identifier (TS 102 221 8.4.1). Candidates in this order: MF, current ADF, current directory, its
 * parent, its children, DFs beside it. Undefined if none of them has this identifier.
 */
export function selectByFid(
  system: FileSystem,
  from: { selection: Selection; currentAdf?: Directory | undefined },
  fid: number,
): Selection | undefined {
  if (fid === MF_FID) return { path: [system.mf] }
  if (fid === CURRENT_ADF_FID) return from.currentAdf && { path: [from.currentAdf] }
  const { path } = from.selection
  const own = directoryOf(from.selection)
  if (own.fid === fid && own.aid === undefined) return { path }
  const parent = path.at(-2)
  if (parent?.fid === fid && parent.aid === undefined) return { path: path.slice(0, -1) }
  const child = own.files.find((file) => file.fid === fid)
  if (child) return enter(path, child)
  const sibling = parent?.files.find((file): file is Directory => file.kind === 'directory' && file.fid === fid)
  return sibling && { path: [...path.slice(0, -1), sibling] }
}

/** The selection of a file in the directory `path`. */
function enter(path: readonly Directory[], file: CardFile): Selection {
  return file.kind === 'directory' ? { path: [...path, file] } : { path, file }
}

/** Selection by path (TS 102 221 8.4.2): each identifier must be a child of the directory before it. Undefined if it is not. */
export function selectByPath(start: readonly Directory[], fids: readonly number[]): Selection | undefined {
  let selection: Selection = { path: start }
  for (const fid of fids) {
    if (selection.file) return undefined
    const child = directoryOf(selection).files.find((file) => file.fid === fid)
    if (!child) return undefined
    selection = enter(selection.path, child)
  }
  return selection
}

/** The first ADF whose AID begins with `aid`. AIDs may be truncated on the right (ISO/IEC 7816-4 8.2.1.2). */
export function findAdf(system: FileSystem, aid: Uint8Array): Directory | undefined {
  return system.adfs.find((adf) => adf.aid && equalBytes(adf.aid.subarray(0, aid.length), aid))
}

/** The EF of the directory with this short file identifier. */
export function findBySfi(directory: Directory, sfi: number): ElementaryFile | undefined {
  return directory.files.find((file): file is ElementaryFile => file.kind !== 'directory' && file.sfi === sfi)
}

/** Limit for chains of links, so that a cycle ends. */
const MAX_LINKS = 8

/** The file a link refers to. Undefined if it does not exist. */
function linkTarget(system: FileSystem, { targetPath }: LinkFile): ElementaryFile | undefined {
  const [rootFid, ...fids] = targetPath
  const root = [system.mf, ...system.adfs].find((directory) => directory.fid === rootFid)
  return root && selectByPath([root], fids)?.file
}

/** The file with the content: the file itself, or the target of its links. Undefined if a target does not exist. */
export function contentFileOf(system: FileSystem, file: ElementaryFile): ContentFile | undefined {
  let found: ElementaryFile | undefined = file
  for (let links = 0; found?.kind === 'link' && links < MAX_LINKS; links++) found = linkTarget(system, found)
  return found?.kind === 'link' ? undefined : found
}

/** Size of the content in bytes, including all records. */
export function contentBytes(file: ContentFile): number {
  return 'records' in file ? file.recordBytes * file.records.length : file.content.length
}

/** Two bytes, big-endian. */
const u16 = (value: number) => Uint8Array.of(value >> 8, value & 0xff)

/** File descriptor (tag 82): TS 102 221 11.1.1.4.3. Record files add the record length and the number of records. */
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

/**
 * PIN status template (tag C6; TS 102 221 9.5.2). The status byte shows which PINs are enabled, from the highest bit.
 */
function pinStatusTemplate(references: readonly number[], isEnabled: (reference: number) => boolean): Uint8Array {
  const status = new Uint8Array(Math.max(1, Math.ceil(references.length / 8)))
  references.forEach((reference, at) => {
    if (isEnabled(reference)) status[at >> 3]! |= 0x80 >> (at & 7)
  })
  const pinReferences = references.map((reference) => writeTlv(0x83, Uint8Array.of(reference)))
  return writeTlv(0xc6, writeTlv(0x90, status), ...pinReferences)
}

/** Security attributes that refer to EF.ARR (tag 8B). */
const ruleOf = ({ rule }: FileHeader) => (rule ? [writeTlv(0x8b, u16(rule.arrFid), Uint8Array.of(rule.record))] : [])

/** Life cycle status (tag 8A): activated. */
const IN_USE = writeTlv(0x8a, Uint8Array.of(0x05))

/** The FCP template (tag 62) of a directory: TS 102 221 11.1.1.3. */
export function directoryParameters(directory: Directory, isEnabled: (reference: number) => boolean): Uint8Array {
  const name = directory.aid ? writeTlv(0x84, directory.aid) : writeTlv(0x83, u16(directory.fid))
  const pins = pinStatusTemplate(directory.pinReferences, isEnabled)
  return writeTlv(0x62, writeTlv(0x82, fileDescriptor(directory)), name, IN_USE, ...ruleOf(directory), pins)
}

/**
 * Proprietary information of a BER-TLV file (tag A5; TS 102 221 11.1.1.4.6): lengths in DER, and reserved and maximum
 * size. Other files have none.
 */
function sizeLimits(content: ContentFile): Uint8Array[] {
  if (content.kind !== 'ber-tlv') return []
  const size = u16(content.content.length)
  return [writeTlv(0xa5, writeTlv(0x84, Uint8Array.of(0x01)), writeTlv(0x85, size), writeTlv(0x86, size))]
}

/** The FCP template (tag 62) of an EF: TS 102 221 11.1.1.3. A link has the size and structure of its target. */
export function fileParameters(file: ElementaryFile, content: ContentFile): Uint8Array {
  const sfi = file.sfi === undefined ? new Uint8Array(0) : Uint8Array.of(file.sfi << 3)
  return writeTlv(
    0x62,
    writeTlv(0x82, fileDescriptor(content)),
    writeTlv(0x83, u16(file.fid)),
    ...sizeLimits(content),
    IN_USE,
    ...ruleOf(file),
    writeTlv(0x80, u16(contentBytes(content))),
    writeTlv(0x88, sfi),
  )
}
