import * as notice from '@simwright/contract/platform/notice'
import { digestConfirmationCode, generateKeyPair, hashConfirmationCode } from '@simwright/rsp'
import {
  importPrivateKey,
  issueCertificate,
  issuerOf,
  issueTestEuicc,
  issueTestPki,
  type NewCertificate,
  nameOf,
  parseCertificate,
} from '@simwright/x509'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { sourcesOf } from './service.ts'

const scene = await smdpScene()
const { enterprise, hand, phones, device, order, shown, timeline, clock } = scene
const DAY_MS = 24 * 60 * 60_000

const sources = () => sourcesOf(scene.server)
const foreignPki = () => issueTestPki({ ...sources(), host: 'localhost', oid: '2.999.77' })

const hashed = (code: string, { transactionId }: { transactionId: Uint8Array }) => ({
  hashCc: hashConfirmationCode(digestConfirmationCode(code), transactionId),
})

/** The newest event and both states of a profile. */
async function afterwards(profileId: string) {
  const [newest] = await timeline(profileId)
  const { status, orderState, attempts } = await shown(profileId)
  return { status, orderState, attempts, event: newest!.type, code: `${newest!.subjectCode}/${newest!.reasonCode}` }
}

const untouched = { status: 'AVAILABLE', orderState: 'Released', attempts: 0, event: 'GENERATED', code: 'null/null' }

describe('InitiateAuthentication', () => {
  test.each([
    ['another address', { smdpAddress: 'smdp.example.net' }, '8.8.1/3.8'],
    ['SVN 1.0.0', { svn: '1.0.0' }, '8.8.3/3.1'],
    ['SVN 3.0.0', { svn: '3.0.0' }, '8.8.3/3.1'],
    ['an unknown issuer', { euiccCiPKIdListForSigning: [new Uint8Array(20)] }, '8.8.2/3.1'],
    [
      'no issuer by which it could verify the server',
      { euiccCiPKIdListForVerification: [new Uint8Array(20)] },
      '8.8.4/3.7',
    ],
  ])('is refused for %s', async (_, change, verdict) => {
    const said = await device().initiate(change)
    expect(said.verdict).toBe(verdict)
    expect(said.message).toMatch(/^[A-Z].+\.$/)
  })

  test.each(['2.1.0', '2.2.1', '2.2.2', '2.3.0'])('accepts SVN %s', async (svn) => {
    expect((await device().initiate({ svn })).verdict).toBe(SUCCESS)
  })

  test('accepts our address in capitals, without a port, and with port 443', async () => {
    for (const smdpAddress of ['LOCALHOST', 'localhost', 'LocalHost:443', hand.address.toUpperCase()])
      expect((await device().initiate({ smdpAddress })).verdict).toBe(SUCCESS)
  })

  test('creates a new transaction and challenge each time', async () => {
    const one = device()
    const [first, second] = [await one.open(), await one.open()]
    expect(first.transactionId).not.toEqual(second.transactionId)
    expect(first.serverChallenge).not.toEqual(second.serverChallenge)
  })
})

