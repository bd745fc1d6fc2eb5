import { fromHex, readTlv, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { decodeCarrierRules } from '../card/access-rule-applet.ts'
import { expandPackage } from '../card/expand-package.ts'
import { decodeRecycleParameters } from '../card/recycle-applet.ts'
import { checkProfile } from '../check/check-profile.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { capClassAid, capPackageAid, components, ijcFile } from '../testing/cap-file.ts'
import { knownKeys, plainConfig } from '../testing/known-profile.ts'
import type { AppletsConfig, AraRule } from './applet-config.ts'
import { assemble, buildProfile, compile } from './build-profile.ts'
import { readLoadFile } from './load-file.ts'
import { checkConfig, type ProfileConfig } from './profile-config.ts'
import { checkKeys, type ProfileKeys } from './profile-keys.ts'

const config = (applets: AppletsConfig): ProfileConfig => ({ ...plainConfig, applets })
const elements = (applets: AppletsConfig, keys: ProfileKeys = knownKeys) =>
  decodeProfile(assemble(compile(config(applets)), keys))
const image = (applets: AppletsConfig, keys: ProfileKeys = knownKeys) => expandPackage(elements(applets, keys))

const sha1 = 'e46872f28b350b7e1f140de535c2a8d5804f0be3'
const sha256 = '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650'
const recycle = { key: fromHex('3fd61c0874ab925ec1e07f48b3962a5d'), expireTime: new Date('2030-01-01T00:00:00Z') }
/** Lowest priority, one timer, one channel. */
const recycleToolkit = 'ff01000001000000'
const server = { host: 'bip.acme.example', port: 8444 }

describe('ARA-M (GlobalPlatform Secure Element Access Control, 7)', () => {
  const rules: AraRule[] = [
    { certificateHash: sha1 },
    { certificateHash: sha256, packageName: 'com.acme.app', permissions: '0000000000000003' },
  ]

  test('has an instance that is present on the card, with a STORE DATA for each rule', () => {
    const { applications, loadPackages, mandatoryServices } = image({ ara: { rules } })
    expect(loadPackages).toEqual([])
    expect(mandatoryServices).toEqual(['usim', 'milenage', 'javacard'])
    const [ara] = applications
    expect([ara!.applicationLoadPackageAID, ara!.classAID, ara!.instanceAID].map(toHex)).toEqual([
      'a00000015141434c',
      'a00000015141434c00',
      'a00000015141434c00',
    ])
    const name = Buffer.from('com.acme.app').toString('hex')
    expect(ara!.processData!.map(toHex)).toEqual([
      `80e2900028f026e224e116c114${sha1}e30adb080000000000000001`,
      `80e2900042f040e23ee130c120${sha256}ca0c${name}e30adb080000000000000003`,
    ])
    expect(toHex(ara!.applicationSpecificParametersC9)).toBe('')
  })

  test('rules are read back', () => {
    const commands = image({ ara: { rules } }).applications[0]!.processData!
    const found = commands.flatMap((command) => decodeCarrierRules(readTlv(command.subarray(5)).value))
    expect(found.map((rule) => [toHex(rule.certificateHash), rule.packageName, toHex(rule.permissions!)])).toEqual([
      [sha1, undefined, '0000000000000001'],
      [sha256, 'com.acme.app', '0000000000000003'],
    ])
  })

  test('is loaded from its code', () => {
    const { applications, loadPackages } = image({ ara: { rules, code: ijcFile() } })
    expect(loadPackages.map(({ loadPackageAID }) => toHex(loadPackageAID))).toEqual([capPackageAid])
    expect(toHex(loadPackages[0]!.loadBlockObject)).toBe(toHex(readLoadFile(ijcFile()).code))
    expect([applications[0]!.classAID, applications[0]!.instanceAID].map(toHex)).toEqual([
      capClassAid,
      'a00000015141434c00',
    ])
  })

  test.each<[string, AraRule[]]>([
    ['applets.ara.rules', []],
    ['applets.ara.rules', Array.from({ length: 51 }, () => ({ certificateHash: sha1 }))],
    ['applets.ara.rules.0.certificateHash', [{ certificateHash: sha1.slice(2) }]],
    [
      'applets.ara.rules.1.packageName',
      [{ certificateHash: sha1 }, { certificateHash: sha1, packageName: 'com acme' }],
    ],
    ['applets.ara.rules.0.packageName', [{ certificateHash: sha1, packageName: 'a'.repeat(128) }]],
    ['applets.ara.rules.0.permissions', [{ certificateHash: sha1, permissions: '01' }]],
  ])('refuses %s of %j', (field, wrong) => {
    expect(checkConfig(config({ ara: { rules: wrong } }))).toMatchObject([{ severity: 'error', field }])
  })
})

describe('the Recycle applet (docs/recycle-message.md)', () => {
  const keys = { ...knownKeys, recycle }

  test('has key and time of the profile, host and port of the configuration', () => {
    const [applet] = image({ recycle: { server } }, keys).applications
    expect(toHex(applet!.instanceAID)).toBe('f053494d57524952000101')
    const host = Buffer.from(server.host).toString('hex')
    expect(toHex(applet!.applicationSpecificParametersC9)).toBe(
      `8010${toHex(recycle.key)}810470dbd8808210${host}830220fc`,
    )
    expect(decodeRecycleParameters(applet!.applicationSpecificParametersC9)).toEqual({ ...recycle, ...server })
    const toolkit = applet!.applicationParameters!.uiccToolkitApplicationSpecificParametersField!
    expect(toHex(toolkit)).toBe(recycleToolkit)
  })

  test('without a time only reports on request', () => {
    const { key } = recycle
    const [applet] = image({ recycle: { server } }, { ...knownKeys, recycle: { key } }).applications
    expect(decodeRecycleParameters(applet!.applicationSpecificParametersC9).expireTime).toBeUndefined()
  })

  test.each<[string, Partial<typeof server>]>([
    ['applets.recycle.server.host', { host: '' }],
    ['applets.recycle.server.host', { host: 'a'.repeat(82) }],
    ['applets.recycle.server.port', { port: 65_536 }],
  ])('refuses %s of %j', (field, change) => {
    const found = checkConfig(config({ recycle: { server: { ...server, ...change } } }))
    expect(found).toMatchObject([{ severity: 'error', field }])
  })

  test('refuses a missing or published key and a time after 2106', () => {
    const fields = (given: ProfileKeys) => checkKeys(given, config({ recycle: { server } })).map(({ field }) => field)
    expect(fields(knownKeys)).toEqual(['recycle.key'])
    expect(fields({ ...knownKeys, recycle: { key: new Uint8Array(16) } })).toEqual(['recycle.key'])
    expect(fields({ ...knownKeys, recycle: { ...recycle, expireTime: new Date('2107-01-01') } })).toEqual([
      'recycle.expireTime',
    ])
  })
})

describe("the operator's applet", () => {
  const present = { packageAid: 'b1b2b3b4b501', classAid: 'b1b2b3b4b50101', instanceAid: 'b1b2b3b4b5010101' }

  test('is loaded from its code, with AIDs from it', () => {
    const { applications, loadPackages } = image({ custom: { code: ijcFile(), parameters: '8101aa' } })
    expect(toHex(loadPackages[0]!.loadBlockObject)).toBe(toHex(readLoadFile(ijcFile()).code))
    const [applet] = applications
    expect([applet!.applicationLoadPackageAID, applet!.classAID, applet!.instanceAID].map(toHex)).toEqual([
      capPackageAid,
      capClassAid,
      capClassAid,
    ])
    expect(toHex(applet!.applicationSpecificParametersC9)).toBe('8101aa')
  })

  test('is present on the card, with privileges', () => {
    const { applications, loadPackages } = image({
      custom: { ...present, privileges: '04', toolkitParameters: recycleToolkit },
    })
    expect(loadPackages).toEqual([])
    expect(toHex(applications[0]!.instanceAID)).toBe(present.instanceAid)
    expect(toHex(applications[0]!.applicationPrivileges)).toBe('04')
    const toolkit = applications[0]!.applicationParameters!.uiccToolkitApplicationSpecificParametersField!
    expect(toHex(toolkit)).toBe(recycleToolkit)
  })

  test.each([0, 1, 3, 60, 100])('has the %i bytes of parameters of the profile', (size) => {
    const compiled = compile(config({ custom: { ...present, parameters: '8101aa' } }))
    const keys = { ...knownKeys, c9: new Uint8Array(size).fill(0x5a) }
    const upp = assemble(compiled, keys)
    expect(toHex(upp)).toBe(toHex(buildProfile(compiled.config, keys)))
    const [applet] = expandPackage(decodeProfile(upp)).applications
    expect(toHex(applet!.applicationSpecificParametersC9)).toBe('5a'.repeat(size))
    // The next profile without own parameters has those of the configuration again.
    const [next] = expandPackage(decodeProfile(assemble(compiled, knownKeys))).applications
    expect(toHex(next!.applicationSpecificParametersC9)).toBe('8101aa')
  })

  test.each<[string, AppletsConfig['custom']]>([
    ['applets.custom.code', {}],
    ['applets.custom.code', { packageAid: present.packageAid }],
    ['applets.custom.code', { code: Uint8Array.of(1, 2) }],
    ['applets.custom.code', { code: ijcFile(), packageAid: 'b1b2b3b4b501' }],
    ['applets.custom.code', { code: ijcFile(), classAid: 'b1b2b3b4b50101' }],
    ['applets.custom.code', { code: libraryFile() }],
    ['applets.custom.instanceAid', { ...present, instanceAid: 'a000000151000000' }],
    ['applets.custom.instanceAid', { ...present, instanceAid: 'a0000000871002ff' }],
    ['applets.custom.instanceAid', { ...present, instanceAid: 'f053494d5752494748540101' }],
    ['applets.custom.classAid', { ...present, classAid: 'b1b2' }],
    ['applets.custom.privileges', { ...present, privileges: '0000' }],
    ['applets.custom.parameters', { ...present, parameters: 'xy' }],
    ['applets.custom.toolkitParameters', { ...present, toolkitParameters: '0' }],
    ['applets.custom.parameters', { ...present, parameters: '00'.repeat(114) }],
  ])('refuses %s of %j', (field, custom) => {
    expect(checkConfig(config({ custom }))).toMatchObject([{ severity: 'error', field }])
  })

  test('refuses parameters of a profile that are too long or that no applet takes', () => {
    const c9 = new Uint8Array(114)
    expect(checkKeys({ ...knownKeys, c9 }, config({ custom: present }))).toMatchObject([{ field: 'c9' }])
    expect(checkKeys({ ...knownKeys, c9: c9.subarray(1) }, config({ custom: present }))).toEqual([])
    expect(checkKeys({ ...knownKeys, c9 }, plainConfig)).toMatchObject([{ field: 'c9' }])
  })
})

test('a package with all applets has no errors', () => {
  const applets = { ara: { rules: [{ certificateHash: sha1 }] }, recycle: { server }, custom: { code: ijcFile() } }
  const found = checkProfile(elements(applets, { ...knownKeys, recycle }))
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
})

/** The components without an applet. */
function libraryFile(): Uint8Array {
  const { Applet: _applet, ...made } = components()
  const directory = made.Directory!
  return ijcFile({ ...made, Directory: directory.with(3 + 4, 0).with(3 + 5, 0) })
}
