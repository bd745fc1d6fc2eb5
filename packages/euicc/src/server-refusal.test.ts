import { concat, equalBytes, fromHex, writeTlv } from '@simwright/asn1'
import { type Es9Function, importSigningKey, prepareDownloadRequest, serverSigned1, smdpSigned2 } from '@simwright/rsp'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Bench, bench, download, MATCHING_ID, rewriting } from './testing/bench.ts'
import { offerOf } from './testing/profile.ts'
import { issuedBy, NOW, random, SMDP_HOST, SMDP_OID, testPki } from './testing/smdp.ts'

let device: Bench

beforeEach(() => {
  device = bench()
  device.smdp.offers.set(MATCHING_ID, offerOf())
})

type Answer = Record<string, Uint8Array>

/** Changes one answer of the server. */
function damage(name: Es9Function, change: (answer: Answer) => void): void {
  device.smdp.damage = (found, answer) => {
    if (found === name) change(answer)
  }
}

const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

const refusedBy = (code: string, name = 'AuthenticateServer') => ({ outcome: 'refused-by-euicc', function: name, code })

/** Changes serverSigned1 and signs it again with the key of the server. */
function resignFirst(change: Partial<Parameters<typeof serverSigned1.encode>[0]>): void {
  damage('initiateAuthentication', (answer) => {
    const signed = serverSigned1.encode({ ...serverSigned1.decode(answer.serverSigned1!), ...change })
    answer.serverSigned1 = signed
    answer.serverSignature1 = writeTlv(0x5f37, device.smdp.credentials.authKey.sign(signed))
  })
}

describe('the eUICC refuses a server', () => {
  it.each([
    ['whose signature is damaged', 'serverSignature1', 30],
    ['whose signed data is damaged', 'serverSigned1', 70],
  ])('%s', async (_, member, at) => {
    damage('initiateAuthentication', (answer) => {
      answer[member] = flipped(answer[member]!, at)
    })
    expect(await download(device)).toMatchObject(refusedBy('invalidSignature'))
    expect(device.smdp.events).toEqual(['error:invalidSignature'])
  })

  it('whose certificate is issued by another CI', async () => {
    damage('initiateAuthentication', (answer) => {
      answer.serverCertificate = testPki().dpAuth.certificate
    })
    expect(await download(device)).toMatchObject(refusedBy('ciPKUnknown'))
  })

  it('whose certificate is damaged', async () => {
    damage('initiateAuthentication', (answer) => {
      const certificate = answer.serverCertificate!
      answer.serverCertificate = flipped(certificate, certificate.length - 3)
    })
    expect(await download(device)).toMatchObject(refusedBy('invalidCertificate'))
  })

  it('whose certificate is for binding profiles', async () => {
    damage('initiateAuthentication', (answer) => {
      answer.serverCertificate = device.smdp.pki.dpPb.certificate
    })
    expect(await download(device)).toMatchObject(refusedBy('invalidOid'))
  })

  it('whose certificate contains no OID', async () => {
    const nameless = issuedBy(device.smdp.pki, 'dp-auth', { oid: 'none' })
    device.smdp.credentials = {
      ...device.smdp.credentials,
      authCertificate: nameless.certificate,
      authKey: nameless.key,
    }
    expect(await download(device)).toMatchObject(refusedBy('invalidCertificate'))
  })

  it('that selects a CI the eUICC certificate does not chain to', async () => {
    damage('initiateAuthentication', (answer) => {
      answer.euiccCiPKIdToBeUsed = writeTlv(0x04, random(20))
    })
    expect(await download(device)).toMatchObject(refusedBy('ciPKUnknown'))
  })

  it('that signs a different challenge', async () => {
    resignFirst({ euiccChallenge: random(16) })
    expect(await download(device)).toMatchObject(refusedBy('euiccChallengeMismatch'))
  })

  it('whose certificate has expired, if the eUICC has a clock', async () => {
    const expired = issuedBy(device.smdp.pki, 'dp-auth', { notAfter: new Date(NOW.getTime() - 60_000) })
    const credentials = { ...device.smdp.credentials, authCertificate: expired.certificate, authKey: expired.key }
    device = bench({ now: () => NOW }, device.smdp)
    device.smdp.credentials = credentials
    expect(await download(device)).toMatchObject(refusedBy('invalidCertificate'))
    device = bench({}, device.smdp)
    expect(await download(device)).toMatchObject({ outcome: 'installed' })
  })
})

/** Changes smdpSigned2 and signs it again. */
function resignSecond(change: Partial<Parameters<typeof smdpSigned2.encode>[0]>, key = device.smdp.credentials.pbKey) {
  damage('authenticateClient', (answer) => {
    const signed = smdpSigned2.encode({ ...smdpSigned2.decode(answer.smdpSigned2!), ...change })
    const [session] = [...device.smdp.sessions.values()].slice(-1)
    const covered = concat(signed, writeTlv(0x5f37, session!.euiccSignature1!))
    answer.smdpSigned2 = signed
    answer.smdpSignature2 = writeTlv(0x5f37, key.sign(covered))
  })
}

