/** Converts the content of a profile package to files, PINs and network access applications of this card. */
import { equalBytes, fromHex } from '@simwright/asn1'
import {
  type CardAuthentication,
  type CardImage,
  decodeProfile,
  expandPackage,
  type CardFile as ImageFile,
  parentOf,
} from '@simwright/saip'
import type { AkaState } from './aka.ts'
import type { CardFile, Directory, ElementaryFile, FileSystem } from './card-file.ts'
import type { MilenageConstants } from './milenage.ts'
import type { NetworkAccess } from './uicc-channel.ts'
import type { ServiceName } from './uicc-service.ts'

/** A package installed in memory, before it becomes a profile. */
export type InstalledContent = {
  readonly image: CardImage
  readonly fileSystem: FileSystem
  readonly networkAccess: readonly NetworkAccess[]
  /** Non-volatile memory that it needs, in bytes. */
  readonly bytes: number
}

/** Estimated memory in addition to the content: for each file, PIN and PUK, and for each key. */
const FILE_OVERHEAD_BYTES = 32
const KEY_OVERHEAD_BYTES = 64

const fidAt = (path: string, at: number) => Number.parseInt(path.slice(at, at + 4), 16)

/** The FIDs in a path of the image. A path in an ADF starts with the FID of the ADF. */
function fidsOf(image: CardImage, path: string): number[] {
  const fids = Array.from({ length: path.length / 4 }, (_, at) => fidAt(path, 4 * at))
  return image.files[path.slice(0, 8)]?.structure === 'ADF' ? fids.slice(1) : fids
}

/** Splits the content of a record file into copies of its records. */
function records(file: ImageFile): Uint8Array[] {
  const size = file.recordSize!
  return Array.from({ length: file.content.length / size }, (_, at) => file.content.slice(at * size, (at + 1) * size))
}

/** An EF of the image. Its content is copied, because the card changes it. */
function elementaryFile(image: CardImage, file: ImageFile): ElementaryFile {
  const header = {
    fid: file.fid,
    rule: { arrFid: file.accessRule.fid, record: file.accessRule.record },
    ...(file.sfi === undefined ? {} : { sfi: file.sfi }),
  }
  if (file.linkedTo !== undefined) return { ...header, kind: 'link', targetPath: fidsOf(image, file.linkedTo) }
  switch (file.structure) {
    case 'LF':
      return { ...header, kind: 'linear', recordBytes: file.recordSize!, records: records(file) }
    case 'CY':
      return { ...header, kind: 'cyclic', recordBytes: file.recordSize!, records: records(file) }
    case 'BT':
      return { ...header, kind: 'ber-tlv', content: file.content.slice() }
    default:
      return { ...header, kind: 'transparent', content: file.content.slice() }
  }
}

/** Indexes of the PINs that are valid in a directory: its own, and those of directories that it shares PINs with. */
function pinsOf(image: CardImage, path: string): number[] {
  const sources = [path, ...image.pinLinks.filter((link) => link.directory === path).map((link) => link.sharedWith)]
  return image.pins.flatMap((pin, at) => (sources.includes(pin.directory) ? [at] : []))
}

/** A directory with its files. */
function directory(image: CardImage, file: ImageFile, files: readonly CardFile[]): Directory {
  return {
    kind: 'directory',
    fid: file.fid,
    rule: { arrFid: file.accessRule.fid, record: file.accessRule.record },
    ...(file.aid === undefined ? {} : { aid: file.aid.slice() }),
    pinReferences: file.pinStatus,
    pins: pinsOf(image, file.path),
    files,
  }
}

/** The file system of an image: files as a tree, PINs and PUKs with their remaining attempts. */
export function fileSystemOf(image: CardImage): FileSystem {
  const childrenOf = new Map<string, ImageFile[]>()
  for (const file of Object.values(image.files)) {
    const parent = parentOf(file.path) ?? ''
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), file])
  }
  const build = (file: ImageFile): CardFile => {
    if (!['MF', 'ADF', 'DF'].includes(file.structure)) return elementaryFile(image, file)
    const below = (childrenOf.get(file.path) ?? []).filter((child) => child.structure !== 'ADF')
    return directory(image, file, below.map(build))
  }
  const ofStructure = (structure: ImageFile['structure']) =>
    Object.values(image.files)
      .filter((file) => file.structure === structure)
      .map((file) => build(file) as Directory)
  return {
    mf: ofStructure('MF')[0]!,
    adfs: ofStructure('ADF'),
    pins: image.pins.map((pin) => ({
      reference: pin.reference,
      value: pin.value,
      enabled: pin.enabled,
      changeable: pin.mayBeChanged,
      disablingAllowed: pin.mayBeDisabled,
      maxAttempts: pin.maxTries,
      attemptsLeft: pin.triesLeft,
      ...(pin.pukReference === undefined ? {} : { pukReference: pin.pukReference }),
    })),
    puks: image.puks.map(({ reference, value, maxTries, triesLeft }) => ({
      reference,
      value,
      maxAttempts: maxTries,
      attemptsLeft: triesLeft,
    })),
  }
}

/** sqnOptions of PE-AKAParameter: bit 1 enables the age limit, bit 2 the limit for jumps. */
const CHECKS_AGE = 0x01
const CHECKS_JUMP = 0x02

