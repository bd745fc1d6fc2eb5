import { fromHex, toHex } from '@simwright/asn1'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { enableProfile, hasCarrierPrivileges, readCarrierRules, runRecycleApplet } from '@simwright/euicc'
import { beforeAll, describe, expect, test } from 'vitest'
import { generated } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'

const scene = await smdpScene({ isOwn: true })
const { server, enterprise, phones, clock } = scene
const { owner } = enterprise
beforeAll(() => server.bip.listen(server))

type Applets = Partial<configuration.ConfigurationInput>

const configured = (name: string, applets: Applets) => scene.configured({ name, type: 'Advanced', ...applets })

/** Generates a profile from a file with this row, downloads it to a new phone, and enables it. */
async function installed(configurationId: string, row: Subscriber = {}) {
  const [subscriber] = newSubscribers(1)
  await generated(owner, { configurationId, rows: [{ ...subscriber, ...row }] })
  const { items } = await owner.ask(fleet.list, { filter: { search: subscriber!.ICCID! } })
  const { id, iccid } = items[0]!
  const { activationCode } = await scene.shown(id)
  const phone = phones.phone()
  expect(await phone.download(activationCode!)).toMatchObject({ outcome: 'installed', iccid })
  await enableProfile(phone, iccid)
  return { id, iccid, phone }
}