describe('the eUICC does not prepare a download', () => {
  const refused = (code: string) => refusedBy(code, 'PrepareDownload')

  it('when the second signature is damaged', async () => {
    damage('authenticateClient', (answer) => {
      answer.smdpSignature2 = flipped(answer.smdpSignature2!, 40)
    })
    expect(await download(device)).toMatchObject(refused('invalidSignature'))
    expect(device.smdp.events).toEqual(['error:invalidSignature'])
  })

  it('for another transaction', async () => {
    resignSecond({ transactionId: random(16) })
    expect(await download(device)).toMatchObject(refused('invalidTransactionId'))
  })

  it('without the required confirmation code', async () => {
    device.smdp.offers.set(MATCHING_ID, offerOf({ confirmationCode: '4711' }))
    const euicc = rewriting(device, (command) => {
      if (command[1] !== 0x21) return command
      return prepareDownloadRequest.encode({ ...prepareDownloadRequest.decode(command), hashCc: undefined })
    })
    expect(await download(device, { euicc, confirmationCode: '4711' })).toMatchObject(refused('undefinedError'))
  })

  it('with the certificate that authenticates the server', async () => {
    damage('authenticateClient', (answer) => {
      answer.smdpCertificate = device.smdp.pki.dpAuth.certificate
    })
    expect(await download(device)).toMatchObject(refused('invalidCertificate'))
  })

  it('with a certificate of another server under the same CI', async () => {
    const other = issuedBy(device.smdp.pki, 'dp-pb', { oid: '2.999.11' })
    device.smdp.credentials = { ...device.smdp.credentials, pbCertificate: other.certificate, pbKey: other.key }
    expect(await download(device)).toMatchObject(refused('invalidCertificate'))
  })

  it('with a certificate of another CI', async () => {
    const other = testPki()
    device.smdp.credentials = {
      ...device.smdp.credentials,
      pbCertificate: other.dpPb.certificate,
      pbKey: importSigningKey(other.dpPb.privateKey),
    }
    expect(await download(device)).toMatchObject(refused('invalidCertificate'))
  })
})

describe('the LPA stops', () => {
  it("when the signed address is another server's", async () => {
    resignFirst({ serverAddress: 'elsewhere.example.com' })
    expect(await download(device)).toMatchObject({ outcome: 'canceled', because: 'the server has another address' })
    expect(device.smdp.calls).toEqual(['initiateAuthentication'])
  })

  it('when the signed transaction ID is a different one', async () => {
    resignFirst({ transactionId: random(16) })
    expect(await download(device)).toMatchObject({ because: 'the signed transaction ID is a different one' })
  })

  it('when the activation code contains another server identifier', async () => {
    const activationCode = `LPA:1$${SMDP_HOST}$${MATCHING_ID}$2.999.11`
    expect(await download(device, { activationCode })).toMatchObject({ because: 'the server has another identifier' })
    const right = `LPA:1$${SMDP_HOST}$${MATCHING_ID}$${SMDP_OID}`
    expect(await download(device, { activationCode: right })).toMatchObject({ outcome: 'installed' })
  })

  it('when the user rejects the profile, and the server verifies the cancellation', async () => {
    const result = await download(device, { decide: () => 'endUserRejection' })
    expect(result).toMatchObject({ outcome: 'canceled', reason: 'endUserRejection' })
    expect(device.smdp.events).toEqual(['canceled:endUserRejection'])
  })

  it('when the package contains other metadata than the user has accepted', async () => {
    damage('authenticateClient', (answer) => {
      const shown = answer.profileMetadata!
      const at = shown.findIndex((_, index) => equalBytes(shown.subarray(index, index + 5), fromHex('466c656574')))
      answer.profileMetadata = flipped(shown, at)
    })
    expect(await download(device)).toMatchObject({ outcome: 'canceled', reason: 'metadataMismatch' })
    expect(device.smdp.events).toEqual(['canceled:metadataMismatch'])
  })

  it('when a required confirmation code is missing', async () => {
    device.smdp.offers.set(MATCHING_ID, offerOf({ confirmationCode: '4711' }))
    expect(await download(device)).toMatchObject({ outcome: 'canceled', reason: 'postponed' })
    expect(device.smdp.events).toEqual(['canceled:postponed'])
  })

  it("when the server's answer is malformed", async () => {
    damage('authenticateClient', (answer) => {
      answer.smdpSigned2 = Uint8Array.of(0x30, 0x03, 0x80, 0x01)
    })
    expect(await download(device)).toMatchObject({ outcome: 'canceled', reason: 'undefinedReason' })
  })
})

describe('a refusal of the server', () => {
  it('is returned with its codes and its message', async () => {
    device.smdp.offers.clear()
    expect(await download(device)).toMatchObject({
      outcome: 'refused-by-server',
      function: 'authenticateClient',
      subjectCode: '8.2.6',
      reasonCode: '3.8',
      message: expect.stringMatching(/\w/),
    })
  })

  it('for a wrong confirmation code has its own subject code', async () => {
    device.smdp.offers.set(MATCHING_ID, offerOf({ confirmationCode: '4711' }))
    expect(await download(device, { confirmationCode: '4712' })).toMatchObject({
      outcome: 'refused-by-server',
      subjectCode: '8.2.7',
      reasonCode: '3.8',
    })
  })

  it('is the answer to initiateAuthentication if it supports none of the CIs of the eUICC', async () => {
    const stranger = bench()
    expect(await download({ smdp: device.smdp, card: stranger.card })).toMatchObject({
      outcome: 'refused-by-server',
      function: 'initiateAuthentication',
      subjectCode: '8.8.2',
      reasonCode: '3.1',
    })
  })

  it('differs from the result for a server that cannot be reached', async () => {
    device.smdp.isReachable = false
    expect(await download(device)).toMatchObject({ outcome: 'unreachable', function: 'initiateAuthentication' })
  })
})
