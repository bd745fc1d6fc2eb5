import { randomBytes } from 'node:crypto'
import { fromHex, toHex } from '@simwright/asn1'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { type AkaKey, answerChallenge, buildAutn, enableProfile, joinSqn, listProfiles } from '@simwright/euicc'
import { parseIccid, parseImsi } from '@simwright/ids'
import { storeMetadataRequest } from '@simwright/rsp'
import { buildProfile, decodeCarrierRules, deriveOpc, deriveTopc } from '@simwright/saip'
import { describe, expect, test } from 'vitest'
import { cardReader } from '../../../testing/card-reader.ts'
import { cardKeysOf, finished } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers, type Subscriber, subscriberCsv } from '../../../testing/subscriber.ts'

const scene = await smdpScene()

/** Generates a profile of this configuration, installs it on a new virtual eUICC, and enables it. */
async function installed(fields: Partial<configuration.ConfigurationInput>, row: object = {}) {
  const configurationId = await scene.configured(fields)
  const { iccid, activationCode, subscriber } = await scene.order(row, configurationId)
  const phone = scene.phones.phone()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed', iccid })
  await enableProfile(phone, iccid)
  return { card: cardReader(phone), subscriber, phone }
}

/** Test set 1 of 3GPP TS 35.208. */
const published = { ki: '465b5ce8b199b49faa5f0a2ee238a6bc', opc: 'cd63cb71954a9f4e48a5994e37a02baf' }
const rand = fromHex('23553cbe9637a89d218ae64dae47bf35')
const random = (bytes: number) => randomBytes(bytes).toString('hex')
const challenge = { rand, sqn: joinSqn(1, 1), amf: fromHex('b9b9') }

test('a private network: its 4G and 5G network is on the card', async () => {
  const { card } = await installed({
    name: 'Private',
    type: 'Private_LTE',
    algorithm: undefined,
    hplmn: [{ plmn: '99970', access: ['E-UTRAN', 'NG-RAN'] }],
    fiveG: { routingIndicator: '17', protectionScheme: 'null', suciCalculation: 'ME' },
  })
  expect(card.binary('usim', '6f62')).toBe('99f9074800')
  expect(card.binary('usim', '5fc04f0a')).toBe('71ffffff')
})

test('a conformance test with the keys of a published test set authenticates as that set says', async () => {
  const { card } = await installed({ name: 'Conformance', type: 'Conformance_Test' }, published)
  const key = { algorithm: 'milenage', k: fromHex(published.ki), opc: fromHex(published.opc) } as const
  // tag, length and RES of the test set
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(/^db08a54211d5e3ba50bf/)
})

/** RES that a network with this key expects. */
function expectedRes(key: AkaKey): string {
  const network = { ...key, checks: {}, seqByIndex: Array.from({ length: 32 }, () => 0) }
  const answer = answerChallenge(network, rand, buildAutn(key, challenge))
  return answer.kind === 'accepted' ? toHex(answer.res) : answer.kind
}

test('TUAK with keys of 256 bits, TOP and seven iterations: card and network agree', async () => {
  const [ki, top] = [random(32), random(32)]
  const { card } = await installed(
    { name: 'TUAK', algorithm: 'TUAK', kiLength: '256', tuak: { keccakIterations: 7, resBits: '128' } },
    { ki, opc: undefined, top },
  )
  const opc = deriveTopc(fromHex(ki), fromHex(top), 7)
  const key = { algorithm: 'tuak', k: fromHex(ki), opc, keccakIterations: 7, resBytes: 16 } as const
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db10${expectedRes(key)}`))
})

test('MILENAGE with OP and own constants: card and network agree', async () => {
  const [ki, op] = [random(16), random(16)]
  const constants = [0, 1, 2, 7, 8].map((last) => String(last).padStart(32, '0'))
  const rotations = [64, 3, 32, 64, 96]
  const { card } = await installed(
    { name: 'Constants', milenage: { rotations: rotations.join(' '), constants: constants.join('\n') } },
    { ki, opc: undefined, op },
  )
  const opc = deriveOpc(fromHex(ki), fromHex(op))
  const own = { rotationsBits: rotations, xors: constants.map(fromHex) }
  const key = { algorithm: 'milenage', k: fromHex(ki), opc, constants: own } as const
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db08${expectedRes(key)}`))
})

