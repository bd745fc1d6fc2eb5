import type { ElementKind } from '../codec/profile-element.ts'

/** File structures, with the abbreviations of annex A: transparent, linear fixed, cyclic, BER-TLV. */
export type FileStructure = 'MF' | 'DF' | 'ADF' | 'TR' | 'LF' | 'CY' | 'BT'

/**
 * One file of a file structure template (TCA eUICC Profile Package, annex A; identifiers as in ETSI TS 102 221, 3GPP
 * TS 31.102 and TS 31.103). The profile element must give what is undefined here.
 */
export interface TemplateFile {
  /** The component of the profile element for this file. */
  readonly field: string
  readonly name: string
  /** The component of its directory. Undefined for the template's root, and in the current ADF. */
  readonly parent?: string
  readonly fid?: number
  readonly structure: FileStructure
  readonly recordCount?: number
  /** Bytes of the file, or of a record. */
  readonly size?: number
  /** Record of EF.ARR. */
  readonly accessRule: number
  readonly sfi?: number
  /**
   * Initial content in hex: `FF*` repeats the byte before the star over the whole file or record, `(FFFFFF0000)` repeats
   * the bytes in parentheses. Undefined: the profile element must give the content.
   */
  readonly content?: string
  /** The services of EF.UST (EF.IST for an ISIM) that the file belongs to. */
  readonly services?: readonly number[]
}

/** A file structure template of annex A. Elements refer to it by its OID. */
export interface FileTemplate {
  readonly oid: string
  readonly element: ElementKind
  /** Whether files that the element does not mention are created too. */
  readonly createdByDefault: boolean
  readonly files: readonly TemplateFile[]
}

/** A row of a template table. Members with their usual value are omitted. */
export type Row = readonly [
  field: string,
  name: string,
  fid: number | undefined,
  structure: FileStructure,
  shape: number | undefined | readonly [recordCount: number | undefined, recordSize: number | undefined],
  accessRule: number,
  more?: { sfi?: number; content?: string; services?: readonly number[] },
]

/**
 * The files of the rows of a table. A file belongs to the directory before it, as in annex A. Directories belong to the
 * first row if it is a directory, otherwise to the current ADF.
 */
export function filesOf(rows: readonly Row[]): TemplateFile[] {
  let directory: string | undefined
  const isDirectory = (structure: FileStructure) => ['MF', 'ADF', 'DF'].includes(structure)
  const root = rows[0] !== undefined && isDirectory(rows[0][3]) ? rows[0][0] : undefined
  return rows.map(([field, name, fid, structure, shape, accessRule, more]) => {
    const parent = isDirectory(structure) ? (field === root ? undefined : root) : directory
    if (isDirectory(structure)) directory = field
    const [recordCount, size] = typeof shape === 'object' ? shape : [undefined, shape]
    return { field, name, parent, fid, structure, recordCount, size, accessRule, ...more } as TemplateFile
  })
}
