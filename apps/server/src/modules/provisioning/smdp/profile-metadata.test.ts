import { fromHex, toHex } from '@simwright/asn1'
import type { InputOf } from '@simwright/contract/endpoint'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import { builtTypes, type ConfigurationType } from '@simwright/contract/profiles/configuration-type'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { type AkaKey, answerChallenge, buildAutn, enableProfile, joinSqn, readCarrierRules } from '@simwright/euicc'
import { storeMetadataRequest } from '@simwright/rsp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardReader } from '../../../testing/card-reader.ts'
import { cardKeysOf, configured, generated, operated, profileOf, staged } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'

const scene = await smdpScene({ isOwn: true })
const { owner } = scene.enterprise

type Single = InputOf<typeof batch.single>
type Installed = Awaited<ReturnType<typeof download>>

/** A field of a profile's metadata in the open API, and the proof that its value is where it belongs. */
type FieldRow = {
  /** Its value in the call, and as the cell of a column. */
  set: Partial<Single>
  cell: Subscriber
  /** Where it is, for the printed table. */
  lands: string
  read: (installed: Installed) => string | Promise<string>
  value: string | RegExp
}

const file = (path: string, value: string | RegExp): Pick<FieldRow, 'lands' | 'read' | 'value'> => ({
  lands: path,
  read: ({ card }) => card.file(path),
  value,
})
const hexOf = (text: string) => Buffer.from(text).toString('hex')
/** Whether the card accepts a code. */
const accepted = (check: (installed: Installed) => void) => (installed: Installed) => {
  try {
    check(installed)
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

const [subscriber, fileSubscriber, plainSubscriber] = newSubscribers(3) as [Subscriber, Subscriber, Subscriber]
const rand = fromHex('23553cbe9637a89d218ae64dae47bf35')

/** Whether card and network agree on RES with the keys of the subscriber. */
function authenticates({ card, own }: Installed): string {
  const key: AkaKey = { algorithm: 'milenage', k: fromHex(own.KI!), opc: fromHex(own.OPC!) }
  const autn = buildAutn(key, { rand, sqn: joinSqn(1, 1), amf: fromHex('b9b9') })
  const network = { ...key, checks: {}, seqByIndex: Array.from({ length: 32 }, () => 0) }
  const answer = answerChallenge(network, rand, autn)
  const res = answer.kind === 'accepted' ? toHex(answer.res) : answer.kind
  return card.authenticate('usim', rand, autn).startsWith(`db08${res}`) ? 'accepted' : 'refused'
}

const sha1 = '0123456789ABCDEF0123456789ABCDEF01234567'
const expireTime = '2030-12-31 23:59:59'
const impu = ['sip:ada@ims.example.org', 'tel:+4917012345678']

/** Every field of "Metadata of a profile" in the open API, but the identity and keys of the subscriber. */
const fields = {
  msisdn: {
    set: { msisdn: '4917012345678' },
    cell: { MSISDN: '4917012345678' },
    ...file('3f007ff06f40', /0891947110325476f8/),
  },
  hplmnList: {
    set: { hplmnList: ['26203', '99970'] },
    cell: { HPLMN: '26203 99970' },
    ...file('3f007ff06f62', /^62f230c88099f9074000$/),
  },
  ehplmnList: {
    set: { ehplmnList: ['99970', '26207'] },
    cell: { EHPLMN: '99970, 26207' },
    ...file('3f007ff06fd9', /^99f90762f270/),
  },
  oplmnList: {
    set: { oplmnList: ['20801', '20810'] },
    cell: { OPLMN: '20801 20810' },
    ...file('3f007ff06f61', /^02f810c88002f8010080/),
  },
  fplmnList: { set: { fplmnList: ['23415'] }, cell: { FPLMN: '23415' }, ...file('3f007ff06f7b', /^32f451f/) },
  spn: { set: { spn: 'Bravo' }, cell: { SPN: 'Bravo' }, ...file('3f007ff06f46', new RegExp(`^00${hexOf('Bravo')}ff`)) },
  pnn: { set: { pnn: 'B' }, cell: { PNN: 'B' }, ...file('3f007ff06fc5', /^43028142ff/) },
  impi: {
    set: { impi: 'ada@ims.example.org' },
    cell: { IMPI: 'ada@ims.example.org' },
    ...file('3f007ff16f02', new RegExp(hexOf('ada@ims.example.org'))),
  },
  impu: {
    set: { impu },
    cell: { IMPU: impu.join(' ') },
    lands: '3f007ff16f04, record 2',
    read: ({ card }) => card.record('isim', '6f04', 2),
    value: new RegExp(hexOf('tel:+4917012345678')),
  },
  c9: {
    set: { c9: 'aabbcc' },
    cell: { C9: 'AABBCC' },
    lands: 'install parameters of the applet',
    read: ({ phone }) =>
      phone.euicc.state.profiles[0]!.registry!.applets.map(({ parameters }) => toHex(parameters)).join(),
    value: /aabbcc/,
  },
  cc: {
    set: { confirmationCode: '271828' },
    cell: { CONFIRMATION_CODE: '271828' },
    lands: 'the order: asked for at the download',
    read: ({ askedForCode }) => String(askedForCode),
    value: 'true',
  },
  'ara, araType': {
    set: { ara: sha1, araType: 'SHA1' },
    cell: { ARA: sha1.toLowerCase().replace(/..(?=.)/g, '$&:') },
    lands: 'rule of the ARA applet',
    read: async ({ phone }) =>
      (await readCarrierRules((apdu) => phone.euicc.transmit(apdu)))!.map((rule) => toHex(rule.certificateHash)).join(),
    value: sha1.toLowerCase(),
  },
  expireTime: {
    set: { expireTime },
    cell: { EXPIRE_TIME: expireTime },
    lands: 'recycle time of the profile',
    read: async ({ id }) => String((await scene.shown(id)).recycleAt),
    value: '2030-12-31T23:59:59.000Z',
  },
  smsp: {
    set: { smsp: '+4917222333444' },
    cell: { SMSP: '+4917222333444' },
    ...file('3f007ff06f42', /947122323344f4/),
  },
  // of the call for supplied packages, but any profile can have them
  profileName: {
    set: { profileName: 'Own plan' },
    cell: { PROFILE_NAME: 'Own plan' },
    lands: 'metadata, profile name',
    read: ({ metadata }) => metadata.profileName!,
    value: 'Own plan',
  },
  gid1: { set: { gid1: 'a1b2' }, cell: { GID1: 'A1B2' }, ...file('3f007ff06f3e', 'a1b2') },
  gid2: { set: { gid2: 'c3' }, cell: { GID2: 'C3' }, ...file('3f007ff06f3f', 'c3') },
  // last, because a wrong code revokes the right to read files
  pin1: {
    set: { pin1: '7391' },
    cell: { PIN1: '7391' },
    lands: 'PIN1',
    read: accepted(({ card }) => card.verifyPin('7391')),
    value: 'accepted',
  },
  pin2: {
    set: { pin2: '73912' },
    cell: { PIN2: '73912' },
    lands: 'PIN2',
    read: accepted(({ card }) => card.verifyPin('73912', 'PIN2')),
    value: 'accepted',
  },
  adm1: {
    set: { adm1: '90817263' },
    cell: { ADM1: '90817263' },
    lands: 'ADM1',
    read: accepted(({ card }) => card.verifyPin('90817263', 'ADM1')),
    value: 'accepted',
  },
  puk1: {
    set: { puk1: '51627384' },
    cell: { PUK1: '51627384' },
    lands: 'PUK1',
    read: accepted(({ card }) => card.unblockPin('51627384', 'PIN1')),
    value: 'accepted',
  },
  puk2: {
    set: { puk2: '16273849' },
    cell: { PUK2: '16273849' },
    lands: 'PUK2',
    read: accepted(({ card }) => card.unblockPin('16273849', 'PIN2')),
    value: 'accepted',
  },
} satisfies Record<string, FieldRow>

/** The values that are in the metadata, too. */
const inMetadata: Readonly<
  Record<string, readonly [read: (installed: Installed) => string | undefined, value: string]>
> = {
  spn: [({ metadata }) => metadata.serviceProviderName, 'Bravo'],
  gid1: [({ metadata }) => toHex(metadata.profileOwner!.gid1!), 'a1b2'],
  gid2: [({ metadata }) => toHex(metadata.profileOwner!.gid2!), 'c3'],
}

const advanced: Partial<ConfigurationInput> = {
  type: 'Advanced',
  isPin1Enabled: true,
  hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
  ehplmn: ['99970'],
  oplmn: [{ plmn: '20810', access: ['GSM'] }],
  fplmn: ['26202', '26203'],
  pnn: { fullName: 'Alba' },
  gid1: '01',
  gid2: '02',
  ims: { publicIdentityRecords: 2 },
  araApplet: { rules: [{ certificateHash: 'ab'.repeat(20) }] },
  recycleApplet: { service: 'cloud' },
  customApplet: { packageAid: 'f0a1b2c3d4', classAid: 'f0a1b2c3d401', parameters: '0102' },
}

const configurationId = await scene.configured({ name: 'Metadata of profiles', ...advanced })

async function download(own: Subscriber, confirmationCode: string | undefined) {
  const { items } = await owner.ask(fleet.list, { filter: { search: own.ICCID! } })
  const { id } = items[0]!
  const { activationCode } = await scene.shown(id)
  const phone = scene.phones.phone()
  expect(await phone.download(activationCode!, { confirmationCode })).toMatchObject({ outcome: 'installed' })
  await enableProfile(phone, items[0]!.iccid)
  const metadata = storeMetadataRequest.decode(phone.euicc.state.profiles[0]!.metadata)
  return { id, own, phone, card: cardReader(phone), metadata, askedForCode: activationCode!.endsWith('$$1') }
}

const rows = Object.entries(fields) as [string, FieldRow][]
let way: Record<'call' | 'file' | 'none', Installed>

// the Recycle applet has the address of the portal's port for its messages
beforeAll(() => scene.server.bip.listen(scene.server))

beforeAll(async () => {
  const { ICCID, IMSI, KI, OPC } = subscriber
  const set: Partial<Single> = Object.assign({}, ...rows.map(([, row]) => row.set))
  await owner.ask(batch.single, { configurationId, iccid: ICCID!, imsi: IMSI!, ki: KI, opc: OPC, ...set })
  const cells: Subscriber = Object.assign({}, ...rows.map(([, row]) => row.cell))
  const result = await generated(owner, {
    configurationId,
    rows: [
      {
        ...fileSubscriber,
        ...Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, `"${cell}"`])),
      },
    ],
  })
  expect(result).toMatchObject({ succeeded: 1 })
  await generated(owner, { configurationId, rows: [plainSubscriber] })
  way = {
    call: await download(subscriber, '271828'),
    file: await download(fileSubscriber, '271828'),
    none: await download(plainSubscriber, undefined),
  }
  for (const installed of [way.call, way.file]) installed.card.verifyPin('7391')
  way.none.card.verifyPin((await cardKeysOf(scene, scene.enterprise, plainSubscriber.ICCID)).pin1)
})

