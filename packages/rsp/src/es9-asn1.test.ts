import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import {
  type Es9Asn1Request,
  readEs9Asn1Request,
  writeEs9Asn1Answer,
  writeEs9Asn1Failure,
  writeEs9Asn1Request,
} from './es9-asn1.ts'
import { RspRefusal } from './refusal.ts'

const transactionId = fromHex('0a0b')
const challenge = '00112233445566778899aabbccddeeff'

/** Bytes composed by hand from the definitions of the ASN.1 binding, with the request that they encode. */
const requests: [Es9Asn1Request, string][] = [
  [
    {
      kind: 'initiateAuthentication',
      value: { euiccChallenge: fromHex(challenge), smdpAddress: 'a.b', euiccInfo1: fromHex('bf2000') },
    },
    `a21dbf391a8110${challenge}8303612e62bf2000`,
  ],
  [
    { kind: 'authenticateClient', value: { transactionId, authenticateServerResponse: fromHex('bf3802a000') } },
    'a20cbf3b0980020a0bbf3802a000',
  ],
  [
    { kind: 'getBoundProfilePackage', value: { transactionId, prepareDownloadResponse: fromHex('bf2102a000') } },
    'a20cbf3a0980020a0bbf2102a000',
  ],
  [
    { kind: 'cancelSession', value: { transactionId, cancelSessionResponse: fromHex('bf4103810105') } },
    'a20cbf410980020a0ba103810105',
  ],
  [{ kind: 'handleNotification', value: { pendingNotification: fromHex('bf3700') } }, 'a208bf3d05a003bf3700'],
]

describe('the ASN.1 binding of ES9+', () => {
  test.each(requests)('reads and writes $kind', (call, hex) => {
    expect(toHex(writeEs9Asn1Request(call))).toBe(hex)
    const read = readEs9Asn1Request(fromHex(hex))
    expect(read).toEqual(call)
  })

  test('encodes an answer as the concatenated members of the JSON form', () => {
    const answer = { transactionId, boundProfilePackage: fromHex('bf3600') }
    expect(toHex(writeEs9Asn1Answer('getBoundProfilePackage', answer))).toBe('a20cbf3a09a00780020a0bbf3600')
    expect(toHex(writeEs9Asn1Answer('cancelSession', {}))).toBe('a205bf4102a000')
    const opened = {
      transactionId,
      serverSigned1: fromHex('3000'),
      serverSignature1: fromHex('5f3700'),
      euiccCiPKIdToBeUsed: fromHex('0400'),
      serverCertificate: fromHex('3001'),
    }
    expect(toHex(writeEs9Asn1Answer('initiateAuthentication', opened))).toBe('a212bf390fa00d80020a0b30005f370004003001')
  })

  test("encodes a refusal with the function's own error number, or 127", () => {
    expect(toHex(writeEs9Asn1Failure('authenticateClient', 'eid_refused'))).toBe('a206bf3b03810107')
    expect(toHex(writeEs9Asn1Failure('getBoundProfilePackage', 'transaction_unknown'))).toBe('a206bf3a0381015f')
    expect(toHex(writeEs9Asn1Failure('authenticateClient', 'attempts_exceeded'))).toBe('a206bf3b0381017f')
  })

  test.each([
    ['another outer tag', 'a100'],
    ['an unknown function', 'a203bf4500'],
    ['no function', 'a200'],
    ['two functions', 'a208bf410080020a0b00'],
    ['a missing transaction id', 'a207bf3b04bf3800'],
    ['trailing bytes', 'a208bf3d05a003bf370000'],
  ])('%s is malformed', (_, hex) => {
    expect(() => readEs9Asn1Request(fromHex(hex))).toThrow(RspRefusal)
  })
})
