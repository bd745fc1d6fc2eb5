// Apart from the endpoints, so that the thread that reads a file loads nothing else.

/** Limits of an upload, printed beside the control (decisions, section 4). */
export const sourceLimits = {
  records: 100_000,
  fileBytes: 32 * 1024 * 1024,
  plainBytes: 64 * 1024 * 1024,
  /** How many times as large a file may become that is decrypted or unpacked; up to 1 MiB is always allowed. */
  ratio: 100,
  ratioFreeBytes: 1024 * 1024,
  /** The staged rows of one enterprise account together. */
  stagedBytes: 256 * 1024 * 1024,
  /** So many faults of a file are stored; the others are only counted. */
  faults: 1_000,
} as const

export const sourceColumns = [
  'ICCID',
  'IMSI',
  'KI',
  'OPC',
  'OP',
  'TOPC',
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
] as const
export type SourceColumn = (typeof sourceColumns)[number]