/**
 * algorithmOptions: bits 1 to 3 are the length of RES for TUAK and the test algorithm, coded as in INSTANCE of TUAK.
 */
const RES_BYTES: Readonly<Record<number, 4 | 8 | 16 | 32>> = { 0: 4, 1: 8, 2: 16, 4: 32 }

/** The keys and initial sequence numbers of a network access application. */
function akaStateOf(given: CardAuthentication): AkaState {
  const constants: MilenageConstants = {
    rotationsBits: [...given.rotationConstants],
    xors: Array.from({ length: 5 }, (_, at) => given.xoringConstants.slice(16 * at, 16 * at + 16)),
  }
  return {
    algorithm: given.algorithm,
    k: given.key,
    opc: given.opc,
    resBytes: RES_BYTES[given.options & 0x07] ?? 8,
    keccakIterations: given.numberOfKeccak,
    constants,
    checks: {
      ...(given.sqnOptions & CHECKS_JUMP ? { delta: Number(given.sqnDelta) } : {}),
      ...(given.sqnOptions & CHECKS_AGE ? { ageLimit: Number(given.sqnAgeLimit) } : {}),
    },
    seqByIndex: given.sqnInit.map(Number),
  }
}

/** The non-volatile memory of a profile in bytes: contents, load blocks, and overhead for files, codes and keys. */
function memoryOf(image: CardImage): number {
  const files = Object.values(image.files).reduce((sum, file) => sum + file.content.length + FILE_OVERHEAD_BYTES, 0)
  const codes = (image.pins.length + image.puks.length) * FILE_OVERHEAD_BYTES
  const keys = image.securityDomains.reduce((sum, domain) => sum + domain.keys.length, 0) + image.authentications.length
  const code = image.loadPackages.reduce((sum, { loadBlockObject }) => sum + loadBlockObject.length, 0)
  return files + codes + keys * KEY_OVERHEAD_BYTES + code
}

/** What this card can install: the highest major version of packages, and the services they may require. */
export type InstallAbilities = { readonly majorVersion: number; readonly services: ReadonlySet<ServiceName> }

/**
 * Decodes a package and installs it in memory. The card does not change.
 * @throws SaipError its `status` is that of the EUICCResponse
 */
export function installPackage(upp: Uint8Array, abilities: InstallAbilities): InstalledContent {
  const image = expandPackage(decodeProfile(upp), {
    services: abilities.services,
    majorVersions: new Set(Array.from({ length: abilities.majorVersion }, (_, at) => at + 1)),
    libraries: new Set(),
  })
  const networkAccess = image.authentications.map((given) => ({
    aid: image.files[given.adf]!.aid!,
    aka: akaStateOf(given),
  }))
  return { image, fileSystem: fileSystemOf(image), networkAccess, bytes: memoryOf(image) }
}

/** FIDs of the files with the operator, in an ADF (TS 31.102 4.2). */
const EF_IMSI = 0x6f07
const EF_AD = 0x6fad
const EF_GID1 = 0x6f3e
const EF_GID2 = 0x6f3f

/** Registered application provider of 3GPP and application code of a USIM (ETSI TS 101 220 annex E). */
const USIM_AID_START = fromHex('a0000000871002')

/**
 * The operator in the files of the first USIM: MCC and MNC of EF.IMSI, coded as in TS 24.008, EF.GID1 and EF.GID2. EF.AD
 * gives the length of the MNC. Absent if there is no such file. Other applications have other files with these identifiers.
 */
export function operatorOf(content: InstalledContent): { mccMnc?: Uint8Array; gid1?: Uint8Array; gid2?: Uint8Array } {
  const usim = content.fileSystem.adfs.find(
    ({ aid }) => aid && equalBytes(aid.subarray(0, USIM_AID_START.length), USIM_AID_START),
  )
  const files = usim?.files ?? []
  const contentOf = (fid: number) => {
    const file = files.find((candidate) => candidate.fid === fid)
    return file?.kind === 'transparent' ? file.content : undefined
  }
  const imsi = contentOf(EF_IMSI)
  const mncDigits = contentOf(EF_AD)?.[3] === 3 ? 3 : 2
  return { mccMnc: imsi && mccMncOf(imsi, mncDigits), gid1: contentOf(EF_GID1), gid2: contentOf(EF_GID2) }
}

/** MCC and MNC of EF.IMSI: a length byte, then a parity nibble and the digits, low nibble first (TS 31.102 4.2.2). */
function mccMncOf(imsi: Uint8Array, mncDigits: 2 | 3): Uint8Array {
  const nibbles = [...imsi.subarray(1)].flatMap((byte) => [byte & 0x0f, byte >> 4]).slice(1)
  const [mcc1, mcc2, mcc3, mnc1, mnc2, mnc3] = nibbles.map((nibble) => nibble & 0x0f)
  const last = mncDigits === 3 ? mnc3! : 0x0f
  return Uint8Array.of((mcc2! << 4) | mcc1!, (last << 4) | mcc3!, (mnc2! << 4) | mnc1!)
}

/** Whether the header of the package has this ICCID. Its digits are as printed, padded with F. */
export function hasIccid(content: InstalledContent, iccid: string): boolean {
  return equalBytes(content.image.iccid, fromHex(iccid.padEnd(20, 'f')))
}
