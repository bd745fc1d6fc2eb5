import { fromHex } from '@simwright/asn1'
import { decodeProfile, encodeProfile, expandPackage, mfPath, type ProfileElement } from '@simwright/saip'
import { describe, expect, it } from 'vitest'
import type { Directory } from './card-file.ts'
import { fileSystemOf, hasIccid, installPackage, operatorOf } from './profile-installation.ts'
import { changePackage, ICCID, OTHER_ICCID, profilePackage } from './testing/profile.ts'
import { CARD_CAPABILITIES, servicesOf } from './uicc-service.ts'

const ABILITIES = { majorVersion: 2, services: servicesOf(CARD_CAPABILITIES) }
const elements = () => decodeProfile(profilePackage()) as ProfileElement[]

const withSqnOptions = (options: number) =>
  installPackage(
    encodeProfile(
      elements().map((element) =>
        element.kind === 'akaParameter'
          ? { kind: element.kind, value: { ...element.value, sqnOptions: Uint8Array.of(options) } }
          : element,
      ),
    ),
    ABILITIES,
  ).networkAccess[0]!.aka.checks

describe('an installed package', () => {
  it('limits sequence numbers according to sqnOptions', () => {
    expect(withSqnOptions(0)).toEqual({})
    expect(withSqnOptions(1)).toEqual({ ageLimit: 2 ** 28 })
    expect(withSqnOptions(2)).toEqual({ delta: 2 ** 28 })
  })

  it('shares PINs between linked directories', () => {
    const image = expandPackage(elements())
    const telecom = '3f007f10'
    const own = fileSystemOf(image).mf.files.find(({ fid }) => fid === 0x7f10)
    expect(own?.kind === 'directory' && own.pins).toEqual([])
    const linked = { ...image, pinLinks: [{ directory: telecom, sharedWith: mfPath }] }
    const { mf } = fileSystemOf(linked)
    const shared = mf.files.find(({ fid }) => fid === 0x7f10)
    expect(shared?.kind === 'directory' && shared.pins).toEqual(mf.pins)
    expect(mf.pins.length).toBeGreaterThan(0)
  })

  it('has links by the FIDs of their paths', () => {
    const image = expandPackage(elements())
    const file = image.files['3f002f06']!
    const links = { '3f002fe2': '3f002f06', '3f002f05': '3f007f106f3a', '3f002f08': '3f007ff06f06' }
    const linked = Object.entries(links).map(([path, linkedTo]) => [
      path,
      { ...file, path, fid: Number.parseInt(path.slice(4), 16), linkedTo },
    ])
    const { mf } = fileSystemOf({ ...image, files: { ...image.files, ...Object.fromEntries(linked) } })
    const targetOf = (fid: number) => {
      const found = mf.files.find((one) => one.fid === fid)
      return found?.kind === 'link' && found.targetPath
    }
    expect(targetOf(0x2fe2)).toEqual([0x3f00, 0x2f06])
    expect(targetOf(0x2f05)).toEqual([0x3f00, 0x7f10, 0x6f3a])
    expect(targetOf(0x2f08)).toEqual([0x7ff0, 0x6f06])
  })

  it('can be compared by its ICCID and its operator', () => {
    const content = installPackage(profilePackage(), ABILITIES)
    expect(hasIccid(content, ICCID)).toBe(true)
    expect(hasIccid(content, OTHER_ICCID)).toBe(false)
    expect(operatorOf(content).mccMnc).toEqual(Uint8Array.of(0x09, 0xf1, 0x07))
  })

  it('has the operator of its USIM, whatever the files of other applications are', () => {
    const content = installPackage(profilePackage(ICCID, { gid1: 'a1' }), ABILITIES)
    const other: Directory = {
      kind: 'directory',
      fid: 0x7ff1,
      aid: fromHex('a0000003431002f310ffff89020000ff'),
      pinReferences: [],
      pins: [],
      files: [0x6f07, 0x6f3e, 0x6fad].map((fid) => ({ kind: 'transparent', fid, content: new Uint8Array(10) })),
    }
    const { fileSystem } = content
    const operator = operatorOf({ ...content, fileSystem: { ...fileSystem, adfs: [other, ...fileSystem.adfs] } })
    expect(operator).toEqual(operatorOf(content))
    expect(operator.gid1?.[0]).toBe(0xa1)
  })

  it('needs memory for its files and keys', () => {
    const upp = profilePackage()
    expect(installPackage(upp, ABILITIES).bytes).toBeGreaterThan(upp.length)
  })

  it('may require the services and templates of the GSMA test profile TS.48', () => {
    const services = ['usim', 'isim', 'csim', 'usim-test-algorithm', 'ber-tlv', 'get-identity', 'profile-a-x25519']
    const templates = ['1', '3', '4', '5', '7', '8', '9', '10', '11', '13', '14'].map(
      (suffix) => `2.23.143.1.2.${suffix}`,
    )
    const upp = changePackage(profilePackage(), (element) =>
      element.kind === 'header'
        ? {
            ...element,
            value: {
              ...element.value,
              'eUICC-Mandatory-services': Object.fromEntries(
                [...services, 'profile-b-p256'].map((name) => [name, null]),
              ),
              'eUICC-Mandatory-GFSTEList': templates,
            },
          }
        : undefined,
    )
    expect(installPackage(upp, ABILITIES).image.mandatoryServices).toHaveLength(8)
  })

  it('is refused by a card with an older major version', () => {
    const newer = profilePackage(ICCID, { saipVersion: '3.1' })
    expect(() => installPackage(newer, ABILITIES)).toThrow(
      expect.objectContaining({ status: 'unsupported-profile-version' }),
    )
    const newerCard = { ...ABILITIES, majorVersion: 3 }
    expect(installPackage(newer, newerCard).image.version).toEqual({ major: 3, minor: 1 })
    expect(installPackage(profilePackage(), newerCard).image.version).toEqual({ major: 2, minor: 1 })
  })
})
