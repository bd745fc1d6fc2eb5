import { toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { createStdioBridge, ISDR_AID } from './index.ts'
import { bench } from './testing/bench.ts'

const { card } = bench()
const bridge = createStdioBridge(card.euicc)
const answerTo = (payload: unknown) => JSON.parse(bridge(JSON.stringify({ type: 'apdu', payload }))) as unknown
const apduAnswer = (payload: object) => ({ type: 'apdu', payload })

describe('an LPA over standard input and output', () => {
  test('can connect, open a channel to the ISD-R, transmit, close the channel and disconnect', () => {
    expect(answerTo({ func: 'connect', param: null })).toEqual(apduAnswer({ ecode: 0 }))
    expect(answerTo({ func: 'logic_channel_open', param: toHex(ISDR_AID) })).toEqual(apduAnswer({ ecode: 1 }))
    // STORE DATA with GetEUICCChallenge: 24 bytes wait for GET RESPONSE
    const waiting = answerTo({ func: 'transmit', param: '81e2910003bf2e00' })
    expect(waiting).toEqual(apduAnswer({ ecode: 0, data: '6115' }))
    expect(answerTo({ func: 'transmit', param: '81C0000015' })).toEqual(
      apduAnswer({ ecode: 0, data: expect.stringMatching(/^bf2e128010[0-9a-f]{32}9000$/) }),
    )
    expect(answerTo({ func: 'logic_channel_close', param: 1 })).toEqual(apduAnswer({ ecode: 0 }))
    expect(answerTo({ func: 'disconnect', param: null })).toEqual(apduAnswer({ ecode: 0 }))
  })

  test('an application that the card does not have leaves no channel open', () => {
    expect(answerTo({ func: 'logic_channel_open', param: 'a0000000000000' })).toEqual(apduAnswer({ ecode: -1 }))
    expect(answerTo({ func: 'logic_channel_open', param: toHex(ISDR_AID) })).toEqual(apduAnswer({ ecode: 1 }))
  })

  test.each([
    ['an unknown function', { func: 'eject' }],
    ['no function', {}],
    ['nothing', null],
    ['an APDU that is not hexadecimal', { func: 'transmit', param: '00a4zz' }],
    ['half a byte', { func: 'transmit', param: '00a' }],
    ['an AID that is too long', { func: 'logic_channel_open', param: 'aa'.repeat(17) }],
    ['a channel that is not open', { func: 'logic_channel_close', param: 7 }],
    ['a channel that is not a number', { func: 'logic_channel_close', param: '' }],
  ])('%s is answered with -1', (_, payload) => {
    expect(answerTo(payload)).toEqual(apduAnswer({ ecode: -1 }))
  })

  test.each(['', 'connect', '{"type":"apdu"', '[]', 'null'])('the line %j is answered with -1', (line) => {
    expect(JSON.parse(bridge(line))).toEqual(apduAnswer({ ecode: -1 }))
  })
})