test('the test algorithm needs only Ki', async () => {
  const ki = random(16)
  const { card } = await installed(
    { name: 'XOR', type: 'Conformance_Test', algorithm: 'XOR', xor: { resBits: '64' } },
    { ki, opc: undefined },
  )
  const key = { algorithm: 'usim-test-algorithm', k: fromHex(ki), opc: new Uint8Array(16), resBytes: 8 } as const
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db08${expectedRes(key)}`))
})

test.each([
  ['TUAK, 256 bits', { algorithm: 'TUAK', kiLength: '256' }],
  ['TUAK, 128 bits', { algorithm: 'TUAK' }],
  ['XOR', { type: 'Conformance_Test', algorithm: 'XOR' }],
] as const)('keys that the portal generates fit the algorithm: %s', async (name, fields) => {
  const { card } = await installed(
    { name: `Generated ${name}`, ...fields },
    { ki: undefined, opc: undefined, makeKeys: true },
  )
  expect(card.binary('usim', '6f07')).toMatch(/^0899/)
})

describe('a supplied package', () => {
  const suppliedFields = { type: 'UPP', algorithm: undefined, hplmn: undefined } as const

  /** A package that another configuration builds for this subscriber. */
  function uppOf({ ICCID, IMSI, KI, OPC }: Subscriber, gids: { gid1?: string; gid2?: string } = {}): string {
    const key = randomBytes(16)
    const names = { profileName: 'Own', serviceProviderName: 'Own SPN' }
    const config = { ...names, algorithm: 'MILENAGE', ...gids } as const
    const upp = buildProfile(config, {
      iccid: parseIccid(ICCID!),
      imsi: parseImsi(IMSI!),
      ki: fromHex(KI!),
      opc: fromHex(OPC!),
      pin1: '2580',
      pin2: '2580',
      puk1: '25801470',
      puk2: '25801470',
      adm1: '25801470',
      ota: { kic: key, kid: key, kik: key },
    })
    return Buffer.from(upp).toString('base64')
  }

  const generate = (configurationId: string, subscriber: Subscriber, more: object = {}) => ({
    configurationId,
    iccid: subscriber.ICCID!,
    imsi: subscriber.IMSI!,
    upp: uppOf(subscriber),
    ...more,
  })

  test('is delivered as it is, sealed until then, and shown without its keys', async () => {
    const configurationId = await scene.configured({ name: 'Packages', ...suppliedFields })
    const [subscriber] = newSubscribers(1)
    const { owner, id: enterpriseId } = scene.enterprise
    const made = await owner.ask(batch.single, generate(configurationId, subscriber!))
    const { sealed } = await scene.server.db.tenantTx(enterpriseId, (db) =>
      db.selectFrom('supplied_package').select('sealed').executeTakeFirstOrThrow(),
    )
    expect(toHex(sealed).toUpperCase()).not.toContain(subscriber!.KI!)
    const shown = await owner.ask(fleet.profilePackage, { id: made.profileId })
    expect(JSON.stringify(shown).toUpperCase()).not.toContain(subscriber!.KI!)
    expect(shown.profileType).toBe('Own')
    const phone = scene.phones.phone()
    expect(await phone.download(made.activationCode)).toMatchObject({ outcome: 'installed' })
    await enableProfile(phone, made.iccid)
    const card = cardReader(phone)
    expect(card.binary('usim', '6f46')).toMatch(/^004f776e2053504e/)
    const key = { algorithm: 'milenage', k: fromHex(subscriber!.KI!), opc: fromHex(subscriber!.OPC!) } as const
    expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db08${expectedRes(key)}`))
  })

  test('has names and group identifiers of its own in the metadata, the latter if the configuration has an owner', async () => {
    const owned = await scene.configured({ name: 'Owned packages', ...suppliedFields, owner: { plmn: '99970' } })
    const [one, two, three] = newSubscribers(3)
    const { owner } = scene.enterprise
    const gids = { gid1: 'a1', gid2: 'b2' }
    const own = { profileName: 'Own plan', spn: 'Bravo', ...gids }
    const upp = uppOf(one!, gids)
    const { activationCode } = await owner.ask(batch.single, generate(owned, one!, { ...own, upp }))
    const phone = scene.phones.phone()
    expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
    const [profile] = await listProfiles(phone)
    expect(profile).toMatchObject({ profileName: 'Own plan', serviceProviderName: 'Bravo' })
    // an eUICC refuses a package whose group identifiers are not those of the owner
    const different = await owner.ask(batch.single, generate(owned, three!, { ...own, upp: uppOf(three!) }))
    expect(await scene.phones.phone().download(different.activationCode)).toMatchObject({
      outcome: 'installation-failed',
    })
    const other = await scene.configured({ name: 'Packages of others', ...suppliedFields })
    const { obj } = await owner.refusal(batch.single, generate(other, two!, { ...own, pin1: '1379' }))
    expect((obj.faults as { path: string }[]).map(({ path }) => path)).toEqual(['pin1', 'gid1', 'gid2'])
  })

  test('has access rules of its own in the metadata, where Android reads them', async () => {
    const configurationId = await scene.configured({ name: 'Packages with rules', ...suppliedFields })
    const [one, two] = newSubscribers(2)
    const { owner } = scene.enterprise
    const ara = 'ab'.repeat(20)
    const own = generate(configurationId, one!, { ara, araType: 'SHA1' })
    const { activationCode } = await owner.ask(batch.single, own)
    const phone = scene.phones.phone()
    expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
    const { carrierPrivilegeRules } = storeMetadataRequest.decode(phone.euicc.state.profiles[0]!.metadata)
    const [rule] = decodeCarrierRules(carrierPrivilegeRules!)
    expect(toHex(rule!.certificateHash)).toBe(ara)
    const plain = await owner.ask(batch.single, generate(configurationId, two!))
    const other = scene.phones.phone()
    expect(await other.download(plain.activationCode)).toMatchObject({ outcome: 'installed' })
    const metadata = storeMetadataRequest.decode(other.euicc.state.profiles[0]!.metadata)
    expect(metadata.carrierPrivilegeRules).toBeUndefined()
  })

  test.each<[string, object, string]>([
    ['a key index', { tk: 1 }, 'tk: Encrypted packages are not supported. Send the package as it is'],
    ['an address', { customAcAddress: 'smdp.example.com' }, 'customAcAddress: Activation codes have the address'],
    ['a short package that is too long', { upp: '00'.repeat(300_000) }, 'upp: Up to 256 KiB.'],
  ])('with %s is refused by name', async (what, more, text) => {
    const configurationId = await scene.configured({ name: `Packages with ${what}`, ...suppliedFields })
    const [one] = newSubscribers(1)
    const { obj } = await scene.enterprise.owner.refusal(batch.single, generate(configurationId, one!, more))
    const faults = (obj.faults as { path: string; text: string }[]).map((fault) => `${fault.path}: ${fault.text}`)
    expect(faults).toEqual([expect.stringContaining(text)])
  })

  test('that makes the request too large is refused with field and limit', async () => {
    const [one] = newSubscribers(1)
    const sent = generate(scene.enterprise.id, one!, { upp: '00'.repeat(2 * 1024 * 1024) })
    expect(await scene.enterprise.owner.refusal(batch.single, sent)).toMatchObject({
      status: 413,
      code: '19413',
      obj: { faults: [{ path: 'upp', rule: 'too_big', text: 'Up to 256 KiB.' }] },
    })
  })

  test('replaces keys, files and ranges; each refusal names its field and saves nothing', async () => {
    const configurationId = await scene.configured({ name: 'More packages', ...suppliedFields })
    const [one, two] = newSubscribers(2)
    const { owner } = scene.enterprise
    const refused = async (input: object) => {
      const { code, obj } = await owner.refusal(batch.single, generate(configurationId, one!, input))
      expect(code).toBe('19400')
      return (obj.faults as { path: string }[]).map(({ path }) => path)
    }
    expect(await refused({ upp: uppOf(two!) })).toEqual(['upp', 'upp'])
    expect(await refused({ upp: undefined })).toEqual(['upp'])
    expect(await refused({ ki: one!.KI, imsi: '12' })).toEqual(['imsi', 'ki'])
    const range = { configurationId, firstIccid: one!.ICCID!, firstImsi: one!.IMSI!, count: 2 }
    expect(await owner.refusal(batch.startRange, range)).toMatchObject({ code: '12004' })
    expect(await owner.refusal(source.template, { configurationId })).toMatchObject({ code: '12004' })
    expect((await owner.ask(fleet.list, { filter: { search: one!.ICCID! } })).items).toEqual([])
    const built = await scene.configured({ name: 'Builds' })
    const unused = await owner.refusal(batch.single, { ...generate(built, one!), ki: one!.KI, opc: one!.OPC })
    expect(unused.obj.faults).toMatchObject([{ path: 'upp' }])
    const { items } = await owner.ask(configuration.list, { filter: { packages: 'built' }, limit: 200 })
    expect(items.map(({ type }) => type)).not.toContain('UPP')
  })
})

