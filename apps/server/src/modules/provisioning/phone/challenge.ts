import { type AkaKey, answerChallenge, buildAutn, joinSqn } from '@simwright/euicc/aka'
import type { ProfileConfig } from '@simwright/saip'

export type Challenge = { rand: Uint8Array; autn: Uint8Array; expected: Uint8Array }

type Keys = { ki: Uint8Array; opc: Uint8Array }
type Algorithm = Pick<ProfileConfig, 'algorithm' | 'milenage' | 'tuak' | 'xor'>

/** Separation bit set: 3GPP TS 33.401, annex H. */
const AMF = Uint8Array.of(0x80, 0)
const INDICES = 32

/** The subscription as the home network has it. */
function akaKeyOf({ algorithm, milenage, tuak, xor }: Algorithm, { ki, opc }: Keys): AkaKey {
  if (algorithm === 'TUAK') {
    const { keccakIterations = 1, resBits = 64 } = tuak ?? {}
    return { algorithm: 'tuak', k: ki, opc, keccakIterations, resBytes: (resBits / 8) as 8 }
  }
  if (algorithm === 'XOR')
    return { algorithm: 'usim-test-algorithm', k: ki, opc, resBytes: ((xor?.resBits ?? 128) / 8) as 16 }
  const { rotations, constants } = milenage ?? {}
  if (!rotations || !constants) return { algorithm: 'milenage', k: ki, opc }
  const xors = constants.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))
  return { algorithm: 'milenage', k: ki, opc, constants: { rotationsBits: rotations, xors } }
}

/**
 * The challenge of the home network, and the answer that it expects (3GPP TS 33.102, 6.3).
 * @param sequence counts the challenges of this card, from 1
 */
export function makeChallenge(
  config: Algorithm,
  keys: Keys,
  { rand, sequence }: { rand: Uint8Array; sequence: number },
): Challenge {
  const key = akaKeyOf(config, keys)
  const autn = buildAutn(key, { rand, sqn: joinSqn(sequence, 0), amf: AMF })
  const answer = answerChallenge({ ...key, checks: {}, seqByIndex: Array(INDICES).fill(0) }, rand, autn)
  if (answer.kind !== 'accepted') throw new Error(`the network does not accept its own challenge: ${answer.kind}`)
  return { rand, autn, expected: answer.res }
}
