import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { peStatuses } from '../codec/euicc-response.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { encodeResponse, explainResponse } from './explain-response.ts'

const elements = decodeProfile(fromHex(sampleProfileHex))

test('success is 30 07 A0 05 30 03 80 01 00', () => {
  expect(toHex(encodeResponse({ status: 'ok' }))).toBe('3007a0053003800100')
  expect(explainResponse(fromHex('3007a0053003800100'))).toMatchObject({ installed: true, statuses: [{ name: 'ok' }] })
})

test('a failure names the element at fault', () => {
  const response = encodeResponse({ status: 'bad-values', identification: 4 })
  expect(toHex(response)).toBe('300ca00830068001038101048100')
  expect(explainResponse(response, elements)).toEqual({
    installed: false,
    message: undefined,
    statuses: [
      {
        name: 'bad-values',
        status: 3,
        text: 'A value in the profile element is not acceptable. Element 4: usim.',
        element: { index: 4, kind: 'usim', identification: 4 },
      },
    ],
  })
})

test('an unknown or missing identification yields no element', () => {
  for (const identification of [50, undefined]) {
    const { statuses } = explainResponse(encodeResponse({ status: 'pe-not-supported', identification }), elements)
    expect(statuses[0]).toMatchObject({ name: 'pe-not-supported', element: undefined })
  }
})

test('warnings come before the success', () => {
  const warnings = [{ status: peStatuses['feature-not-supported'].value, identification: 8 }]
  const { installed, statuses } = explainResponse(encodeResponse({ status: 'ok', warnings }), elements)
  expect(installed).toBe(true)
  expect(statuses.map(({ name }) => name)).toEqual(['feature-not-supported', 'ok'])
})

describe('other eUICCs', () => {
  test('may send a status word and a message of their own', () => {
    const explained = explainResponse(fromHex('3019a00a30088003006a8481010a810082096e6f2073706163652e'), elements)
    expect(explained.message).toBe('no space.')
    expect(explained.statuses[0]).toMatchObject({ name: undefined, status: 0x6a84 })
    expect(explained.statuses[0]?.text).toContain('Status 6A84.')
  })

  test('an aborted installation is not a success even with status ok', () => {
    expect(explainResponse(fromHex('3009a00530038001008100')).installed).toBe(false)
  })

  test.each(['', '3000', '04020000', '3007a0053003810100'])('"%s" is refused', (hex) => {
    expect(() => explainResponse(fromHex(hex))).toThrow()
  })
})
