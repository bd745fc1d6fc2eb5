/** UMTS AKA on the card: 3GPP TS 33.102 clause 6.3 with the sequence numbers of annex C. */
import { concat, equalBytes } from '@simwright/asn1'
import { type MilenageConstants, milenageKeys, milenageMac, milenageResyncAk } from './milenage.ts'
import { type TuakKey, tuakKeys, tuakMac, tuakResyncAk } from './tuak.ts'
import { usimTestKeys, usimTestMac } from './usim-test-algorithm.ts'

/** The algorithm of a subscription with its keys and parameters. */
export type AkaKey = {
  readonly algorithm: 'milenage' | 'tuak' | 'usim-test-algorithm'
  readonly k: Uint8Array
  /** OPc of MILENAGE (16 bytes) or TOPc of TUAK (32 bytes). The test algorithm does not use it. */
  readonly opc: Uint8Array
  /** MILENAGE only. */
  readonly constants?: MilenageConstants
  /** Length of RES. TUAK allows all values, the test algorithm up to 16. MILENAGE ignores it and always returns 8. */
  readonly resBytes?: 4 | 8 | 16 | 32
  /** TUAK only; 1 if absent. */
  readonly keccakIterations?: number
  /** Lengths of MAC, CK and IK of TUAK, if they are not those of UMTS (TS 35.231 clause 6). */
  readonly lengths?: Pick<TuakKey, 'macBytes' | 'ckBytes' | 'ikBytes'>
}

/** The parameters from PE-AKAParameter of a network access application, and the sequence numbers it has accepted. */
export type AkaState = AkaKey & {
  readonly checks: SequenceChecks
  /** Highest accepted SEQ for each of the 32 indices (TS 33.102 C.1.2: SQN = SEQ of 43 bits, IND of 5). */
  seqByIndex: number[]
}

/**
 * Limits of TS 33.102 C.2.1 in units of SEQ. `delta` limits how far a new SEQ may be above the highest accepted one,
 * `ageLimit` how far below. An absent limit is not checked.
 */
export type SequenceChecks = { readonly delta?: number; readonly ageLimit?: number }

/**
 * The result of a challenge. `auts` is SQN xor AK and MAC-S, 14 bytes in UMTS (TS 33.102 6.3.3). `kc` is absent if CK or IK
 * has 256 bits, for which c3 is not defined.
 */
export type AkaAnswer =
  | { kind: 'accepted'; res: Uint8Array; ck: Uint8Array; ik: Uint8Array; kc: Uint8Array | undefined }
  | { kind: 'out-of-sync'; auts: Uint8Array }
  | { kind: 'wrong-mac' }

const INDEX_COUNT = 32
/** The test algorithm requests resynchronisation if AMF is FFFF. Otherwise it accepts any SQN (TS 34.108 8.1.2.2). */
const TEST_AMF_RESYNC = Uint8Array.of(0xff, 0xff)
/** MAC-S is computed with an AMF of zeros (TS 33.102 6.3.3). */
const AMF_IN_AUTS = new Uint8Array(2)

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ b[index]!)
}

/** Splits a 6-byte SQN into SEQ (43 bits, a safe integer) and IND (5 bits): TS 33.102 C.1.1. */
export function splitSqn(sqn: Uint8Array): { seq: number; index: number } {
  const value = sqn.reduce((sum, byte) => sum * 256 + byte, 0)
  return { seq: Math.floor(value / INDEX_COUNT), index: value % INDEX_COUNT }
}

