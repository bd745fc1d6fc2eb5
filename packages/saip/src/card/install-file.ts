import { toHex } from '@simwright/asn1'
import type { Fcp, File, FileStep } from '../codec/file.ts'
import type { FileStructure } from '../template/template.ts'
import { type CardFile, mfPath, parentOf } from './card-image.ts'
import { initialContent, type Pattern, proprietaryPattern, toUnsigned } from './fill.ts'
import { abort, addFile, type Installation } from './installation.ts'

/** The properties of a file before its FCP is applied: from its template, or none. */
export interface FilePlan {
  readonly name: string
  readonly directory: string | undefined
  readonly fid?: number | undefined
  readonly structure?: FileStructure | undefined
  readonly recordCount?: number | undefined
  readonly size?: number | undefined
  readonly accessRule?: number | undefined
  readonly sfi?: number | undefined
  readonly pattern: Pattern
}

/** Structure and sizes of a file, in bytes. `size` includes all records. */
interface Shape {
  readonly structure: FileStructure
  readonly size: number
  readonly recordSize: number | undefined
}

/**
 * Creates a file from its plan and the FCP, whose members take precedence (8.3.3). The file has its initial content; the
 * caller fills it.
 */
export function makeFile(installation: Installation, plan: FilePlan, fcp: Fcp | undefined): CardFile {
  const fid = fcp?.fileID === undefined ? plan.fid : toUnsigned(fcp.fileID)
  if (fid === undefined) abort(installation, 'bad-values', `${plan.name} has no file identifier`)
  const path = fid === 0x3f00 ? mfPath : `${plan.directory ?? mfPath}${hex4(fid)}`
  const link = fcp?.linkPath
  const linkedTo = link === undefined || link.length === 0 ? undefined : linkTarget(installation, plan.name, link)
  const shape = shapeOf(installation, plan, fcp)
  const isEf = shape.structure !== 'MF' && shape.structure !== 'DF' && shape.structure !== 'ADF'
  reserve(installation, plan.name, shape)
  const pattern = proprietaryPattern(fcp?.proprietaryEFInfo) ?? plan.pattern
  const file: CardFile = {
    path,
    name: plan.name,
    fid,
    structure: shape.structure,
    aid: fcp?.dfName,
    sfi: isEf ? shortIdentifier(fcp, plan.sfi) : undefined,
    recordSize: shape.recordSize,
    content: isEf && linkedTo === undefined ? initialContent(pattern, shape.size, shape.recordSize) : new Uint8Array(0),
    linkedTo,
    lifeCycle: fcp?.lcsi[0] ?? 5,
    specialFileInformation: fcp?.proprietaryEFInfo?.specialFileInformation[0] ?? 0,
    accessRule: accessRuleOf(path, shape.structure, fcp, plan.accessRule),
    pinStatus: [...(fcp?.pinStatusTemplateDO ?? [])],
    element: installation.element,
  }
  if (file.structure === 'ADF' && file.aid === undefined) {
    abort(installation, 'bad-values', `${file.name} has no application identifier`)
  }
  addFile(installation, file)
  return file
}

/**
 * Creates and fills the files of one template file. Each further file descriptor among the steps begins another file.
 */
export function installSteps(installation: Installation, plan: FilePlan, steps: File): CardFile[] {
  if (steps[0]?.kind === 'doNotCreate' && steps.length === 1) return []
  const [first, ...rest] = steps
  const described = first?.kind === 'fileDescriptor'
  const files: CardFile[] = []
  let file = makeFile(installation, plan, described ? first.value : undefined)
  files.push(file)
  let at = 0
  for (const step of described ? rest : steps) {
    if (step.kind === 'fileDescriptor') {
      file = makeFile(installation, plan, step.value)
      files.push(file)
      at = 0
    } else if (step.kind === 'doNotCreate') {
      abort(installation, 'bad-values', `${plan.name} is both described and marked doNotCreate`)
    } else {
      at = fillStep(installation, file, step, at)
    }
  }
  return files
}

/** Applies one fill step at offset `at` and returns the offset after it. The next offset counts from there (8.3.5). */
export function fillStep(
  installation: Installation,
  file: CardFile,
  step: Extract<FileStep, { kind: 'fillFileOffset' | 'fillFileContent' }>,
  at: number,
): number {
  if (step.kind === 'fillFileOffset') return at + step.value
  if (file.linkedTo !== undefined) abort(installation, 'bad-values', `${file.name} is a link and cannot be filled`)
  const end = at + step.value.length
  if (end > file.content.length) {
    abort(installation, 'bad-values', `${file.name} has ${file.content.length} bytes and is filled up to ${end}`)
  }
  file.content.set(step.value, at)
  return end
}

/** More memory than a real card has, in bytes. A package that needs more is refused before its files are created. */
const memoryBytes = 1 << 20
/** The most records of a file (ETSI TS 102 221, 8.2.2.2). */
const mostRecords = 254

