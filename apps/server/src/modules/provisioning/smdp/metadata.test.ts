import { randomBytes } from 'node:crypto'
import * as configuration from '@simwright/contract/profiles/configuration'
import { listProfiles } from '@simwright/euicc'
import { storeMetadataRequest } from '@simwright/rsp'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'

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
