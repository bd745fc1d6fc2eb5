// Separate from the fields, so that the worker thread that parses files loads nothing else.

export const algorithms = ['MILENAGE', 'TUAK', 'XOR'] as const
export type Algorithm = (typeof algorithms)[number]

/** Columns of source data with the operator's key: as the card stores it, or as the operator chose it. */
export type OperatorKeyColumn = 'OPC' | 'OP' | 'TOPC' | 'TOP'

type AlgorithmKeys = {
  readonly label: string
  /** The lengths of Ki in bytes. */
  readonly kiBytes: readonly (16 | 32)[]
  /** The columns of the operator's key, of which a row fills one. The first is the form that the card stores. */
  readonly operatorKeys: readonly [OperatorKeyColumn, ...OperatorKeyColumn[]]
  readonly operatorKeyBytes: 16 | 32
  /** Whether each subscriber has an operator's key. */
  readonly isOperatorKeyRequired: boolean
}

/**
 * The keys of a subscriber by algorithm: 3GPP TS 35.206 (MILENAGE), TS 35.231 (TUAK), TS 34.108, 8.1.2 (the test
 * algorithm, which has only Ki).
 */
export const algorithmKeys: Readonly<Record<Algorithm, AlgorithmKeys>> = {
  MILENAGE: {
    label: 'MILENAGE',
    kiBytes: [16],
    operatorKeys: ['OPC', 'OP'],
    operatorKeyBytes: 16,
    isOperatorKeyRequired: true,
  },
  TUAK: {
    label: 'TUAK',
    kiBytes: [16, 32],
    operatorKeys: ['TOPC', 'TOP'],
    operatorKeyBytes: 32,
    isOperatorKeyRequired: true,
  },
  XOR: {
    label: 'XOR (test algorithm)',
    kiBytes: [16],
    operatorKeys: ['OPC'],
    operatorKeyBytes: 16,
    isOperatorKeyRequired: false,
  },
}

/** Separates the numbers and constants of MILENAGE in their inputs. */
export const SEPARATOR = /[\s,;]+/

/** The key lengths that a configuration can have, in bits. */
export const kiLengths = ['128', '256'] as const

/** The length of Ki in bytes. Only TUAK has keys of 256 bits. */
export const kiBytesOf = ({ algorithm, kiLength }: { algorithm: Algorithm; kiLength: (typeof kiLengths)[number] }) =>
  algorithm === 'TUAK' && kiLength === '256' ? 32 : 16
