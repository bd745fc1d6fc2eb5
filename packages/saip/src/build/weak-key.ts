import { toHex } from '@simwright/asn1'
import { publishedVectors, tuakTwoIterationsTopc, tuakVectors } from './published-vector.ts'

/** The reason why a key is not secret, as a sentence. Only a test profile may have such a key. */
export interface Weakness {
  readonly text: string
}

/** Keys of public test profiles, sample code and default settings that are neither patterns nor test vectors. */
const publicKeys: ReadonlyMap<string, string> = new Map([
  // TCA eUICC Profile Package, sample profile: keys of its security domains; also the MNO-SD of GSMA TS.48 before 7.0.
  ['66778899aabbccdd1122334455eeff10', 'the sample profile of the package format and TS.48'],
  ['112233445566778899aabbccddeeff10', 'the sample profile of the package format and TS.48'],
  ['99aabbccddeeff101122334455667788', 'the sample profile of the package format and TS.48'],
  ['0102030405060708090a0b0c0d0e0f00', 'the sample profile of the package format'],
  ['404142434445464748494a4b4c4d4e4f', 'GlobalPlatform test cards'],
  ['e8ed289deba952e4283b54e88e6183ca', 'default settings of open-source core networks'],
  ['63bfa50ee6523365ff14c1f45f88737d', 'default settings of open-source core networks'],
  ['8baf473f2f8fd09487cccbd7097c6862', 'default settings of open-source core networks'],
  ['8e27b6af0e692e750f32667a3b14605d', 'default settings of open-source core networks'],
])

/** Keys of the test sets of 3GPP, by the document that has them. */
const testVectors: ReadonlyMap<string, string> = new Map([
  ...publishedVectors.flat().map((hex): [string, string] => [hex, '35.208']),
  ...[...tuakVectors.flat(), tuakTwoIterationsTopc].map((hex): [string, string] => [hex, '35.233']),
])

/** Undefined if the key has no pattern and is not publicly known. It may still be predictable in other ways. */
export function weakness(key: Uint8Array): Weakness | undefined {
  const hex = toHex(key)
  const origin = publicKeys.get(hex)
  if (origin !== undefined) return { text: `The key is publicly known: ${origin}.` }
  if (isProgression(key)) return { text: 'The key is a pattern and not random.' }
  if (isPeriodic(key)) return { text: 'The key repeats itself and is not random.' }
  const document = testVectors.get(hex)
  if (document !== undefined) return { text: `The key is a published test vector of 3GPP TS ${document}.` }
  return undefined
}

/** 00.., FF.., 000102.., 112233.., 0F0E0D..: the bytes form an arithmetic progression with at most one exception. */
function isProgression(key: Uint8Array): boolean {
  const steps = new Map<number, number>()
  for (let i = 1; i < key.length; i++) {
    const step = ((key[i] as number) - (key[i - 1] as number) + 256) & 0xff
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return Math.max(...steps.values()) >= key.length - 2
}

/** Whether the key is a repetition of its first 2, 4, 8 or 16 bytes. */
function isPeriodic(key: Uint8Array): boolean {
  for (let period = 2; period <= key.length / 2; period *= 2) {
    if (key.every((byte, i) => byte === key[i % period])) return true
  }
  return false
}
