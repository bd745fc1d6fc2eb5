// Separate from the endpoints, so that the worker thread that parses files loads nothing else.

/** Limits of an upload, shown next to the control (decisions, section 4). */
export const sourceLimits = {
  records: 1_000_000,
  fileBytes: 192 * 1024 * 1024,
  /** After decryption. */
  plainBytes: 192 * 1024 * 1024,
  /** The largest workbook (XLSX), and the largest content of one. */
  workbookBytes: 32 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024,
  /** Maximum expansion of a file by decryption or unpacking; up to `ratioFreeBytes` is always allowed. */
  ratio: 100,
  ratioFreeBytes: 1024 * 1024,
  /** All staged rows of one enterprise account. */
  stagedBytes: 1024 * 1024 * 1024,
  /** Faults of a file that are stored; further ones are only counted. */
  faults: 1_000,
} as const

/** Columns that replace a value of the configuration for one profile. Their names are stored with the profile. */
export const ownColumns = [
  'PROFILE_NAME',
  'SPN',
  'PNN',
  'GID1',
  'GID2',
  'HPLMN',
  'EHPLMN',
  'OPLMN',
  'FPLMN',
  'ARA',
] as const
export type OwnColumn = (typeof ownColumns)[number]
/** Values of one profile that replace those of its configuration. Networks are separated by spaces. */
export type OwnValues = Readonly<Partial<Record<OwnColumn, string>>>

export const sourceColumns = [
  'ICCID',
  'IMSI',
  'KI',
  'OPC',
  'OP',
  'TOPC',
  'TOP',
  'MSISDN',
  'IMPI',
  'IMPU',
  'C9',
  'PIN1',
  'PIN2',
  'PUK1',
  'PUK2',
  'ADM1',
  'SMSP',
  'EXPIRE_TIME',
  'CONFIRMATION_CODE',
  'EID',
  'NOTES',
  'GROUP',
  'TAGS',
  ...ownColumns,
] as const
/** The column of an attribute, such as `ATTR.CONTRACT`. */
export type AttributeColumn = `ATTR.${string}`
export const attributeColumn = (word: string): AttributeColumn => `ATTR.${word.toUpperCase()}`
export const isAttributeColumn = (name: string): name is AttributeColumn => name.startsWith('ATTR.')

export type SourceColumn = (typeof sourceColumns)[number] | AttributeColumn

/** The cells of a row that are filled, by column. */
export type SourceValues = { [Column in (typeof sourceColumns)[number]]?: string } & {
  [column: AttributeColumn]: string
}

/** Write-only columns: their values are never returned. */
export const secretColumns: readonly SourceColumn[] = [
  'KI',
  'OPC',
  'OP',
  'TOPC',
  'TOP',
  'PIN1',
  'PIN2',
  'PUK1',
  'PUK2',
  'ADM1',
  'C9',
  'CONFIRMATION_CODE',
]
