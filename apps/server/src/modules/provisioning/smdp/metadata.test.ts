import { randomBytes } from 'node:crypto'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { enableProfile, listProfiles } from '@simwright/euicc'
import { findIccid, iccidFromBytes } from '@simwright/ids'
import { storeMetadataRequest } from '@simwright/rsp'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { generated, staged } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { suppliedPackage } from '../../../testing/supplied-package.ts'

/** The maximum size of a segment of a bound package (SGP.22, 2.5.5). */
const SEGMENT_BYTES = 1020

const scene = await smdpScene()

/** An icon of about this many bytes: noise does not compress. */
async function iconOf(side: number): Promise<Buffer> {
  return await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

const icon = await iconOf(16)

async function downloaded(fields: Partial<configuration.ConfigurationInput>, options: object = {}) {
  const configurationId = await scene.configured(fields)
  const { iccid, activationCode } = await scene.order({}, configurationId)
  const phone = scene.phones.phone(options)
  return { iccid, phone, result: await phone.download(activationCode) }
}

describe('the metadata of a profile', () => {
  test('has icon, class, rules and addresses of the configuration, in more than one segment', async () => {
    const { phone, iccid, result } = await downloaded({
      name: 'Metadata',
      icon: icon.toString('base64'),
      profileClass: 'provisioning',
      isDeletionForbidden: true,
      notificationAddresses: ['notify.example.com', 'more.example.com'],
      gid1: 'A1',
    })
    expect(result).toMatchObject({ outcome: 'installed' })
    const [profile] = await listProfiles(phone)
    expect(profile).toMatchObject({ iccid, profileClass: 'provisioning', iconType: 'png' })
    expect(Buffer.from(profile!.icon!).equals(icon)).toBe(true)
    const { metadata } = phone.euicc.state.profiles[0]!
    expect(metadata.length).toBeGreaterThan(SEGMENT_BYTES)
    const { profilePolicyRules, notificationConfigurationInfo } = storeMetadataRequest.decode(metadata)
    expect(profilePolicyRules).toEqual(new Set(['ppr2']))
    const addresses = notificationConfigurationInfo!.map(({ notificationAddress }) => notificationAddress)
    expect(new Set(addresses.slice(3))).toEqual(new Set(['notify.example.com', 'more.example.com']))
    expect(addresses).toHaveLength(9)
  })

  test('with a rule that the eUICC does not allow is refused by the eUICC', async () => {
    const options = { options: { policyAuthorisations: [] } }
    const { result } = await downloaded({ name: 'Forbidden rule', isDisablingForbidden: true }, options)
    expect(result).toMatchObject({ outcome: 'installation-failed', result: { errorReason: 'pprNotAllowed' } })
  })
})

describe('an icon is refused, and nothing is saved', () => {
  const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
  test.each([
    ['of 1,025 bytes', () => base64(Buffer.concat([icon, Buffer.alloc(1025 - icon.length)])), 'Up to 1,024 bytes.'],
    ['with a script', () => base64('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'PNG or JPEG only.'],
    ['that is damaged', () => base64(icon.subarray(0, icon.length - 200)), 'This PNG file is damaged.'],
  ])('%s', async (name, make, text) => {
    const { owner } = scene.enterprise
    const fields = {
      name,
      type: 'Regular',
      profileName: 'Icon',
      icon: make(),
      confirmationCode: { mode: 'none' },
    } as const
    const refused = await owner.refusal(configuration.add, { fields })
    expect(refused).toMatchObject({ code: '19400', obj: { faults: [{ path: 'fields.icon', text }] } })
    expect((await owner.ask(configuration.list, { filter: { name } })).items).toEqual([])
  })
})

describe('an ICCID has the form of its card', () => {
  const { owner } = scene.enterprise
  const cards = {
    '18 digits': ['894450000000092001', '894450000000092001'],
    '19 digits': ['8944500000000900007', '8944500000000900007'],
    '19 digits and F': ['8944500000000900018F', '8944500000000900018'],
    '20 digits in groups': ['8944 5000 0000 0900 0267', '89445000000009000267'],
  } as const
  const built = scene.configured({ name: 'Forms of ICCIDs' })
  const supplied = scene.configured({ name: 'Forms of packages', type: 'UPP', algorithm: undefined, hplmn: undefined })

  /** What the portal lists for a search. */
  const found = async (search: string) =>
    (await owner.ask(fleet.list, { filter: { search } })).items.map(({ iccid }) => iccid)

  async function expectOnCard(card: string): Promise<void> {
    const [profile] = (await owner.ask(fleet.list, { filter: { iccid: card } })).items
    const { activationCode } = await scene.shown(profile!.id)
    const phone = scene.phones.phone()
    expect(await phone.download(activationCode!)).toMatchObject({ outcome: 'installed', iccid: card })
    await enableProfile(phone, card)
    expect(storeMetadataRequest.decode(phone.euicc.state.profiles[0]!.metadata).iccid).toBe(card)
    const file = phone.euicc.state.profiles[0]!.fileSystem.mf.files.find(({ fid }) => fid === 0x2fe2)!
    expect(iccidFromBytes((file as { content: Uint8Array }).content)).toBe(card)
    // the notifications of the card name it in its form
    await expect.poll(async () => (await scene.shown(profile!.id)).status).toBe('ENABLED')
    for (const notation of [card, card.padEnd(20, 'F'), findIccid(card)!]) expect(await found(notation)).toEqual([card])
  }

  test('as it is in the file, in results, package, metadata, exports and searches', async () => {
    const configurationId = await built
    const rows = Object.values(cards).map(([ICCID]) => ({ ...newSubscribers(1)[0]!, ICCID }))
    const { id, succeeded } = await generated(owner, { configurationId, rows })
    expect(succeeded).toBe(rows.length)
    const outcomes = await owner.ask(batch.rows, { id })
    const expected = Object.values(cards).map(([, card]) => card)
    expect(outcomes.items.map(({ iccid }) => iccid)).toEqual(expected)
    const { text } = await owner.file(batch.result, { id })
    for (const card of expected) {
      expect(text).toContain(`${card},`)
      await expectOnCard(card)
    }
    const again = await staged(owner, {
      configurationId,
      rows: expected.map((card) => ({ ...newSubscribers(1)[0]!, ICCID: findIccid(card)! })),
    })
    expect(again).toMatchObject({ faulty: 0, existing: expected.length })
  })

  test.each([
    ['19 digits', '8944500000000910006', ['8944500000000910006', '8944500000000910006F', '8944 5000 0000 0910 006']],
    ['18 digits', '894450000000091002', ['894450000000091002']],
  ])('as it is in a supplied package of %s, in whatever notation the call names it', async (_what, card, notations) => {
    const configurationId = await supplied
    for (const [index, iccid] of [...notations, findIccid(card)!].entries()) {
      const { IMSI: imsi } = newSubscribers(1)[0]!
      const upp = suppliedPackage({ iccid: card, imsi: imsi! })
      const call = { configurationId, iccid, imsi: imsi!, upp }
      if (index > 0) {
        expect(await owner.refusal(batch.single, call)).toMatchObject({ code: '13018' })
        continue
      }
      expect(await owner.ask(batch.single, call)).toMatchObject({ iccid: card })
      await expectOnCard(card)
    }
  })
})
