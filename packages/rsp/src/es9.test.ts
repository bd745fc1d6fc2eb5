import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { es9Path, readEs9Answer, readEs9Request, writeEs9Answer, writeEs9Request } from './es9.ts'
import { readExecutionStatus, writeFailure } from './json-body.ts'
import { RspRefusal } from './refusal.ts'

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const challenge = new Uint8Array(16).fill(7)
const body = { euiccChallenge: b64(challenge), euiccInfo1: 'vyAA', smdpAddress: 'rsp.example.com' }

function detailOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof RspRefusal) return `${error.refusal}: ${error.detail}`
    throw error
  }
  return 'accepted'
}

describe('requests', () => {
  test('members are read; unknown members and a header are ignored', () => {
    const read = readEs9Request('initiateAuthentication', { ...body, lpaRspCapability: '1', header: { x: 1 } })
    expect(Object.keys(read)).toEqual(['euiccChallenge', 'euiccInfo1', 'smdpAddress'])
    expect(b64(read.euiccChallenge)).toBe(b64(challenge))
    expect(read.smdpAddress).toBe('rsp.example.com')
  })

  test('a transaction id is read in either case and written in upper case', () => {
    const read = (transactionId: string) =>
      readEs9Request('cancelSession', { transactionId, cancelSessionResponse: 'v0EA' }).transactionId
    expect(Buffer.from(read('0a0B')).toString('hex')).toBe('0a0b')
    const written = writeEs9Request('cancelSession', {
      transactionId: read('0a0B'),
      cancelSessionResponse: Uint8Array.of(0xbf, 0x41, 0),
    })
    expect(written).toEqual({ transactionId: '0A0B', cancelSessionResponse: 'v0EA' })
  })

  test('a written request is read back unchanged', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 16 }), bytes, (transactionId, prepareDownloadResponse) => {
        const request = { transactionId, prepareDownloadResponse }
        const read = readEs9Request('getBoundProfilePackage', writeEs9Request('getBoundProfilePackage', request))
        expect(b64(read.transactionId)).toBe(b64(transactionId))
        expect(b64(read.prepareDownloadResponse)).toBe(b64(prepareDownloadResponse))
      }),
    )
  })

  test.each([
    ['no object', [], 'the body is not a JSON object'],
    ['nothing', null, 'the body is not a JSON object'],
    ['text', 'x', 'the body is not a JSON object'],
    ['no challenge', { ...body, euiccChallenge: undefined }, 'euiccChallenge: '],
    [
      'a short challenge',
      { ...body, euiccChallenge: b64(challenge.subarray(1)) },
      'euiccChallenge: base64 of 16 bytes',
    ],
    ['a number for base64', { ...body, euiccInfo1: 7 }, 'euiccInfo1: base64'],
    ['empty base64', { ...body, euiccInfo1: '' }, 'euiccInfo1: base64'],
    ['base64 with a line break', { ...body, euiccInfo1: 'vyAA\n' }, 'euiccInfo1: base64'],
    ['base64 with blanks', { ...body, euiccInfo1: 'vy AA' }, 'euiccInfo1: base64'],
    ['the URL alphabet', { ...body, euiccInfo1: '_-__' }, 'euiccInfo1: base64'],
    ['base64 without padding', { ...body, euiccInfo1: 'vyA' }, 'euiccInfo1: base64'],
    ['an address that is not text', { ...body, smdpAddress: {} }, 'smdpAddress: '],
    ['an address of 256 characters', { ...body, smdpAddress: 'a'.repeat(256) }, 'smdpAddress: '],
    ['an inherited member', Object.create(body), 'euiccChallenge: '],
  ])('%s is malformed', (_, json, detail) => {
    expect(detailOf(() => readEs9Request('initiateAuthentication', json))).toContain(`request_malformed: ${detail}`)
  })

  test.each(['', '0', 'zz', '00'.repeat(17), ' 00'])('the transaction id %j is malformed', (transactionId) => {
    const json = { transactionId, cancelSessionResponse: 'v0EA' }
    expect(detailOf(() => readEs9Request('cancelSession', json))).toContain('request_malformed: transactionId')
  })
})

describe('answers', () => {
  const answer = { transactionId: Uint8Array.of(0xab), boundProfilePackage: Uint8Array.of(0xbf, 0x36, 0) }

  test('a success has its header and members', () => {
    expect(writeEs9Answer('getBoundProfilePackage', answer)).toEqual({
      header: { functionExecutionStatus: { status: 'Executed-Success' } },
      transactionId: 'AB',
      boundProfilePackage: 'vzYA',
    })
  })

  test('a success is read by the client', () => {
    const outcome = readEs9Answer('getBoundProfilePackage', writeEs9Answer('getBoundProfilePackage', answer))
    expect(outcome.kind).toBe('done')
    if (outcome.kind === 'done') expect(b64(outcome.answer.boundProfilePackage)).toBe('vzYA')
  })

  test('a refusal carries its codes and the sentence for the user, never the detail', () => {
    const refusal = new RspRefusal('confirmation_code_wrong', { detail: 'SECRET' })
    const json = writeFailure(refusal)
    expect(json).toEqual({
      header: {
        functionExecutionStatus: {
          status: 'Failed',
          statusCodeData: {
            subjectCode: '8.2.7',
            reasonCode: '3.8',
            message: 'The confirmation code is wrong. Please try again.',
          },
        },
      },
    })
    expect(readEs9Answer('authenticateClient', json)).toEqual({
      kind: 'failed',
      status: {
        status: 'Failed',
        subjectCode: '8.2.7',
        reasonCode: '3.8',
        message: 'The confirmation code is wrong. Please try again.',
      },
    })
  })

  test.each([
    ['no header', {}],
    ['an unknown status', { header: { functionExecutionStatus: { status: 'Fine' } } }],
    ['a success without its members', { header: { functionExecutionStatus: { status: 'Executed-Success' } } }],
    ['nothing', undefined],
  ])('%s is malformed', (_, json) => {
    expect(readEs9Answer('getBoundProfilePackage', json).kind).toBe('malformed')
  })

  test('a warning is a success', () => {
    const header = { functionExecutionStatus: { status: 'Executed-WithWarning' } }
    expect(readEs9Answer('cancelSession', { header }).kind).toBe('done')
    expect(readExecutionStatus({ header })).toEqual({ status: 'Executed-WithWarning' })
  })
})

test('a received text with a NUL is omitted', () => {
  const statusCodeData = { subjectCode: '8.9', reasonCode: '4.2', message: 'A\u0000B' }
  const header = { functionExecutionStatus: { status: 'Failed', statusCodeData } }
  expect(readExecutionStatus({ header })).toEqual({ status: 'Failed', subjectCode: '8.9', reasonCode: '4.2' })
})

test('paths are those of the standard', () => {
  expect(es9Path('handleNotification')).toBe('/gsma/rsp2/es9plus/handleNotification')
})
