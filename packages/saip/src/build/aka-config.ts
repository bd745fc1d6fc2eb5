import { type BuildFinding, error, warning } from './build-finding.ts'

/** The authentication algorithm of the USIM and, if there is one, of the ISIM. */
export interface AkaConfig {
  readonly algorithm: 'MILENAGE' | 'TUAK' | 'XOR'
  /** 32 only with TUAK. Default: 16. */
  readonly kiBytes?: 16 | 32 | undefined
  readonly milenage?: MilenageConfig | undefined
  readonly tuak?: TuakConfig | undefined
  readonly xor?: { /** 32, 64 or 128. Default: 128. */ readonly resBits?: number | undefined } | undefined
}

/** The constants of MILENAGE, by default those of 3GPP TS 35.206, 4.1. The core network must use the same ones. */
interface MilenageConfig {
  /** r1 to r5: rotations by 0 to 127 bits. */
  readonly rotations?: readonly number[] | undefined
  /** c1 to c5: 16 bytes each, in hex. */
  readonly constants?: readonly string[] | undefined
}

/** The parameters of TUAK (3GPP TS 35.231). */
interface TuakConfig {
  /** Iterations of Keccak, 1 to 255. Default: 1. */
  readonly keccakIterations?: number | undefined
  /** 32, 64 or 128; in a test profile also 256. Default: 64. */
  readonly resBits?: number | undefined
  /** Only 64, the length of MAC in AUTN and AUTS (TS 33.102, 6.3). */
  readonly macBits?: number | undefined
  /** Only 128, the length of CK in the authentication vector (TS 33.102, 6.3). */
  readonly ckBits?: number | undefined
  /** Only 128, as CK. */
  readonly ikBits?: number | undefined
}

/** Lengths of RES in bits by their code, bits 1 to 3 of algorithmOptions, as in INSTANCE of TUAK (TS 35.231, 6.3). */
export const resCodes: Readonly<Record<number, number>> = { 32: 0, 64: 1, 128: 2, 256: 4 }

/** Checks that algorithm, sizes, constants and profile class fit together. */
export function akaFindings(config: AkaConfig, isTest: boolean): BuildFinding[] {
  const { algorithm, kiBytes, milenage, tuak, xor } = config
  const found: BuildFinding[] = []
  if (algorithm === 'XOR' && !isTest) {
    found.push(error('algorithm', 'XOR is a test algorithm: only a test profile may have it.'))
  }
  if (kiBytes === 32 && algorithm !== 'TUAK') found.push(error('kiBytes', 'Only TUAK supports keys of 32 bytes.'))
  const settings = { MILENAGE: milenage, TUAK: tuak, XOR: xor }
  for (const other of ['MILENAGE', 'TUAK', 'XOR'] as const) {
    const field = other.toLowerCase()
    if (other !== algorithm && settings[other] !== undefined)
      found.push(error(field, `These settings belong to ${other}, but the algorithm is ${algorithm}.`))
  }
  if (algorithm === 'MILENAGE' && milenage !== undefined) found.push(...milenageFindings(milenage))
  if (algorithm === 'TUAK' && tuak !== undefined) found.push(...tuakFindings(tuak, isTest))
  if (xor?.resBits !== undefined && ![32, 64, 128].includes(xor.resBits))
    found.push(error('xor.resBits', 'Must be 32, 64 or 128 (3GPP TS 34.108, 8.1.2).'))
  return found
}

/**
 * Checks r1 to r5 and c1 to c5. Equal pairs, or a parity other than the recommended constants have, would let functions
 * have the same input (TS 35.206, 5.3).
 */
function milenageFindings({ rotations, constants }: MilenageConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  const rotationsFit =
    rotations === undefined ||
    (rotations.length === 5 && rotations.every((bits) => Number.isInteger(bits) && bits >= 0 && bits <= 127))
  if (!rotationsFit) found.push(error('milenage.rotations', 'Must be five numbers from 0 to 127.'))
  const constantsFit =
    constants === undefined || (constants.length === 5 && constants.every((hex) => /^[0-9a-f]{32}$/i.test(hex)))
  if (!constantsFit) found.push(error('milenage.constants', 'Must be five constants of 16 bytes in hexadecimal.'))
  if (found.length > 0) return found
  const c = constants?.map((hex) => hex.toLowerCase()) ?? defaultConstants
  const pairs = c.map((hex, i) => `${hex}/${rotations?.[i] ?? defaultRotations[i]}`)
  if (new Set(pairs).size < pairs.length) {
    const text = 'Two of the five have the same constant and the same rotation. Every pair must differ.'
    found.push(error(constants === undefined ? 'milenage.rotations' : 'milenage.constants', text))
  }
  if (c.some((hex, i) => oddParity(hex) !== i > 0)) {
    const text = 'c1 must have an even number of bits that are set, c2 to c5 an odd number.'
    found.push(error('milenage.constants', text))
  }
  return found
}

/** Checks iterations and lengths. Lengths that no network supports would make every authentication fail. */
function tuakFindings(tuak: TuakConfig, isTest: boolean): BuildFinding[] {
  const found: BuildFinding[] = []
  const { keccakIterations: iterations = 1, resBits = 64 } = tuak
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > 255)
    found.push(error('tuak.keccakIterations', 'Must be a whole number from 1 to 255.'))
  if (resCodes[resBits] === undefined) found.push(error('tuak.resBits', 'Must be 32, 64 or 128.'))
  if (resBits === 256) {
    const text = 'Networks support a RES of up to 128 bits (3GPP TS 33.102, 6.3.7).'
    found.push(isTest ? warning('tuak.resBits', text) : error('tuak.resBits', text))
  }
  const fixed = { macBits: 64, ckBits: 128, ikBits: 128 } as const
  for (const field of ['macBits', 'ckBits', 'ikBits'] as const) {
    const bits = tuak[field] ?? fixed[field]
    if (bits !== fixed[field])
      found.push(error(`tuak.${field}`, `Must be ${fixed[field]}, the only length of 3GPP TS 33.102, 6.3.`))
  }
  return found
}

const defaultRotations = [64, 0, 32, 64, 96]
const defaultConstants = [0, 1, 2, 4, 8].map((last) => last.toString(16).padStart(32, '0'))

/** Whether an odd number of bits is set. */
function oddParity(hex: string): boolean {
  const bits = BigInt(`0x${hex}`).toString(2)
  return bits.replaceAll('0', '').length % 2 === 1
}