describe('IMS', () => {
  const advanced: Partial<configuration.ConfigurationInput> = {
    type: 'Advanced',
    ims: { pcscf: ['10.0.0.1'], publicIdentityRecords: 2 },
  }
  const text = (bytes: string) => Buffer.from(bytes, 'hex').toString('latin1')

  test('has the identities of the row on the ISIM, or those of its IMSI', async () => {
    const configurationId = await scene.configured({ name: 'IMS', ...advanced })
    const own = { impi: 'ada@ims.example.org', impu: ['sip:ada@ims.example.org', 'tel:+4917012345678'] }
    const [one, two] = [await scene.order(own, configurationId), await scene.order({}, configurationId)]
    const [first, second] = await Promise.all(
      [one, two].map(async ({ iccid, activationCode }) => {
        const phone = scene.phones.phone()
        await phone.download(activationCode)
        await enableProfile(phone, iccid)
        return cardReader(phone)
      }),
    )
    expect(text(first!.binary('isim', '6f02'))).toContain('ada@ims.example.org')
    expect(text(first!.record('isim', '6f04', 2))).toContain('tel:+4917012345678')
    expect(text(second!.binary('isim', '6f02'))).toContain(`${two.subscriber.IMSI}@ims.mnc070.mcc999.3gppnetwork.org`)
    expect(first!.record('isim', '6f09', 1)).toMatch(/^8005010a000001/)
  })

  test('takes identities from a file; bad ones and those without an ISIM are faults of their cells', async () => {
    const { owner } = scene.enterprise
    const staged = async (configurationId: string, rows: readonly Subscriber[]) => {
      const file = { name: 'ims.csv', content: subscriberCsv(rows) }
      const { id, faulty } = await owner.upload(source.upload, { configurationId }, file)
      const { items } = await owner.ask(source.rows, { id })
      return { id, faulty, faults: items.flatMap(({ faults }) => faults.map(({ column }) => column)) }
    }
    const ims = await scene.configured({ name: 'IMS files', ...advanced })
    const [one, two] = newSubscribers(2)
    const uris = 'sip:ada@ims.example.org tel:+4917012345678'
    const valid = await staged(ims, [
      { ...one, IMPI: 'ada@ims.example.org', IMPU: uris, PIN2: '7391', PUK2: '73915482' },
    ])
    expect(valid.faulty).toBe(0)
    const bad = await staged(ims, [{ ...two, IMPI: 'sip:ada@ims.example.org', IMPU: `${uris} tel:+491701234` }])
    expect(bad.faults).toEqual(['IMPI', 'IMPU'])
    const plain = await scene.configured({ name: 'Without IMS' })
    expect((await staged(plain, [{ ...two, IMPI: 'ada@ims.example.org' }])).faults).toEqual(['IMPI'])
    const { batchId } = await owner.ask(batch.start, { sourceId: valid.id })
    expect(await finished(owner, batchId)).toMatchObject({ succeeded: 1 })
    const { pin2, puk2, impu } = await cardKeysOf(scene, scene.enterprise, one!.ICCID)
    expect({ pin2, puk2, impu }).toEqual({ pin2: '7391', puk2: '73915482', impu: uris })
  })
})

