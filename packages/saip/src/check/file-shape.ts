import { toUnsigned } from '../card/fill.ts'
import type { Fcp } from '../codec/file.ts'
import type { FileStructure, TemplateFile } from '../template/template.ts'

/** Structure and sizes of a file in bytes, as far as FCP and template give them. */
export interface FileShape {
  /** Undefined if the file descriptor is unknown, or missing outside a template. */
  readonly structure: FileStructure | undefined
  /** All records together. */
  readonly size: number | undefined
  /** Of linear fixed and cyclic files. */
  readonly recordSize: number | undefined
}

/** File structures by file descriptor byte without the shareable bit (ETSI TS 102 221, 11.1.1.4.3). */
const structures: Readonly<Record<number, FileStructure>> = { 56: 'DF', 1: 'TR', 2: 'LF', 6: 'CY', 57: 'BT' }

/** The shape of a file: members of the FCP take precedence over those of the template (8.3.3). */
export function shapeOf(fcp: Fcp | undefined, template: TemplateFile | undefined): FileShape {
  const structure = structureOf(fcp, template)
  const none = { structure, size: undefined, recordSize: undefined }
  if (structure === undefined || isDirectoryStructure(structure)) return none
  const given = fcp?.efFileSize === undefined ? undefined : toUnsigned(fcp.efFileSize)
  if (structure === 'TR' || structure === 'BT') return { ...none, size: given ?? maximumSize(fcp) ?? template?.size }
  const descriptor = fcp?.fileDescriptor
  const recordSize = descriptor?.length === 4 ? toUnsigned(descriptor.subarray(2)) : template?.size
  const planned =
    recordSize === undefined || template?.recordCount === undefined ? undefined : recordSize * template.recordCount
  return { structure, size: given ?? planned, recordSize }
}

/** Whether files of this structure contain other files. */
export function isDirectoryStructure(structure: FileStructure | undefined): boolean {
  return structure === 'MF' || structure === 'DF' || structure === 'ADF'
}

function structureOf(fcp: Fcp | undefined, template: TemplateFile | undefined): FileStructure | undefined {
  if (template?.structure === 'MF' || template?.structure === 'ADF') return template.structure
  const byte = fcp?.fileDescriptor?.[0]
  if (byte === undefined) return template?.structure
  const structure = structures[byte & 0x3f]
  if (structure !== 'DF') return structure
  if (fcp?.dfName !== undefined) return 'ADF'
  return fcp?.fileID !== undefined && toUnsigned(fcp.fileID) === 0x3f00 ? 'MF' : 'DF'
}

function maximumSize(fcp: Fcp | undefined): number | undefined {
  const size = fcp?.proprietaryEFInfo?.maximumFileSize
  return size === undefined ? undefined : toUnsigned(size)
}
