import { concat, fromHex, readTlv, writeTlv } from '@simwright/asn1'
import { parsePlmn, plmnToBytes } from '@simwright/ids'
import { initialiseSecureChannelRequest, type installErrorNumbers } from '@simwright/rsp'
import { decodeProfile, encodeProfile, explainResponse, type ProfileElement } from '@simwright/saip'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteProfile, disableProfile, enableProfile, sendNotifications } from './lpa.ts'
import { type Bench, bench, download, downloadWithSteps, MATCHING_ID, rewriting } from './testing/bench.ts'
import { ICCID, metadataOf, OTHER_ICCID, offerOf, profilePackage } from './testing/profile.ts'
import { issuedBy, random } from './testing/smdp.ts'

let device: Bench

beforeEach(() => {
  device = bench()
  device.smdp.offers.set(MATCHING_ID, offerOf())
})

const OTHER_CODE = 'LPA:1$rsp.example.com$B'

function offerOther(): void {
  const profile = profilePackage(OTHER_ICCID)
  device.smdp.offers.set('B', offerOf({ metadata: metadataOf(OTHER_ICCID), profilePackage: profile }))
}

const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

/** The data objects of a bound package: BF23, A0, A1, (A2,) A3. */
function dataObjectsOf(boundPackage: Uint8Array): Uint8Array[] {
  const { value } = readTlv(boundPackage)
  const objects: Uint8Array[] = []
  for (let at = 0; at < value.length; at += objects.at(-1)!.length) objects.push(readTlv(value, at).raw)
  return objects
}

function changePackage(change: (objects: Uint8Array[]) => Uint8Array[]): void {
  device.smdp.damage = (name, answer) => {
    if (name !== 'getBoundProfilePackage') return
    const objects = change(dataObjectsOf(answer.boundProfilePackage!))
    answer.boundProfilePackage = writeTlv(0xbf36, ...objects)
  }
}

const failure = (errorReason: keyof typeof installErrorNumbers, bppCommandId = 'loadProfileElements') => ({
  outcome: 'installation-failed',
  result: { errorReason, bppCommandId },
})

async function expectFailure(reason: keyof typeof installErrorNumbers, command?: string): Promise<void> {
  expect(await download(device)).toMatchObject(failure(reason, command))
  expect(device.smdp.events).toEqual([`failed:${reason}`])
  expect(device.card.euicc.state.profiles).toEqual([])
}

describe('the secure channel is not opened', () => {
  type Request = Parameters<typeof initialiseSecureChannelRequest.encode>[0]

  /** Changes BF23 and signs it again with the key of the server. */
  function resign(change: Partial<Request>): void {
    changePackage(([opening, ...rest]) => {
      const request = { ...initialiseSecureChannelRequest.decode(opening!), ...change }
      const encoded = initialiseSecureChannelRequest.encode(request)
      const { value } = readTlv(encoded)
      const unsigned = value.subarray(0, value.length - 67)
      const euiccOtpk = device.card.euicc.state.oneTimeKeys[0]!.publicKey
      const smdpSign = device.smdp.credentials.pbKey.sign(concat(unsigned, writeTlv(0x5f49, euiccOtpk)))
      return [initialiseSecureChannelRequest.encode({ ...request, smdpSign }), ...rest]
    })
  }

  const crt = { keyType: Uint8Array.of(0x88), keyLen: Uint8Array.of(0x10), hostId: Uint8Array.of(1, 2, 3) }

  it('by a damaged signature', async () => {
    changePackage(([opening, ...rest]) => [flipped(opening!, opening!.length - 1), ...rest])
    await expectFailure('invalidSignature', 'initialiseSecureChannel')
  })

  it('for another transaction', async () => {
    resign({ transactionId: random(16) })
    await expectFailure('invalidTransactionId', 'initialiseSecureChannel')
  })

  it('for another key type', async () => {
    resign({ controlRefTemplate: { ...crt, keyType: Uint8Array.of(0x80) } })
    await expectFailure('unsupportedCrtValues', 'initialiseSecureChannel')
  })

  it('for another operation', async () => {
    resign({ remoteOpId: 2 })
    await expectFailure('unsupportedRemoteOperationType', 'initialiseSecureChannel')
  })

  it('with a key of the server that is not on the curve', async () => {
    resign({ smdpOtpk: Uint8Array.of(4, ...new Uint8Array(64).fill(1)) })
    await expectFailure('incorrectInputValues', 'initialiseSecureChannel')
  })
})