test('names of networks in areas, and emergency numbers with services, are records of their files', async () => {
  const { card } = await installed({
    name: 'Names',
    pnn: { fullName: 'Alba' },
    networkNames: [
      { fullName: 'Borealis', networks: ['24001', '24007'] },
      { fullName: 'Arena', networks: ['99970'], firstArea: 16, lastArea: 17 },
    ],
    emergencyNumbers: ['112', { number: '911', name: 'SOS', services: ['police', 'ambulance'] }],
  })
  const records = (path: string, count: number) =>
    Array.from({ length: count }, (_, index) => card.record('usim', path, index + 1))
  expect(records('6fc5', 3).map((record) => record.slice(0, 6))).toEqual(['430584', '430880', '430685'])
  expect(records('6fc6', 4)).toEqual(['99f9070010001103', '99f9070000fffe01', '42f0100000fffe02', '42f0700000fffe02'])
  expect(records('6fb7', 2)).toEqual(['11f2ffffffff00', '19f1ff534f5303'])
})

test('every other setting of the card and its management, in one profile', async () => {
  const { card } = await installed({
    name: 'Settings',
    spnDisplay: { homeNetworkNameShown: true, hiddenAbroad: true },
    emergencyNumbers: ['110'],
    accessClasses: ['0', '15'],
    operationMode: 'maintenance',
    mncLength: '3',
    packageVersion: '2.1',
    otaKeyLength: '256',
    scp80: { keyVersion: 2, ciphering: 'optional' },
    scp81: { pskLength: '256' },
  })
  expect(card.binary('usim', '6f46')).toMatch(/^03416c6261/)
  expect(card.binary('usim', '6f78')).toBe('8001')
  expect(card.binary('usim', '6fad')).toBe('02000003')
  expect(card.record('usim', '6fb7', 1)).toMatch(/^11f0ff/)
})