/** Counts the memory of a file before it is allocated, so that a damaged size cannot exhaust the process. */
function reserve(installation: Installation, name: string, { size, recordSize }: Shape): void {
  installation.usedBytes += size
  if (installation.usedBytes > memoryBytes) abort(installation, 'not-enough-memory', `${name} has no room`)
  if (recordSize !== undefined && size / recordSize > mostRecords) {
    abort(installation, 'bad-values', `${name} has more than ${mostRecords} records`)
  }
}

/** A file identifier as four hexadecimal digits. */
export function hex4(fid: number): string {
  return fid.toString(16).padStart(4, '0')
}

/** The path that a link refers to. The target must already exist. */
function linkTarget(installation: Installation, name: string, link: Uint8Array): string {
  const hex = toHex(link)
  const path = hex.startsWith(mfPath) ? hex : `${mfPath}${hex}`
  if (installation.image.files[path] === undefined)
    abort(installation, 'bad-values', `${name} links to a file that does not exist`)
  return path
}

/** File structures by file descriptor byte (ETSI TS 102 221, 11.1.1.4.3) without the shareable bit. */
const structures: Readonly<Record<number, FileStructure>> = { 56: 'DF', 1: 'TR', 2: 'LF', 6: 'CY', 57: 'BT' }

/**
 * Structure and sizes from the FCP, with the plan as default. The content of a file with records must be whole records.
 */
function shapeOf(installation: Installation, plan: FilePlan, fcp: Fcp | undefined): Shape {
  const structure = structureOf(installation, plan, fcp)
  if (structure === 'MF' || structure === 'DF' || structure === 'ADF')
    return { structure, size: 0, recordSize: undefined }
  const given = fcp?.efFileSize === undefined ? undefined : toUnsigned(fcp.efFileSize)
  if (structure === 'TR' || structure === 'BT') {
    const size = given ?? maximumSize(fcp) ?? plan.size
    if (size === undefined && fcp?.linkPath === undefined) abort(installation, 'bad-values', `${plan.name} has no size`)
    return { structure, size: size ?? 0, recordSize: undefined }
  }
  const descriptor = fcp?.fileDescriptor
  const recordSize =
    descriptor !== undefined && descriptor.length === 4 ? toUnsigned(descriptor.subarray(2)) : plan.size
  const size = given ?? (recordSize ?? 0) * (plan.recordCount ?? 0)
  const linked = fcp?.linkPath !== undefined && fcp.linkPath.length > 0
  if (!linked && (recordSize === undefined || recordSize === 0 || size === 0 || size % recordSize !== 0)) {
    abort(installation, 'bad-values', `${plan.name} is not made of whole records`)
  }
  return { structure, size, recordSize }
}

/**
 * The structure from the file descriptor byte, with the plan as default. A directory with an AID is an ADF, one with
 * identifier 3F00 the MF.
 */
function structureOf(installation: Installation, plan: FilePlan, fcp: Fcp | undefined): FileStructure {
  if (plan.structure === 'MF' || plan.structure === 'ADF') return plan.structure
  const byte = fcp?.fileDescriptor?.[0]
  if (byte === undefined) {
    return plan.structure ?? abort(installation, 'bad-values', `${plan.name} has no file descriptor`)
  }
  const structure = structures[byte & 0x3f]
  if (structure === undefined) abort(installation, 'bad-values', `${plan.name} has an unknown file descriptor`)
  if (structure === 'DF' && fcp?.dfName !== undefined) return 'ADF'
  return structure === 'DF' && fcp?.fileID !== undefined && toUnsigned(fcp.fileID) === 0x3f00 ? 'MF' : structure
}

/** The maximum size of a BER-TLV file, from the proprietary information. */
function maximumSize(fcp: Fcp | undefined): number | undefined {
  const size = fcp?.proprietaryEFInfo?.maximumFileSize
  return size === undefined ? undefined : toUnsigned(size)
}

/** The short file identifier: in the upper five bits if given, none if given empty, otherwise that of the template. */
function shortIdentifier(fcp: Fcp | undefined, planned: number | undefined): number | undefined {
  const given = fcp?.shortEFID
  if (given === undefined) return planned
  return given.length === 0 ? undefined : (given[0] as number) >> 3
}

/**
 * The access rule of a file. Without an identifier in the FCP, the MF, ADFs and files directly in the MF use EF.ARR 2F06,
 * all others 6F06 (8.3.2).
 */
function accessRuleOf(path: string, structure: FileStructure, fcp: Fcp | undefined, planned: number | undefined) {
  const given = fcp?.securityAttributesReferenced
  if (given !== undefined && given.length === 3)
    return { fid: toUnsigned(given.subarray(0, 2)), record: given[2] as number }
  const inMf = structure === 'ADF' || path === mfPath || parentOf(path) === mfPath
  return { fid: inMf ? 0x2f06 : 0x6f06, record: given?.at(-1) ?? planned ?? 0 }
}