describe('a segment is refused', () => {
  it.each([
    ['configureISDP', 1],
    ['storeMetadata', 2],
    ['loadProfileElements', 3],
  ])('when its MAC is damaged: %s', async (command, index) => {
    // The LPA compares the metadata first, so the MAC is damaged and not the metadata.
    changePackage((objects) => objects.map((bytes, at) => (at === index ? flipped(bytes, bytes.length - 1) : bytes)))
    await expectFailure('scp03tSecurityError', command)
  })

  it('when two are swapped', async () => {
    changePackage((objects) => {
      const { value, tag } = readTlv(objects[3]!)
      const first = readTlv(value)
      const second = readTlv(value, first.raw.length)
      return [
        ...objects.slice(0, 3),
        writeTlv(tag, second.raw, first.raw, value.subarray(first.raw.length + second.raw.length)),
      ]
    })
    await expectFailure('scp03tSecurityError')
  })

  it('when one is missing', async () => {
    changePackage((objects) => {
      const { value, tag } = readTlv(objects[3]!)
      return [...objects.slice(0, 3), writeTlv(tag, value.subarray(readTlv(value).raw.length))]
    })
    await expectFailure('scp03tSecurityError')
  })

  it('when the metadata comes before the configuration', async () => {
    changePackage(([opening, configure, metadata, ...rest]) => [opening!, metadata!, configure!, ...rest])
    await expectFailure('scp03tStructureError', 'initialiseSecureChannel')
  })

  it('when it is bound to another eUICC', async () => {
    const other = bench({ eid: device.card.eid }, device.smdp)
    let recorded: Uint8Array[] = []
    changePackage((objects) => {
      recorded = objects
      return objects
    })
    expect((await download(other)).outcome).toBe('installed')
    device.smdp.events.length = 0
    changePackage(([opening]) => [opening!, ...recorded.slice(1)])
    await expectFailure('scp03tSecurityError', 'configureISDP')
  })

  it('when the last ones are missing and the profile is incomplete', async () => {
    device.smdp.damage = (name, answer) => {
      if (name !== 'getBoundProfilePackage') return
      const objects = dataObjectsOf(answer.boundProfilePackage!)
      const { value } = readTlv(objects[3]!)
      const first = readTlv(value).raw
      const shortened = concat(...objects.slice(0, 3), writeTlv(0xa3, first))
      answer.boundProfilePackage = writeTlv(0xbf36, shortened)
    }
    await expectFailure('installFailedDueToPEProcessingError')
  })
})