const proved = new Map<string, string>()

describe('each field of a profile, set by the call and by a file', () => {
  test('iccid, imsi, ki and opc', async () => {
    for (const installed of Object.values(way)) {
      const { card, metadata, own } = installed
      expect(metadata.iccid).toBe(own.ICCID)
      expect(card.binary('usim', '6f07')).toBe(`08${swapped(`9${own.IMSI}`)}`)
      expect(authenticates(installed)).toBe('accepted')
    }
  })

  test.each(rows)('%s', async (name, { read, value, lands }) => {
    const matching =
      typeof value === 'string' ? expect.stringMatching(new RegExp(`^${value}$`)) : expect.stringMatching(value)
    expect(await read(way.call)).toEqual(matching)
    expect(await read(way.file)).toEqual(matching)
    expect(await read(way.none)).not.toEqual(matching)
    proved.set(name, lands)
  })

  test.each(Object.entries(inMetadata))('%s in the metadata', (_name, [read, value]) => {
    expect(read(way.call)).toBe(value)
    expect(read(way.file)).toBe(value)
    expect(read(way.none)).not.toBe(value)
  })
})

/** Digits as swapped BCD. */
const swapped = (digits: string) => digits.replace(/(.)(.)/g, '$2$1')

afterAll(() => {
  const lines = rows.map(([name, { cell }]) => [name, Object.keys(cell).join(), proved.get(name) ?? 'not proved'])
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]!.length)))
  const table = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
  process.stdout.write(`\nField of the open API, column, where its value is on the card or in the portal:\n${table}\n`)
})