describe('AuthenticateClient proves the eUICC', () => {
  test('an unknown transaction, in the JSON or in the signed data, is refused', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const opened = await one.open()
    const calls = new Uint8Array(16)
    expect((await one.authenticate(opened, { matchingId, calls })).verdict).toBe('8.10.1/3.9')
    expect((await one.authenticate(opened, { matchingId, transactionId: calls })).verdict).toBe('8.10.1/3.9')
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  test('a transaction ends after ten minutes', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const opened = await one.open()
    await scene.wait(10 * 60_000 + 1)
    expect((await one.authenticate(opened, { matchingId })).verdict).toBe('8.10.1/3.9')
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  test('a chain to another issuer is refused', async () => {
    const { matchingId, profileId } = await order()
    const { eum } = foreignPki()
    const one = device()
    const other = issueTestEuicc({ ...sources(), eum, eid: one.eid })
    const change = { key: other, euiccCertificate: other.certificate, eumCertificate: eum.certificate }
    expect((await one.ask(matchingId, change)).verdict).toBe('8.11.1/3.9')
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  /** A valid EUM certificate under the test issuer, with the given changes. */
  function eumWith(change: Partial<NewCertificate>, signedWith = phones.issuer.ci) {
    const keys = generateKeyPair('P-256')
    const ci = parseCertificate(phones.issuer.ci.certificate)
    const now = clock.now().getTime()
    const good = parseCertificate(phones.issuer.eum.certificate)
    const certificate = issueCertificate({
      role: 'eum',
      subject: good.subject,
      publicKeyInfo: keys.publicKeyInfo,
      issuer: issuerOf(ci, importPrivateKey(signedWith.privateKey)),
      serialNumber: sources().random(16),
      notBefore: new Date(now - DAY_MS),
      notAfter: new Date(now + DAY_MS),
      registeredId: '2.999.5',
      eidPrefixes: ['89049032'],
      eidLimit: 'nameConstraints',
      ...change,
    })
    return { certificate, privateKey: keys.privateKey }
  }

  test.each([
    ['expired', { notAfter: new Date(Date.now() - DAY_MS / 2) }, undefined, '8.1.2/6.3'],
    ['has a role other than that of a manufacturer', { role: 'dp-auth' as const }, undefined, '8.1.2/6.1'],
    ['was signed with another key', {}, 'foreign', '8.1.2/6.1'],
  ])("a manufacturer's certificate that %s is refused", async (_, change, signer, verdict) => {
    const { matchingId, profileId } = await order()
    const eum = eumWith(change, signer ? foreignPki().ci : phones.issuer.ci)
    const one = device()
    const other = issueTestEuicc({ ...sources(), eum, eid: one.eid })
    const said = await one.ask(matchingId, {
      key: other,
      euiccCertificate: other.certificate,
      eumCertificate: eum.certificate,
    })
    expect(said.verdict).toBe(verdict)
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  function euiccWith(eid: string, change: Partial<NewCertificate>, signedWith = phones.issuer.eum) {
    const keys = generateKeyPair('P-256')
    const eum = parseCertificate(phones.issuer.eum.certificate)
    const now = clock.now().getTime()
    const certificate = issueCertificate({
      role: 'euicc',
      subject: nameOf({ C: 'DE', O: 'Simwright Test EUM', serialNumber: eid }),
      publicKeyInfo: keys.publicKeyInfo,
      issuer: issuerOf(eum, importPrivateKey(signedWith.privateKey)),
      serialNumber: sources().random(16),
      notBefore: new Date(now - DAY_MS),
      notAfter: new Date(now + DAY_MS),
      ...change,
    })
    return { certificate, privateKey: keys.privateKey }
  }

  test.each([
    ['expired', { notAfter: new Date(Date.now() - DAY_MS / 2) }, undefined, '8.1.3/6.3'],
    ['has another role', { role: 'dp-pb' as const, registeredId: '2.999.5' }, undefined, '8.1.3/6.1'],
    ['was signed with another key', {}, 'foreign', '8.1.3/6.1'],
    [
      'has an EID outside the range of its manufacturer',
      { subject: nameOf({ C: 'DE', O: 'Simwright Test EUM', serialNumber: '89033023426100000000000000000087' }) },
      undefined,
      '8.1.3/6.1',
    ],
    [
      'names another organisation',
      { subject: nameOf({ C: 'DE', O: 'Someone', serialNumber: '89049032123451234512345678901235' }) },
      undefined,
      '8.1.3/6.1',
    ],
  ])('an eUICC certificate that %s is refused', async (_, change, signer, verdict) => {
    const { matchingId, profileId } = await order()
    const one = device()
    const other = euiccWith(one.eid, change, signer ? foreignPki().eum : phones.issuer.eum)
    const said = await one.ask(matchingId, { key: other, euiccCertificate: other.certificate })
    expect(said.verdict).toBe(verdict)
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  test('an EID with wrong check digits is refused before the order counts an attempt', async () => {
    const { matchingId, profileId } = await order()
    const { verdict } = await hand.device('89049032123451234512345678901236').ask(matchingId)
    expect(verdict).toBe('8.1.3/6.1')
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  test('a signature of another key and a challenge of another session are refused', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    expect((await one.ask(matchingId, { key: device().identity })).verdict).toBe('8.1/6.1')
    expect((await one.ask(matchingId, { serverChallenge: new Uint8Array(16) })).verdict).toBe('8.1/6.1')
    expect((await one.ask(matchingId, { serverAddress: 'smdp.example.net' })).verdict).toBe('8.1/6.1')
    expect(await afterwards(profileId)).toEqual(untouched)
  })

  test('a device with further capabilities is accepted', async () => {
    const { matchingId } = await order()
    const one = device()
    const said = await one.ask(matchingId, {
      info: { uiccCapability: new Set(['usimSupport', 'akaMilenage', 'iotMinimal']) },
    })
    expect(said.verdict).toBe(SUCCESS)
  })
})

describe('AuthenticateClient finds the order', () => {
  test('an unknown MatchingID is refused, and the right one works in a new session', async () => {
    const { matchingId } = await order()
    const one = device()
    expect((await one.ask('NOBODY-MADE-THIS')).verdict).toBe('8.2.6/3.8')
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
  })

  test('without a MatchingID, or with an empty one, a device without an order is refused', async () => {
    expect((await device().ask()).verdict).toBe('8.1.1/3.8')
    expect((await device().ask('')).verdict).toBe('8.1.1/3.8')
  })

  test('an order of another EID is refused, and the timeline says so', async () => {
    const { matchingId, profileId } = await order({ eid: scene.nextEid() })
    expect((await device().ask(matchingId)).verdict).toBe('8.1.1/3.8')
    expect(await afterwards(profileId)).toEqual({ ...untouched, event: 'REFUSED', code: '8.1.1/3.8' })
  })

  test('an order that is not released is refused', async () => {
    const { matchingId, profileId } = await order()
    await scene.server.db.tenantTx(scene.enterprise.id, (db) =>
      db.updateTable('download_order').set({ state: 'Confirmed' }).where('profile_id', '=', profileId).execute(),
    )
    expect((await device().ask(matchingId)).verdict).toBe('8.2/1.2')
    expect(await afterwards(profileId)).toMatchObject({ event: 'REFUSED', code: '8.2/1.2', attempts: 0 })
  })

  test('an expired order ends, and is refused for the same reason again', async () => {
    const { matchingId, profileId } = await order({}, await scene.configured({ name: 'One day', acLifetimeDays: 1 }))
    await scene.wait(2 * DAY_MS)
    const ended = { status: 'EXPIRED', orderState: 'Error', attempts: 0, event: 'REFUSED', code: '8.8.5/4.10' }
    for (const _ of [1, 2]) {
      expect((await device().ask(matchingId)).verdict).toBe('8.8.5/4.10')
      expect(await afterwards(profileId)).toEqual(ended)
    }
  })

  test('a device uses up only its own attempts while the order is not bound', async () => {
    const twice = await scene.configured({ name: 'Two attempts', maxDownloadAttempts: 2 })
    const { matchingId, profileId } = await order({}, twice)
    const [one, owner] = [device(), device()]
    for (const _ of [1, 2]) expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
    for (const _ of [1, 2]) {
      expect(await one.ask(matchingId)).toMatchObject({
        verdict: '8.8.5/6.4',
        message: 'This device has tried too many times.',
      })
      expect(await afterwards(profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released', attempts: 2 })
    }
    for (const _ of Array(6)) expect((await device().ask(matchingId)).verdict).toBe(SUCCESS)
    await owner.prepare(await owner.offered(matchingId))
    expect(await afterwards(profileId)).toMatchObject({ status: 'DOWNLOADED', attempts: 1 })
  })

  test('one attempt more than allowed ends the order', async () => {
    // a bound order continues from the attempts of its device
    const twice = await scene.configured({ name: 'Two attempts, then bound', maxDownloadAttempts: 2 })
    const { matchingId, profileId } = await order({}, twice)
    const [stranger, one] = [device(), device()]
    for (const _ of [1, 2]) expect((await stranger.ask(matchingId)).verdict).toBe(SUCCESS)
    await one.prepare(await one.offered(matchingId))
    expect(await afterwards(profileId)).toMatchObject({ attempts: 1, orderState: 'Downloaded' })
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
    expect(await afterwards(profileId)).toMatchObject({ attempts: 2 })
    for (const _ of [1, 2]) {
      expect((await one.ask(matchingId)).verdict).toBe('8.8.5/6.4')
      expect(await afterwards(profileId)).toMatchObject({
        status: 'ERROR',
        orderState: 'Error',
        event: 'REFUSED',
        code: '8.8.5/6.4',
      })
    }
  })

  test('an eUICC that does not support the profile is refused with a readable reason', async () => {
    const { matchingId, profileId } = await order()
    const said = await device().ask(matchingId, { info: { uiccCapability: new Set(['usimSupport']) } })
    expect(said).toMatchObject({
      verdict: '8.2.5/4.3',
      message: "This device's eSIM does not support the MILENAGE algorithm.",
    })
    expect((await device().ask(matchingId, { info: { profileVersion: '2.0.0' } })).verdict).toBe('8.2.5/4.3')
    expect((await device().ask(matchingId, { info: { ppVersion: '255.255.255' } })).verdict).toBe('8.2.5/4.3')
    expect(await afterwards(profileId)).toEqual({ ...untouched, attempts: 1, event: 'REFUSED', code: '8.2.5/4.3' })
  })

  test('an eUICC with version 2.1 or 2.2 of the package format gets a profile without 5G, and none with 5G', async () => {
    const { matchingId } = await order()
    for (const profileVersion of ['2.1.0', '2.2.2'])
      expect((await device().ask(matchingId, { info: { profileVersion } })).verdict).toBe(SUCCESS)
    const fiveG = { protectionScheme: 'null', routingIndicator: '0', suciCalculation: 'ME' } as const
    const late = await order({}, await scene.configured({ name: 'With 5G', fiveG }))
    expect(await device().ask(late.matchingId, { info: { profileVersion: '2.2.2' } })).toMatchObject({
      verdict: '8.2.5/4.3',
      message: "This device's eSIM supports profile packages up to version 2.2.2; this one has 2.3.",
    })
    expect((await device().ask(late.matchingId, { info: { profileVersion: '2.3.0' } })).verdict).toBe(SUCCESS)
  })

  test('an eUICC whose rules forbid PPR1 is refused a profile that cannot be disabled, and no other', async () => {
    const locked = await scene.configured({ name: 'Cannot be disabled', isDisablingForbidden: true })
    const { matchingId, profileId } = await order({}, locked)
    const forbidden = (rule: 'ppr1' | 'ppr2') => ({ info: { forbiddenProfilePolicyRules: new Set([rule]) } })
    const message = "This device's eSIM does not allow profiles that cannot be disabled (PPR1)."
    expect(await device().ask(matchingId, forbidden('ppr1'))).toMatchObject({ verdict: '8.2.5/4.3', message })
    expect(await afterwards(profileId)).toEqual({ ...untouched, attempts: 1, event: 'REFUSED', code: '8.2.5/4.3' })
    expect((await timeline(profileId))[0]).toMatchObject({ type: 'REFUSED', text: message })
    expect((await device().ask(matchingId, forbidden('ppr2'))).verdict).toBe(SUCCESS)
    const { matchingId: unlocked } = await order()
    expect((await device().ask(unlocked, forbidden('ppr1'))).verdict).toBe(SUCCESS)
  })

  test('an eUICC with too little memory is refused', async () => {
    const { matchingId, profileId } = await order()
    const extCardResource = Uint8Array.of(0x81, 1, 0, 0x82, 2, 1, 0, 0x83, 2, 0x20, 0)
    expect((await device().ask(matchingId, { info: { extCardResource } })).verdict).toBe('8.1/4.8')
    expect(await afterwards(profileId)).toEqual({ ...untouched, attempts: 1, event: 'REFUSED', code: '8.1/4.8' })
  })

  test('a profile for live devices is refused to a device of a test issuer', async () => {
    const { matchingId, profileId } = await order()
    await scene.server.db.tenantTx(scene.enterprise.id, (db) =>
      db.updateTable('download_order').set({ device_trust: 'live' }).where('profile_id', '=', profileId).execute(),
    )
    const said = await device().ask(matchingId)
    expect(said).toMatchObject({ verdict: '8.2.5/4.3', message: 'This profile is not for test devices.' })
    expect(await afterwards(profileId)).toMatchObject({ event: 'REFUSED', code: '8.2.5/4.3', orderState: 'Released' })
  })
})

describe('GetBoundProfilePackage', () => {
  test('is allowed once, after AuthenticateClient in the same transaction', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const opened = await one.open()
    const early = { ...opened, smdpSignature2: new Uint8Array(64), ccRequired: false }
    expect((await one.prepare(early)).verdict).toBe('8.10.1/3.9')
    const offer = await one.offered(matchingId)
    expect((await one.prepare(offer, { calls: new Uint8Array(16) })).verdict).toBe('8.10.1/3.9')
    expect((await shown(profileId)).orderState).toBe('Released')
    expect((await one.prepare(offer)).verdict).toBe(SUCCESS)
    expect(await afterwards(profileId)).toMatchObject({
      status: 'DOWNLOADED',
      orderState: 'Downloaded',
      event: 'DOWNLOADED',
    })
    expect((await one.prepare(offer)).verdict).toBe('8.10.1/3.9')
  })

  test('another transaction in the signed data is refused', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    expect((await one.prepare(offer, { transactionId: new Uint8Array(16) })).verdict).toBe('8.10.1/3.9')
    expect(await afterwards(profileId)).toMatchObject({
      status: 'AVAILABLE',
      orderState: 'Released',
      event: 'REFUSED',
      code: '8.10.1/3.9',
    })
  })

  test('a signature of another key is refused, ends the session, and leaves nothing in the timeline', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    const before = await timeline(profileId)
    expect((await one.prepare(offer, { key: device().identity })).verdict).toBe('8.1/6.1')
    expect((await one.prepare(offer)).verdict).toBe('8.10.1/3.9')
    expect(await timeline(profileId)).toEqual(before)
    expect(await afterwards(profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released' })
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
  })

  test('a missing, then a wrong confirmation code can be corrected in the same session', async () => {
    const { matchingId, profileId } = await order({ confirmationCode: '4711' })
    const one = device()
    const offer = await one.offered(matchingId)
    expect(offer.ccRequired).toBe(true)
    expect((await one.prepare(offer)).verdict).toBe('8.2.7/2.2')
    expect(await afterwards(profileId)).toMatchObject({ orderState: 'Released', event: 'REFUSED', code: '8.2.7/2.2' })
    expect((await one.prepare(offer, hashed('1234', offer))).verdict).toBe('8.2.7/3.8')
    expect(await afterwards(profileId)).toMatchObject({ orderState: 'Released', event: 'REFUSED', code: '8.2.7/3.8' })
    expect((await shown(profileId)).confirmationFailures).toBe(1)
    expect((await one.prepare(offer, hashed('4711', offer))).verdict).toBe(SUCCESS)
    expect(await shown(profileId)).toMatchObject({ orderState: 'Downloaded', confirmationFailures: 0 })
  })

  test('wrong confirmation codes are counted across sessions, and the fifth ends the order', async () => {
    const { matchingId, profileId } = await order({ confirmationCode: '4711' })
    const one = device()
    for (const wrong of ['0001', '0002', '0003', '0004']) {
      const offer = await one.offered(matchingId)
      expect((await one.prepare(offer, hashed(wrong, offer))).verdict).toBe('8.2.7/3.8')
    }
    const offer = await one.offered(matchingId)
    expect((await one.prepare(offer, hashed('0005', offer))).verdict).toBe('8.2.7/6.4')
    expect(await afterwards(profileId)).toMatchObject({
      status: 'ERROR',
      orderState: 'Error',
      event: 'REFUSED',
      code: '8.2.7/6.4',
    })
    expect((await one.ask(matchingId)).verdict).not.toBe(SUCCESS)
    expect((await one.prepare(offer, hashed('4711', offer))).verdict).not.toBe(SUCCESS)
  })

  test('an order that expires between the steps is refused', async () => {
    const { matchingId, profileId } = await order({}, await scene.configured({ name: 'A day', acLifetimeDays: 1 }))
    await scene.wait(DAY_MS - 60_000)
    const one = device()
    const offer = await one.offered(matchingId)
    await scene.wait(2 * 60_000)
    expect((await one.prepare(offer)).verdict).toBe('8.8.5/4.10')
    expect(await afterwards(profileId)).toMatchObject({
      status: 'EXPIRED',
      orderState: 'Error',
      event: 'REFUSED',
      code: '8.8.5/4.10',
    })
  })

  test('the slower of two devices is refused', async () => {
    const { matchingId, profileId } = await order()
    const [quick, slow] = [device(), device()]
    const [first, second] = [await quick.offered(matchingId), await slow.offered(matchingId)]
    expect((await quick.prepare(first)).verdict).toBe(SUCCESS)
    expect((await slow.prepare(second)).verdict).toBe('8.2/3.7')
    expect(await afterwards(profileId)).toMatchObject({
      status: 'DOWNLOADED',
      orderState: 'Downloaded',
      code: '8.2/3.7',
    })
    expect((await shown(profileId)).eid).toBe(quick.eid)
    expect((await slow.ask(matchingId)).verdict).toBe('8.1.1/3.8')
  })
})

describe('a profile package that cannot be built', () => {
  /** Changes a stored version without the checks of the service. */
  async function storeFields(configurationId: string, change: object) {
    const patch = JSON.stringify(change)
    await scene.server.db.tenantTx(enterprise.id, (db) =>
      sql`update profile_configuration_version set fields = fields || ${patch}::jsonb
        where enterprise_id = ${enterprise.id} and configuration_id = ${configurationId}`.execute(db),
    )
  }
  const buildNotices = async () => {
    const owner = await scene.sessionIn(enterprise.owner, enterprise.id)
    const { items } = await owner.ask(notice.list, {})
    return items.filter(({ kind }) => kind === 'BUILD_FAILED')
  }

  test('is refused at AuthenticateClient, with the reason in the timeline and one notice about the configuration', async () => {
    const configurationId = await scene.configured({ name: 'Forbidden at home' })
    const [first, second] = [await order({}, configurationId), await order({}, configurationId)]
    await storeFields(configurationId, { fplmn: ['99970'] })
    for (const { matchingId, profileId } of [first, first, second]) {
      const said = await device().ask(matchingId)
      expect(said.verdict).toBe('8.8/4.2')
      expect(said.message).not.toContain('99970')
      expect(await afterwards(profileId)).toMatchObject({ status: 'AVAILABLE', event: 'REFUSED', code: '8.8/4.2' })
      const [newest] = await timeline(profileId)
      expect(newest!.text).toBe(
        'The profile package could not be built. fplmn: The home network 99970 cannot be a forbidden network.',
      )
    }
    expect(await buildNotices()).toMatchObject([
      { facts: { configurationId, version: 1, name: 'Forbidden at home', reason: expect.stringContaining('fplmn') } },
    ])
  })

  test('is refused at GetBoundProfilePackage when a value of the profile itself is at fault', async () => {
    const { matchingId, profileId } = await order({}, await scene.configured({ name: 'Bad number' }))
    await scene.server.db.tenantTx(enterprise.id, (db) =>
      sql`update profile set msisdn = '12x' where enterprise_id = ${enterprise.id} and id = ${profileId}`.execute(db),
    )
    const one = device()
    expect((await one.prepare(await one.offered(matchingId))).verdict).toBe('8.8/4.2')
    const [newest] = await timeline(profileId)
    expect(newest!.text).toBe('The profile package could not be built. msisdn: Is not a telephone number.')
  })
})

describe('CancelSession', () => {
  test('of an unknown transaction, in the JSON or in the signed data, is refused', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    expect((await one.cancel(offer, { calls: new Uint8Array(16) })).verdict).toBe('8.10.1/3.9')
    expect((await one.cancel(offer, { transactionId: new Uint8Array(16) })).verdict).toBe('8.10.1/3.9')
    expect(await afterwards(profileId)).toMatchObject({ orderState: 'Released', event: 'AUTHENTICATED' })
  })

  test.each([
    ['before', false],
    ['after', true],
  ])('with a wrong signature or another identifier is refused %s the package', async (_, delivered) => {
    const { matchingId, profileId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    if (delivered) await one.prepare(offer)
    const signed = await timeline(profileId)
    expect((await one.cancel(offer, { key: device().identity })).verdict).toBe('8.1/6.1')
    expect(await timeline(profileId)).toEqual(signed)
    expect((await one.cancel(offer, { smdpOid: '2.999.11' })).verdict).toBe('8.8/3.10')
    expect(await afterwards(profileId)).toMatchObject({ event: 'REFUSED', code: '8.8/3.10' })
    expect((await shown(profileId)).orderState).toBe(delivered ? 'Downloaded' : 'Released')
    expect((await one.cancel(offer, { reason: 'postponed' })).verdict).toBe(SUCCESS)
  })

  test('ends the session: later steps are refused', async () => {
    const { matchingId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    expect((await one.cancel(offer, { reason: 'timeout' })).verdict).toBe(SUCCESS)
    expect((await one.prepare(offer)).verdict).toBe('8.10.1/3.9')
    expect((await one.authenticate(offer, { matchingId })).verdict).toBe('8.10.1/3.9')
    expect((await one.cancel(offer)).verdict).toBe('8.10.1/3.9')
  })
})
