import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, it } from 'vitest'
import { type AkaState, answerChallenge, buildAutn, joinSqn, splitSqn } from './aka.ts'

const sequential = Uint8Array.from({ length: 16 }, (_, index) => index)

const state = (): AkaState => ({
  algorithm: 'usim-test-algorithm',
  k: new Uint8Array(16),
  opc: new Uint8Array(0),
  checks: {},
  seqByIndex: Array(32).fill(0),
})

const challenge = (amf: string, sqn = joinSqn(5, 0)) => buildAutn(state(), { rand: sequential, sqn, amf: fromHex(amf) })

describe('the test algorithm of TS 34.108 8.1.2', () => {
  it('gives RES = K xor RAND, CK and IK as its rotations', () => {
    const answer = answerChallenge(state(), sequential, challenge('8000'))
    expect(answer).toMatchObject({ kind: 'accepted' })
    if (answer.kind !== 'accepted') return
    expect(toHex(answer.res)).toBe('000102030405060708090a0b0c0d0e0f')
    expect(toHex(answer.ck)).toBe('0102030405060708090a0b0c0d0e0f00')
    expect(toHex(answer.ik)).toBe('02030405060708090a0b0c0d0e0f0001')
  })

  it('truncates RES to the length in the profile', () => {
    const answer = answerChallenge({ ...state(), resBytes: 4 }, sequential, challenge('8000'))
    expect(answer.kind === 'accepted' && toHex(answer.res)).toBe('00010203')
  })

  it('accepts a repeated sequence number, and resynchronises only if AMF requests it', () => {
    const card = state()
    expect(answerChallenge(card, sequential, challenge('8000')).kind).toBe('accepted')
    expect(answerChallenge(card, sequential, challenge('8000')).kind).toBe('accepted')
    expect(answerChallenge(card, sequential, challenge('ffff')).kind).toBe('out-of-sync')
  })

  it('refuses a wrong MAC', () => {
    const autn = challenge('8000')
    autn[15]! ^= 1
    expect(answerChallenge(state(), sequential, autn).kind).toBe('wrong-mac')
  })
})

describe('a TUAK subscription', () => {
  it('accepts the AUTN of its network once and refuses it when repeated', () => {
    const card: AkaState = {
      ...state(),
      algorithm: 'tuak',
      k: new Uint8Array(32).fill(3),
      opc: new Uint8Array(32).fill(9),
      resBytes: 16,
    }
    const autn = buildAutn(card, { rand: sequential, sqn: joinSqn(1, 1), amf: fromHex('8000') })
    const answer = answerChallenge(card, sequential, autn)
    expect(answer.kind === 'accepted' && answer.res.length).toBe(16)
    expect(answerChallenge(card, sequential, autn).kind).toBe('out-of-sync')
  })
})

describe('a sequence number', () => {
  it('is SEQ of 43 bits and an index of 5 (TS 33.102 C.1.1)', () => {
    expect(splitSqn(fromHex('ff9bb4d0b607'))).toEqual({ seq: 0x7fcdda685b0, index: 7 })
    expect(toHex(joinSqn(0x7fcdda685b0, 7))).toBe('ff9bb4d0b607')
  })
})
