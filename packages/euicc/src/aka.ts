/** The card's side of UMTS AKA: 3GPP TS 33.102 clause 6.3 with the sequence numbers of annex C. */
import { concat, equalBytes } from '@simwright/asn1'
import { type MilenageConstants, milenageKeys, milenageMac, milenageResyncAk } from './milenage.ts'
import { type TuakKey, tuakKeys, tuakMac, tuakResyncAk } from './tuak.ts'
import { usimTestKeys, usimTestMac } from './usim-test-algorithm.ts'

/** What one subscription computes with. */
export type AkaKey = {
  readonly algorithm: 'milenage' | 'tuak' | 'usim-test-algorithm'
  readonly k: Uint8Array
  /** OPc of MILENAGE, TOPc of TUAK; the test algorithm has none. */
  readonly opc: Uint8Array
  /** MILENAGE only. */
  readonly constants?: MilenageConstants
  /** Length of RES in TUAK (4, 8, 16 or 32) and the test algorithm (up to 16); MILENAGE has 8. */
  readonly resBytes?: 4 | 8 | 16 | 32
  /** TUAK only; 1 if absent. */
  readonly keccakIterations?: number
}

/** What PE-AKAParameter gives a network access application, and the sequence numbers it has seen since. */
export type AkaState = AkaKey & {
  readonly checks: SequenceChecks
  /** Highest accepted SEQ for each of the 32 indices (TS 33.102 C.1.2: SQN = SEQ of 43 bits, IND of 5). */
  seqByIndex: number[]
}

/** Limits of TS 33.102 C.2.1 in SEQ units; an absent one isn't checked. */
export type SequenceChecks = { readonly delta?: number; readonly ageLimit?: number }

export type AkaAnswer =
  | { kind: 'accepted'; res: Uint8Array; ck: Uint8Array; ik: Uint8Array; kc: Uint8Array }
  | { kind: 'out-of-sync'; auts: Uint8Array }
  | { kind: 'wrong-mac' }

const INDEX_COUNT = 32
/** The test algorithm resynchronises when AMF is all ones and accepts any SQN otherwise (TS 34.108 8.1.2.2). */
const TEST_AMF_RESYNC = Uint8Array.of(0xff, 0xff)
const AMF_IN_AUTS = new Uint8Array(2)

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ b[index]!)
}

/** A 6-byte SQN as SEQ (a safe integer) and IND. */
export function splitSqn(sqn: Uint8Array): { seq: number; index: number } {
  const value = sqn.reduce((sum, byte) => sum * 256 + byte, 0)
  return { seq: Math.floor(value / INDEX_COUNT), index: value % INDEX_COUNT }
}

export function joinSqn(seq: number, index: number): Uint8Array {
  const sqn = new Uint8Array(6)
  let rest = seq * INDEX_COUNT + index
  for (let at = 5; at >= 0; at--) {
    sqn[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return sqn
}

function highest(state: AkaState): { seq: number; index: number } {
  const seq = Math.max(...state.seqByIndex)
  return { seq, index: state.seqByIndex.indexOf(seq) }
}

function isFresh(state: AkaState, sqn: Uint8Array, amf: Uint8Array): boolean {
  if (state.algorithm === 'usim-test-algorithm') return !equalBytes(amf, TEST_AMF_RESYNC)
  const { seq, index } = splitSqn(sqn)
  const top = highest(state).seq
  const { delta, ageLimit } = state.checks
  if (delta !== undefined && seq - top > delta) return false
  if (ageLimit !== undefined && top - seq > ageLimit) return false
  return seq > state.seqByIndex[index]!
}

const tuakKeyOf = (key: AkaKey): TuakKey => ({
  k: key.k,
  topc: key.opc,
  resBytes: key.resBytes ?? 8,
  iterations: key.keccakIterations ?? 1,
})

function keysOf(key: AkaKey, rand: Uint8Array) {
  switch (key.algorithm) {
    case 'milenage':
      return milenageKeys(key, rand)
    case 'tuak':
      return tuakKeys(tuakKeyOf(key), rand)
    case 'usim-test-algorithm': {
      const keys = usimTestKeys(key.k, rand)
      return { ...keys, res: keys.res.slice(0, key.resBytes ?? 16) }
    }
  }
}

function macOf(key: AkaKey, input: { rand: Uint8Array; sqn: Uint8Array; amf: Uint8Array }) {
  switch (key.algorithm) {
    case 'milenage':
      return milenageMac(key, input)
    case 'tuak':
      return tuakMac(tuakKeyOf(key), input)
    case 'usim-test-algorithm':
      return usimTestMac(key.k, input)
  }
}

function resyncAkOf(key: AkaKey, rand: Uint8Array): Uint8Array {
  switch (key.algorithm) {
    case 'milenage':
      return milenageResyncAk(key, rand)
    case 'tuak':
      return tuakResyncAk(tuakKeyOf(key), rand)
    case 'usim-test-algorithm':
      return usimTestKeys(key.k, rand).ak
  }
}

function resyncToken(state: AkaState, rand: Uint8Array): Uint8Array {
  const { seq, index } = highest(state)
  const sqn = joinSqn(seq, index)
  return concat(xor(sqn, resyncAkOf(state, rand)), macOf(state, { rand, sqn, amf: AMF_IN_AUTS }).macS)
}

/** c3 of TS 33.102 6.8.1.2. */
function gsmKey(ck: Uint8Array, ik: Uint8Array): Uint8Array {
  return xor(xor(ck.slice(0, 8), ck.subarray(8)), xor(ik.slice(0, 8), ik.subarray(8)))
}

/** Answers a network's challenge and, if it is accepted, remembers its sequence number in `state`. */
export function answerChallenge(state: AkaState, rand: Uint8Array, autn: Uint8Array): AkaAnswer {
  const { res, ck, ik, ak } = keysOf(state, rand)
  const sqn = xor(autn.slice(0, 6), ak)
  const amf = autn.subarray(6, 8)
  const { macA } = macOf(state, { rand, sqn, amf })
  if (!equalBytes(macA, autn.subarray(8, 16))) return { kind: 'wrong-mac' }
  if (!isFresh(state, sqn, amf)) return { kind: 'out-of-sync', auts: resyncToken(state, rand) }
  const { seq, index } = splitSqn(sqn)
  state.seqByIndex[index] = seq
  return { kind: 'accepted', res, ck, ik, kc: gsmKey(ck, ik) }
}

/** GSM security context: SRES by c2 and Kc by c3 (TS 33.102 6.8.1.2); no sequence number takes part. */
export function answerGsmChallenge(state: AkaState, rand: Uint8Array): { sres: Uint8Array; kc: Uint8Array } {
  const { res, ck, ik } = keysOf(state, rand)
  const sres = new Uint8Array(4)
  for (const [index, byte] of res.entries()) sres[index % 4]! ^= byte
  return { sres, kc: gsmKey(ck, ik) }
}

/** The network's half (what an HLR or a test bench computes): AUTN = SQN xor AK, AMF, MAC-A. */
export function buildAutn(key: AkaKey, input: { rand: Uint8Array; sqn: Uint8Array; amf: Uint8Array }): Uint8Array {
  return concat(xor(input.sqn, keysOf(key, input.rand).ak), input.amf, macOf(key, input).macA)
}