describe('a profile is not installed', () => {
  const offer = (more: Parameters<typeof offerOf>[0]) => device.smdp.offers.set(MATCHING_ID, offerOf(more))

  it('when its ICCID is installed already', async () => {
    await download(device)
    device.smdp.events.length = 0
    expect(await download(device)).toMatchObject(
      failure('installFailedDueToIccidAlreadyExistsOnEuicc', 'storeMetadata'),
    )
    expect(device.card.euicc.state.profiles).toHaveLength(1)
  })

  it('when its package and its metadata have different ICCIDs', async () => {
    offer({ metadata: metadataOf(OTHER_ICCID) })
    await expectFailure('installFailedDueToDataMismatch')
  })

  it('when its files and its metadata have different operators', async () => {
    offer({ metadata: metadataOf(ICCID, { profileOwner: { mccMnc: Uint8Array.of(0x62, 0xf2, 0x10) } }) })
    await expectFailure('installFailedDueToDataMismatch')
  })

  it('when its class is unknown', async () => {
    offer({ metadata: metadataOf(ICCID, { profileClass: 7 }) })
    await expectFailure('unsupportedProfileClass', 'storeMetadata')
  })

  it('when it requires a service the card does not support, with the element in the result', async () => {
    const elements = decodeProfile(profilePackage()) as ProfileElement[]
    const [header, ...rest] = elements
    if (header?.kind !== 'header') throw new TypeError('the header must be first')
    const services = { ...header.value['eUICC-Mandatory-services'], cave: null }
    const demanding: ProfileElement = {
      kind: 'header',
      value: { ...header.value, 'eUICC-Mandatory-services': services },
    }
    offer({ profilePackage: encodeProfile([demanding, ...rest]) })
    const result = await download(device)
    expect(result).toMatchObject(failure('installFailedDueToPEProcessingError'))
    if (result.outcome !== 'installation-failed') throw new TypeError('unreachable')
    expect(explainResponse(result.result.simaResponse!)).toMatchObject({
      installed: false,
      statuses: [{ name: 'feature-not-supported' }],
    })
  })

  it('when an element is missing at its end', async () => {
    const elements = decodeProfile(profilePackage()) as ProfileElement[]
    offer({ profilePackage: encodeProfile(elements.slice(0, -1)) })
    await expectFailure('installFailedDueToPEProcessingError')
  })

  it('when it is not a profile package', async () => {
    offer({ profilePackage: random(300) })
    await expectFailure('installFailedDueToPEProcessingError')
  })

  it('when no rule authorises its operator to forbid deletion', async () => {
    device = bench({ options: { policyAuthorisations: [] } }, device.smdp)
    offer({ metadata: metadataOf(ICCID, { profilePolicyRules: new Set(['ppr2']) }) })
    await expectFailure('pprNotAllowed', 'storeMetadata')
  })

  const bytes = (plmn: string) => plmnToBytes(parsePlmn(plmn))
  it.each([
    ['another network', { mccMnc: bytes('90171') }],
    ['another GID1', { mccMnc: bytes('90170'), gid1: fromHex('a1') }],
    ['another GID2', { mccMnc: bytes('90170'), gid2: fromHex('b2') }],
  ])('when its rule is authorised for an operator of %s', async (_, allowed) => {
    const authorisation = { pprIds: new Set(['ppr2'] as const), allowedOperators: [allowed], consentRequired: true }
    device = bench({ options: { policyAuthorisations: [authorisation] } }, device.smdp)
    offer({ metadata: metadataOf(ICCID, { profilePolicyRules: new Set(['ppr2']) }) })
    await expectFailure('pprNotAllowed', 'storeMetadata')
  })

  it('when it must not be disabled and another one is installed', async () => {
    await download(device)
    const metadata = metadataOf(OTHER_ICCID, { profilePolicyRules: new Set(['ppr1']) })
    device.smdp.offers.set(MATCHING_ID, offerOf({ metadata, profilePackage: profilePackage(OTHER_ICCID) }))
    device = { ...device, smdp: device.smdp }
    expect((await download(device)).outcome).toBe('installation-failed')
  })
})

describe('policy rules of an installed profile', () => {
  it('forbid its disabling and deletion', async () => {
    const metadata = metadataOf(ICCID, { profilePolicyRules: new Set(['ppr1', 'ppr2']) })
    device.smdp.offers.set(MATCHING_ID, offerOf({ metadata }))
    expect((await download(device)).outcome).toBe('installed')
    const lpa = { euicc: device.card.euicc, transport: device.smdp.transport }
    await expect(deleteProfile(lpa, ICCID)).rejects.toMatchObject({ result: 'disallowedByPolicy' })
    await enableProfile(lpa, ICCID)
    await expect(disableProfile(lpa, ICCID)).rejects.toMatchObject({ result: 'disallowedByPolicy' })
  })
})

describe('a profile that must not be disabled', () => {
  it('stays enabled when enabling of another one is requested', async () => {
    const metadata = metadataOf(ICCID, { profilePolicyRules: new Set(['ppr1']) })
    device.smdp.offers.set(MATCHING_ID, offerOf({ metadata }))
    await download(device)
    offerOther()
    expect((await download(device, { activationCode: OTHER_CODE })).outcome).toBe('installed')
    const lpa = { euicc: device.card.euicc, transport: device.smdp.transport }
    await enableProfile(lpa, ICCID)
    await expect(enableProfile(lpa, OTHER_ICCID)).rejects.toMatchObject({ result: 'disallowedByPolicy' })
    expect(device.card.euicc.state.profiles.map(({ enabled }) => enabled)).toEqual([true, false])
  })
})