describe('a value is refused by its name', () => {
  const plain = scene.configured({ name: 'Plain', networkNames: [], fplmn: [] })
  const refusalOf = async (set: object, id: string) => {
    const [one] = newSubscribers(1)
    const sent = { configurationId: id, iccid: one!.ICCID!, imsi: one!.IMSI!, makeKeys: true, ...set }
    const { code, obj } = await owner.refusal(batch.single, sent)
    expect(code).toBe('19400')
    return (obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`)
  }

  test('multiImsiDataList', async () => {
    expect(await refusalOf({ multiImsiDataList: [{ imsi: '999700000000001' }] }, configurationId)).toEqual([
      'multiImsiDataList: Several IMSIs in one profile are not supported.',
    ])
  })

  test.each<[string, object, string]>([
    [
      'a hash of another type',
      { ara: sha1, araType: 'SHA256' },
      'araType: The certificate hash does not have 64 digits.',
    ],
    ['a type without a hash', { araType: 'SHA1' }, 'araType: The certificate hash does not have 40 digits.'],
    [
      'a home network that is forbidden',
      { fplmnList: ['99970'] },
      'fplmnList: The home network 99970 cannot be a forbidden network.',
    ],
    [
      'a home network of its own that is forbidden',
      { hplmnList: ['26201'], fplmnList: ['26201'] },
      'fplmnList: The home network 26201 cannot be a forbidden network.',
    ],
    [
      'digits that are no network',
      { oplmnList: ['20801', '208'] },
      'oplmnList: Invalid OPLMN. MCC and MNC together are 5 or 6 digits.',
    ],
    ['more home networks than their file', { ehplmnList: Array(101).fill('26201') }, 'ehplmnList: Up to 100 networks.'],
    ['install parameters beyond their length', { c9: 'ab'.repeat(116) }, 'c9: From 2 to 230 characters.'],
  ])('%s', async (_what, set, text) => {
    expect(await refusalOf(set, configurationId)).toEqual([text])
  })

  test('what the configuration does not have', async () => {
    const unused = 'Leave empty: this profile configuration does not use the column.'
    const set = { c9: '01', impi: 'a@b.c', ara: sha1 }
    expect(await refusalOf(set, await plain)).toEqual([`impi: ${unused}`, `c9: ${unused}`, `ara: ${unused}`])
  })

  test('networks beyond the plan', async () => {
    const other = await scene.another(undefined, 'DEMO')
    const id = await configured(other.owner)
    const [one] = newSubscribers(1)
    const sent = { configurationId: id, iccid: one!.ICCID!, imsi: one!.IMSI!, makeKeys: true }
    const five = ['20801', '20802', '20803', '20804', '20805']
    const { obj } = await other.owner.refusal(batch.single, { ...sent, fplmnList: [...five, '20806'] })
    expect(obj.faults).toMatchObject([{ path: 'fplmnList', text: 'Up to 5 networks in your plan.' }])
    expect(await other.owner.ask(batch.single, { ...sent, fplmnList: five })).toMatchObject({ iccid: one!.ICCID })
  })
})

test('10,000 networks of a profile are on its card, and stay when its code is generated again', async () => {
  const fplmnList = Array.from(
    { length: 10_000 },
    (_, index) => `${200 + Math.floor(index / 100)}${String(index % 100).padStart(2, '0')}`,
  )
  const { card, own } = await installedOf({ fplmnList: fplmnList.filter((plmn) => plmn !== '99970'), spn: 'Жук' })
  expect(card.binary('usim', '6f7b', 29_976)).toMatch(/92f989/)
  expect(card.binary('usim', '6f46')).toMatch(/^008004160443043a/)
  expect(await profileOf(owner, own.ICCID)).toMatchObject({ spn: 'Жук' })
})

async function installedOf(set: Partial<Single>) {
  const [one] = newSubscribers(1)
  const id = await scene.configured({ name: 'Many networks' })
  const sent = { configurationId: id, iccid: one!.ICCID!, imsi: one!.IMSI!, ki: one!.KI, opc: one!.OPC }
  const { profileId } = await owner.ask(batch.single, { ...sent, ...set })
  const operation = { kind: 'AGAIN' } as const
  expect(await operated(owner, { operation, selection: { ids: [profileId] } })).toMatchObject({ succeeded: 1 })
  return await download(one!, undefined)
}

describe('the columns that are offered for unknown names of a file', () => {
  const named: Partial<Record<string, string>> = Object.assign({}, ...rows.map(([, { cell }]) => cell), {
    ...{ EID: '89049032123451234512345678901235', NOTES: 'Shelf 7', GROUP: 'Trial', EXPIRE_TIME: expireTime },
    ...{ EHPLMN: '99970', ARA: sha1 },
  })
  const full: Partial<Record<ConfigurationType, Partial<ConfigurationInput>>> = { Advanced: advanced }

  test.each(builtTypes)('are accepted for the type %s', async (type) => {
    const id = await scene.configured({ name: `Columns ${type}`, algorithm: undefined, ...full[type], type })
    const upload = owner.upload(
      source.upload,
      { configurationId: id },
      { name: 'a.csv', content: 'ICCID,IMSI,SHELF\n' },
    )
    const { columns } = source.ColumnMapping.parse(await upload.catch((refusal) => refusal.obj))
    const [one] = newSubscribers(1)
    const row = Object.fromEntries(columns.map((column) => [column, one![column] ?? named[column] ?? '']))
    const { faulty, id: sourceId } = await staged(owner, { configurationId: id, rows: [{ ...row, OP: undefined }] })
    const { items } = await owner.ask(source.rows, { id: sourceId })
    expect({ faulty, faults: items[0]!.faults }).toEqual({ faulty: 0, faults: [] })
  })
})