/** Why a configuration with these applets is not saved: path and text of each fault. Nothing is saved. */
async function faultsOf(applets: object): Promise<string[]> {
  const before = (await owner.ask(configuration.list, {})).total
  const fields = {
    name: 'Refused',
    type: 'Advanced',
    profileName: 'Refused',
    hplmn: [],
    confirmationCode: { mode: 'none' },
    ...applets,
  } as configuration.ConfigurationInput
  const { code, obj } = await owner.refusal(configuration.add, { fields })
  expect(code).toBe('19400')
  expect((await owner.ask(configuration.list, {})).total).toBe(before)
  return (obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`)
}

const sha1 = '0123456789abcdef0123456789abcdef01234567'
const sha256 = '89abcdef'.repeat(8)

describe('the ARA applet', () => {
  test('holds its rules, which the card returns to GET DATA as Android asks for them', async () => {
    const printed = sha1.toUpperCase().replace(/..(?=.)/g, '$&:')
    const rules = [
      { certificateHash: printed },
      { certificateHash: sha256, packageName: 'com.example.app', permissions: '0000000000000003' },
    ]
    const { phone } = await installed(await configured('Rules', { araApplet: { rules } }))
    const found = (await readCarrierRules((apdu) => phone.euicc.transmit(apdu)))!
    expect(found.map((rule) => [toHex(rule.certificateHash), rule.packageName, toHex(rule.permissions!)])).toEqual([
      [sha1, undefined, '0000000000000001'],
      [sha256, 'com.example.app', '0000000000000003'],
    ])
    const app = (packageName: string) => ({ certificateHashes: [fromHex(sha256)], packageName })
    expect(hasCarrierPrivileges(found, app('com.example.app'))).toBe(true)
    expect(hasCarrierPrivileges(found, app('com.example.other'))).toBe(false)
  })

  test('is refused with a hash of a wrong length, an invalid package name, or without rules', async () => {
    const rule = { certificateHash: sha1 }
    const wrong = [{ certificateHash: sha1.slice(2) }, { ...rule, packageName: '1.a' }, { ...rule, permissions: '01' }]
    expect(await faultsOf({ araApplet: { rules: wrong } })).toEqual([
      'fields.araApplet.rules.0.certificateHash: A certificate hash has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits.',
      'fields.araApplet.rules.1.packageName: A package name, such as com.example.app.',
      'fields.araApplet.rules.2.permissions: Length is 16 characters, hexadecimal.',
    ])
    expect(await faultsOf({ araApplet: { rules: [] } })).toEqual(['fields.araApplet.rules: Required'])
    expect(await faultsOf({ araApplet: { rules: Array(51).fill(rule) } })).toEqual([
      'fields.araApplet.rules: Up to 50 entries.',
    ])
    expect(await faultsOf({ type: 'Regular', araApplet: { rules: [rule] } })).toEqual([
      'fields.araApplet: Leave empty: the type Regular does not have this field.',
    ])
  })
})

describe('the Recycle applet', () => {
  test('reports when the time of the profile has passed, and the profile is in stock again', async () => {
    const at = new Date(Math.ceil(clock.now().getTime() / 1000) * 1000 + 60_000)
    const configurationId = await configured('Recycled', { recycleApplet: { service: 'cloud' } })
    const { id, phone } = await installed(configurationId, {
      EXPIRE_TIME: at.toISOString().slice(0, 19).replace('T', ' '),
    })
    expect(await scene.shown(id)).toMatchObject({
      status: 'ENABLED',
      recycleStatus: 'SCHEDULED',
      recycleAt: at.toISOString(),
      expiresAt: null,
    })
    await scene.wait(at.getTime() - clock.now().getTime() - 1)
    expect(await scene.shown(id)).toMatchObject({ status: 'ENABLED', recycleStatus: 'SCHEDULED' })
    await scene.wait(1)
    expect(await scene.shown(id)).toMatchObject({ status: 'AVAILABLE', recycleStatus: 'RECYCLED', eid: null })
    expect((await scene.timeline(id))[0]).toMatchObject({ type: 'RECYCLED', actor: 'device', eid: phone.eid })
    await scene.wait(60_000)
    expect((await scene.timeline(id)).filter(({ type }) => type === 'RECYCLED')).toHaveLength(1)
  })

  test('sends to the own server of the enterprise, which the portal shows', async () => {
    const own = { host: 'bip.example.com', port: 9000 }
    const configurationId = await configured('Own server', { recycleApplet: { service: 'self', ...own } })
    const { id, phone } = await installed(configurationId)
    const sent: object[] = []
    const result = await runRecycleApplet(phone.euicc.state, {
      now: clock.now(),
      reason: 'manual',
      send: async ({ host, port }) => {
        sent.push({ host, port })
        return fromHex('0102')
      },
    })
    expect([result, sent]).toEqual(['later', [own]])
    expect(await owner.ask(recycle.profile, { id })).toMatchObject({ ownServer: own })
  })

  test.each(['127.0.0.1', '10.1.2.3', '::1', 'localhost', '0x7f.1', '2130706433', 'portal.internal'])(
    'is refused with the host %s',
    async (host) => {
      expect(await faultsOf({ recycleApplet: { service: 'self', host, port: 9000 } })).toEqual([
        'fields.recycleApplet.host: A domain name, or an IP address on the public internet.',
      ])
    },
  )

  test('needs host and port of the own server', async () => {
    expect(await faultsOf({ recycleApplet: { service: 'self' } })).toEqual([
      'fields.recycleApplet.host: Required',
      'fields.recycleApplet.port: Required',
    ])
    expect(await faultsOf({ recycleApplet: { service: 'self', host: `${'a'.repeat(51)}.com`, port: 1 } })).toEqual([
      'fields.recycleApplet.host: Up to 54 characters.',
    ])
  })
})

describe('the Customize applet', () => {
  const aids = { packageAid: 'f0a1b2c3d4', classAid: 'f0a1b2c3d401' }

  /** The install parameters of the applet on the card. */
  const parametersOf = ({ euicc }: { euicc: ReturnType<typeof phones.phone>['euicc'] }) =>
    toHex(euicc.state.profiles[0]!.registry!.applets[0]!.parameters)

  test('gets the parameters of the configuration, or those of the column C9', async () => {
    const parameters = '0102'
    const configurationId = await configured('Custom', { customApplet: { ...aids, parameters } })
    expect(parametersOf((await installed(configurationId)).phone)).toBe('0102')
    expect(parametersOf((await installed(configurationId, { C9: 'aabbcc' })).phone)).toBe('aabbcc')
  })

  test('is refused without AIDs, with reserved ones, and with parameters beyond their length', async () => {
    expect(await faultsOf({ customApplet: {} })).toEqual([
      'fields.customApplet.packageAid: Required without an applet file.',
      'fields.customApplet.classAid: Required without an applet file.',
    ])
    expect(await faultsOf({ customApplet: { ...aids, instanceAid: 'f0a1b2c3' } })).toEqual([
      'fields.customApplet.instanceAid: An AID has 5 to 16 bytes: 10 to 32 hexadecimal digits.',
    ])
    // ISD-R, ISD, ARA-M, USIM, Recycle
    for (const aid of [
      'a0000005591010ffffffff8900000100',
      'a000000151000000',
      'a00000015141434c00',
      'a0000000871002',
      'f053494d575249520001',
    ])
      expect(await faultsOf({ customApplet: { ...aids, instanceAid: aid } })).toEqual([
        `fields.customApplet.instanceAid: AIDs that begin with ${aid.slice(0, 10)} are reserved.`,
      ])
    for (const part of ['packageAid', 'classAid'])
      expect(
        await faultsOf({ customApplet: { ...aids, instanceAid: 'f0a1b2c3d402', [part]: 'F053494D5752495200' } }),
      ).toEqual(['fields.customApplet.instanceAid: AIDs that begin with f053494d57 are reserved.'])
    const parameters = '00'.repeat(116)
    expect(await faultsOf({ customApplet: { ...aids, parameters } })).toEqual([
      'fields.customApplet.parameters: Takes up to 115 bytes for this applet.',
    ])
  })
})