describe('an aborted installation', () => {
  /** Replaces the first encrypted segment with another command. */
  const abortWith = (instead: (command: Uint8Array) => Uint8Array) => {
    let elements = 0
    return rewriting(device, (command) => (command[0] === 0x86 && ++elements === 1 ? instead(command) : command))
  }

  it('is reported as an interruption if a new session starts', async () => {
    await download(device, { euicc: abortWith(() => fromHex('bf2e00')) })
    expect(device.card.euicc.state.notifications).toMatchObject([{ event: 'install', iccid: ICCID }])
    await sendNotifications({ euicc: device.card.euicc, transport: device.smdp.transport })
    expect(device.smdp.events).toContain('failed:installFailedDueToInterruption')
  })

  it('is not reported if the session is canceled', async () => {
    const result = await download(device, { euicc: abortWith(() => fromHex('bf3100')) })
    expect(result).toMatchObject({ outcome: 'refused-by-euicc' })
    expect(device.smdp.events).toEqual(['canceled:loadBppExecutionError'])
    device.card.euicc.reset()
    expect(device.card.euicc.state.notifications).toEqual([])
  })
})

describe('after a temporary error', () => {
  it('the retry uses the same one-time key and the same package when memory is free', async () => {
    device = bench({ options: { memory: { nonVolatileBytes: 8000, volatileBytes: 4096 } } }, device.smdp)
    expect((await download(device)).outcome).toBe('installed')
    offerOther()
    const activationCode = OTHER_CODE
    const full = await download(device, { activationCode })
    expect(full).toMatchObject(failure('installFailedDueToInsufficientMemoryForProfile'))
    const lpa = { euicc: device.card.euicc, transport: device.smdp.transport }
    await deleteProfile(lpa, ICCID)
    const { result, steps } = await downloadWithSteps(device, { activationCode })
    expect(result).toMatchObject({ outcome: 'installed', iccid: OTHER_ICCID })
    expect(steps).toContainEqual({ step: 'download-prepared', keyReused: true })
    expect(device.smdp.events).toContain('reopened')
  })

  it('another server does not get the same one-time key', async () => {
    device = bench({ options: { memory: { nonVolatileBytes: 100, volatileBytes: 4096 } } }, device.smdp)
    await download(device)
    const oid = '2.999.11'
    const { pki } = device.smdp
    const auth = issuedBy(pki, 'dp-auth', { oid })
    const pb = issuedBy(pki, 'dp-pb', { oid })
    device.smdp.credentials = {
      ...device.smdp.credentials,
      smdpOid: oid,
      authCertificate: auth.certificate,
      authKey: auth.key,
      pbCertificate: pb.certificate,
      pbKey: pb.key,
    }
    const { steps } = await downloadWithSteps(device)
    expect(steps).toContainEqual({ step: 'download-prepared', keyReused: false })
  })

  it('a loss of power is reported as an interruption, and the retry uses the same key', async () => {
    let segments = 0
    const { euicc } = device.card
    const cutting = {
      transmit: (apdu: Uint8Array) => {
        if (apdu[1] === 0xe2 && apdu[5] === 0x86 && ++segments === 2) euicc.reset()
        return euicc.transmit(apdu)
      },
    }
    const cut = await download({ ...device, card: { ...device.card, euicc: { ...cutting } as never } })
    expect(cut.outcome).toBe('refused-by-euicc')
    expect(euicc.state.profiles).toEqual([])
    await sendNotifications({ euicc, transport: device.smdp.transport })
    expect(device.smdp.events).toEqual(['failed:installFailedDueToInterruption'])
    const { result, steps } = await downloadWithSteps(device)
    expect(result.outcome).toBe('installed')
    expect(steps).toContainEqual({ step: 'download-prepared', keyReused: true })
  })
})

describe('any single bit flipped in a package', () => {
  it('prevents the installation', async () => {
    const { boundPackageBytes } = await packageSize()
    const positions = Array.from({ length: 64 }, (_, index) => Math.floor((index * boundPackageBytes) / 64))
    const outcomes = new Map<string, number>()
    for (const position of positions) {
      device = bench({}, device.smdp)
      device.smdp.damage = (name, answer) => {
        if (name !== 'getBoundProfilePackage') return
        answer.boundProfilePackage = flipped(answer.boundProfilePackage!, position)
      }
      const { outcome } = await download(device)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      expect(device.card.euicc.state.profiles).toEqual([])
    }
    expect(outcomes.has('installed')).toBe(false)
    expect(outcomes.get('installation-failed')).toBeGreaterThan(40)
  })
})

async function packageSize(): Promise<{ boundPackageBytes: number }> {
  const { steps } = await downloadWithSteps(bench({}, device.smdp))
  const received = steps.find((step) => step.step === 'package-received')
  return { boundPackageBytes: received?.step === 'package-received' ? received.bytes : 0 }
}
