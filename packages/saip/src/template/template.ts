import type { ElementKind } from '../codec/profile-element.ts'

/** How a file is structured: the letters of annex A. */
export type FileStructure = 'MF' | 'DF' | 'ADF' | 'TR' | 'LF' | 'CY' | 'BT'

/**
 * One file of a file structure template (TCA eUICC Profile Package, annex A; identifiers as in ETSI TS 102 221 and
 * 3GPP TS 31.102, TS 31.103). What is undefined has to come from the profile element.
 */
export interface TemplateFile {
  /** the component of the profile element that speaks of this file */
  readonly field: string
  readonly name: string
  /** the component of the directory it stands in; undefined for the template's root, or in the current ADF */
  readonly parent?: string
  readonly fid?: number
  readonly structure: FileStructure
  readonly recordCount?: number
  /** bytes of the file, or of a record */
  readonly size?: number
  /** record in EF.ARR */
  readonly accessRule: number
  readonly sfi?: number
  /**
   * Bytes in hex: `FF*` stretches the byte before the star over the whole file or record, `(FFFFFF0000)` repeats.
   * undefined: the profile element must give the content.
   */
  readonly content?: string
  /** services of EF.UST (EF.IST for an ISIM) that the file belongs to */
  readonly services?: readonly number[]
}

export interface FileTemplate {
  readonly oid: string
  readonly element: ElementKind
  /** whether files not mentioned in the element are made too */
  readonly createdByDefault: boolean
  readonly files: readonly TemplateFile[]
}

/** A row of a table below: everything that has a usual value left out. */
export type Row = readonly [
  field: string,
  name: string,
  fid: number | undefined,
  structure: FileStructure,
  shape: number | undefined | readonly [recordCount: number | undefined, recordSize: number | undefined],
  accessRule: number,
  more?: { sfi?: number; content?: string; services?: readonly number[] },
]

/** Files follow their directory, as in annex A. */
export function filesOf(rows: readonly Row[]): TemplateFile[] {
  let directory: string | undefined
  let root: string | undefined
  return rows.map(([field, name, fid, structure, shape, accessRule, more]) => {
    const isDirectory = structure === 'MF' || structure === 'ADF' || structure === 'DF'
    const parent = isDirectory ? root : directory
    if (isDirectory) {
      directory = field
      root ??= field
    }
    const [recordCount, size] = typeof shape === 'object' ? shape : [undefined, shape]
    return { field, name, parent, fid, structure, recordCount, size, accessRule, ...more } as TemplateFile
  })
}