test('10,000 operator networks and 10,000 forbidden ones are in their files', async () => {
  const oplmn = Array.from({ length: 10_000 }, (_, index) => ({
    plmn: `${200 + Math.floor(index / 100)}${String(index % 100).padStart(2, '0')}`,
    access: ['E-UTRAN', 'NG-RAN'] as ('E-UTRAN' | 'NG-RAN')[],
  }))
  const fplmn = oplmn.map(({ plmn }) => plmn)
  const { card } = await installed({ name: 'Long list', oplmn, fplmn })
  expect(card.binary('usim', '6f61')).toMatch(/^02f000480002f0104800/)
  expect(card.binary('usim', '6f7b')).toMatch(/^02f00002f010/)
  expect(card.binary('usim', '6f7b', 29_994)).toBe('92f98992f999')
  const fields = { name: 'Too long', type: 'Regular', profileName: 'x', confirmationCode: { mode: 'none' } } as const
  const refused = await scene.enterprise.owner.refusal(configuration.add, {
    fields: { ...fields, oplmn: [...oplmn, oplmn[0]!], fplmn: [...fplmn, fplmn[0]!] },
  })
  const text = 'Up to 10000 entries.'
  expect(refused.obj.faults).toMatchObject([
    { path: 'fields.oplmn', text },
    { path: 'fields.fplmn', text },
  ])
})
