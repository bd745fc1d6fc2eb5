import { toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { createStdioBridge, ISDR_AID } from './index.ts'
import { bench } from './testing/bench.ts'

const { card } = bench()
const bridge = createStdioBridge(card.euicc)
const told = (payload: unknown) => JSON.parse(bridge(JSON.stringify({ type: 'apdu', payload }))) as unknown
const answered = (payload: object) => ({ type: 'apdu', payload })

describe('an LPA over standard input and output', () => {
  test('connects, opens a channel to the ISD-R, transmits, closes and disconnects', () => {
    expect(told({ func: 'connect', param: null })).toEqual(answered({ ecode: 0 }))
    expect(told({ func: 'logic_channel_open', param: toHex(ISDR_AID) })).toEqual(answered({ ecode: 1 }))
    // STORE DATA with GetEUICCChallenge: 24 bytes wait for GET RESPONSE
    const waiting = told({ func: 'transmit', param: '81e2910003bf2e00' })
    expect(waiting).toEqual(answered({ ecode: 0, data: '6115' }))
    expect(told({ func: 'transmit', param: '81C0000015' })).toEqual(
      answered({ ecode: 0, data: expect.stringMatching(/^bf2e128010[0-9a-f]{32}9000$/) }),
    )
    expect(told({ func: 'logic_channel_close', param: 1 })).toEqual(answered({ ecode: 0 }))
    expect(told({ func: 'disconnect', param: null })).toEqual(answered({ ecode: 0 }))
  })

  test('an application that the card does not have leaves no channel open', () => {
    expect(told({ func: 'logic_channel_open', param: 'a0000000000000' })).toEqual(answered({ ecode: -1 }))
    expect(told({ func: 'logic_channel_open', param: toHex(ISDR_AID) })).toEqual(answered({ ecode: 1 }))
  })

  test.each([
    ['an unknown function', { func: 'eject' }],
    ['no function', {}],
    ['nothing', null],
    ['an APDU that is no hex', { func: 'transmit', param: '00a4zz' }],
    ['half a byte', { func: 'transmit', param: '00a' }],
    ['an AID that is too long', { func: 'logic_channel_open', param: 'aa'.repeat(17) }],
    ['a channel that is not open', { func: 'logic_channel_close', param: 7 }],
    ['a channel that is no number', { func: 'logic_channel_close', param: '' }],
  ])('%s is answered with -1', (_, payload) => {
    expect(told(payload)).toEqual(answered({ ecode: -1 }))
  })

  test.each(['', 'connect', '{"type":"apdu"', '[]', 'null'])('the line %j is answered with -1', (line) => {
    expect(JSON.parse(bridge(line))).toEqual(answered({ ecode: -1 }))
  })
})