/** The 6-byte SQN of SEQ and IND, big-endian: TS 33.102 C.1.1. */
export function joinSqn(seq: number, index: number): Uint8Array {
  const sqn = new Uint8Array(6)
  let rest = seq * INDEX_COUNT + index
  for (let at = 5; at >= 0; at--) {
    sqn[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return sqn
}

/** The highest accepted SEQ of all indexes, with its index. */
function highest(state: AkaState): { seq: number; index: number } {
  const seq = Math.max(...state.seqByIndex)
  return { seq, index: state.seqByIndex.indexOf(seq) }
}

/**
 * Whether the card accepts a sequence number (TS 33.102 C.2.1): within the limits, and above the highest SEQ accepted for
 * the same index. A second use of the same number is therefore refused.
 */
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
  ...key.lengths,
})

/** Length of AUTN in bytes: SQN, AMF and MAC (TS 33.102 6.3.2). */
export function autnBytesOf(key: AkaKey): number {
  return 8 + (key.algorithm === 'tuak' ? (key.lengths?.macBytes ?? 8) : 8)
}

/** RES, CK, IK and AK: functions f2 to f5 of the subscription's algorithm. */
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

/** MAC-A and MAC-S: functions f1 and f1* of the subscription's algorithm. */
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

/** AK of a resynchronisation: function f5*. The test algorithm uses f5 for it. */
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

/**
 * AUTS (TS 33.102 6.3.3): the highest accepted SQN, concealed with AK, and MAC-S. The network uses it to correct its own
 * sequence number.
 */
function resyncToken(state: AkaState, rand: Uint8Array): Uint8Array {
  const { seq, index } = highest(state)
  const sqn = joinSqn(seq, index)
  return concat(xor(sqn, resyncAkOf(state, rand)), macOf(state, { rand, sqn, amf: AMF_IN_AUTS }).macS)
}

/** Kc, 8 bytes: conversion function c3 of TS 33.102 6.8.1.2. Undefined if CK or IK has not 16 bytes. */
function gsmKey(ck: Uint8Array, ik: Uint8Array): Uint8Array | undefined {
  if (ck.length !== 16 || ik.length !== 16) return undefined
  return xor(xor(ck.slice(0, 8), ck.subarray(8)), xor(ik.slice(0, 8), ik.subarray(8)))
}

/**
 * Answers the challenge of a network (TS 33.102 6.3.3). The MAC is checked before the sequence number. If the challenge is
 * accepted, its sequence number is stored in `state`; otherwise `state` does not change.
 */
export function answerChallenge(state: AkaState, rand: Uint8Array, autn: Uint8Array): AkaAnswer {
  const { res, ck, ik, ak } = keysOf(state, rand)
  const sqn = xor(autn.slice(0, 6), ak)
  const amf = autn.subarray(6, 8)
  const { macA } = macOf(state, { rand, sqn, amf })
  if (!equalBytes(macA, autn.subarray(8))) return { kind: 'wrong-mac' }
  if (!isFresh(state, sqn, amf)) return { kind: 'out-of-sync', auts: resyncToken(state, rand) }
  const { seq, index } = splitSqn(sqn)
  state.seqByIndex[index] = seq
  return { kind: 'accepted', res, ck, ik, kc: gsmKey(ck, ik) }
}

/**
 * Answers a challenge in the GSM security context: SRES by c2 and Kc by c3 (TS 33.102 6.8.1.2). Sequence numbers are
 * neither checked nor changed.
 */
export function answerGsmChallenge(
  state: AkaState,
  rand: Uint8Array,
): { sres: Uint8Array; kc: Uint8Array | undefined } {
  const { res, ck, ik } = keysOf(state, rand)
  const sres = new Uint8Array(4)
  for (const [index, byte] of res.entries()) sres[index % 4]! ^= byte
  return { sres, kc: gsmKey(ck, ik) }
}

/** AUTN, 16 bytes in UMTS, as the network computes it: SQN xor AK, AMF, MAC-A (TS 33.102 6.3). */
export function buildAutn(key: AkaKey, input: { rand: Uint8Array; sqn: Uint8Array; amf: Uint8Array }): Uint8Array {
  return concat(xor(input.sqn, keysOf(key, input.rand).ak), input.amf, macOf(key, input).macA)
}
