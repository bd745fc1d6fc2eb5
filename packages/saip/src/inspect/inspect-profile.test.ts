import { fromHex, toHex, writeTlv } from '@simwright/asn1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeProfileValues } from '../build/encode-profile-value.ts'
import { filled, sized } from '../build/file-step.ts'
import { encodeRecycleParameters, recycleAppletAids } from '../card/recycle-applet.ts'
import { type ElementOf, encodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { fullConfig, knownKeys } from '../testing/known-profile.ts'
import { richElements } from '../testing/rich-profile.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { compareProfiles } from './compare-profiles.ts'
import { inspectProfile } from './inspect-profile.ts'
import type { PackageNode } from './package-node.ts'

const rich = (damage: (elements: ProfileElement[]) => unknown = () => {}) => {
  const elements = structuredClone(richElements())
  damage(elements)
  return encodeProfile(elements)
}
const find = <K extends ProfileElement['kind']>(elements: readonly ProfileElement[], kind: K) =>
  elements.find((element): element is ElementOf<K> => element.kind === kind)!
const flat = (nodes: readonly PackageNode[]): PackageNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const at = (nodes: readonly PackageNode[], path: string) => flat(nodes).find((node) => node.path === path)!
const labelled = (nodes: readonly PackageNode[], label: string) => flat(nodes).find((node) => node.label === label)!

/** Every key and code of the package, in hex. */
const secrets = [
  knownKeys.ki,
  knownKeys.opc!,
  ...Object.values(knownKeys.ota),
  ...Object.entries(encodeProfileValues(fullConfig, knownKeys))
    .filter(([name]) => /^(pin|puk|adm)\d$/.test(name))
    .map(([, value]) => value as Uint8Array),
].map(toHex)

describe('words', () => {
  const { tree, findings, length } = inspectProfile(rich())

  test('a sound package has no findings, and its elements cover all of its bytes', () => {
    expect(findings).toEqual([])
    let end = 0
    for (const { offset, length: size } of tree) {
      expect(offset).toBe(end)
      end += size
    }
    expect(end).toBe(length)
  })

  test.each<[path: string, label: string, words: readonly string[]]>([
    ['3f002fe2', 'EF.ICCID', ['89460100000000000017']],
    ['3f007ff06f07', 'EF.IMSI', ['240011234567895']],
    ['3f007ff06f62', 'EF.HPLMNwAcT', ['240-01 over GSM, UTRAN, E-UTRAN, NG-RAN']],
    ['3f007ff06f7b', 'EF.FPLMN', ['262-03']],
    ['3f007ff06fad', 'EF.AD', ['Normal operation', 'MNC of 2 digits']],
    [
      '3f007ff06f73',
      'EF.PSLOCI',
      ['Last registered 240-01', 'Area FFFEFF', 'No temporary identity', 'Status not updated'],
    ],
    ['3f007ff06f5c', 'EF.THRESHOLD', ['Empty']],
    ['3f007ff05fc04f06', 'EF.UAC_AIC', ['No access identity']],
    ['3f007ff16f02', 'EF.IMPI', ['240011234567895@ims.mnc001.mcc240.3gppnetwork.org']],
  ])('%s is %s with %j', (path, label, words) => {
    expect(at(tree, path)).toMatchObject({ label, words })
  })

  test('a service table is listed bit by bit with names', () => {
    expect(at(tree, '3f007ff06f38').words.slice(0, 2)).toEqual([
      'Service 1 off: Local phone book',
      'Service 2 on: Fixed dialling numbers (FDN)',
    ])
    expect(at(tree, '3f007ff06f38').words).toContain('Service 124 on: Subscription identifier privacy support')
    expect(at(tree, '3f007ff06f56').words).toContain('Service 1 off: Fixed dialling numbers (FDN)')
    expect(at(tree, '3f007ff16f07').words).toContain('Service 1 on: P-CSCF address')
  })

  test('records have words and bytes of their own, where they are in the package', () => {
    const upp = rich()
    const [first] = at(tree, '3f007ff06fb7').children
    expect(first).toMatchObject({ label: 'Record 1', words: ['112'], hex: '11f2ff00', length: 4 })
    expect(toHex(upp.subarray(first!.offset!, first!.offset! + 4))).toBe('11f2ff00')
    expect(at(tree, '3f007ff16f09').children[0]!.words).toEqual(['FQDN pcscf.acme.test'])
  })

  test('access rules and PIN states are in words', () => {
    expect(at(tree, '3f007ff06f07').facts).toContain(
      'Access rule 2 of EF.ARR 6F06: read: PIN1; update, deactivate, activate, delete: ADM1',
    )
    expect(at(tree, '3f007ff0').facts).toContain('PINs: PIN1, PIN2, ADM1')
    expect(labelled(tree, 'PIN1').words).toContain('Disabled')
    expect(at(tree, '3f002f06').children[6]!.words).toContain('increase: PIN1')
  })

  test('files from the template alone say so and have no offset', () => {
    const keys = at(tree, '3f007ff06f08')
    expect(keys.facts).toContain('Created by the template, without bytes in the package')
    expect(keys).toMatchObject({ offset: undefined, length: 0, isHidden: false })
  })

  test('authentication, security domain, remote management and applets are in words', () => {
    expect(labelled(tree, 'Algorithm').words).toEqual(['MILENAGE'])
    expect(labelled(tree, 'Rotation constants r1 to r5').words).toEqual(['As TS 35.206 recommends'])
    expect(labelled(tree, 'Install parameters C9').words).toEqual(['SCP80, options 00'])
    expect(labelled(tree, 'Toolkit parameters').words).toContain('TAR B20100')
    expect(labelled(tree, 'Minimum security').words).toEqual([
      'Cryptographic checksum, ciphered, counter must be higher',
    ])
    expect(labelled(tree, 'Privileges').words).toContain('security domain')
    expect(labelled(tree, 'Shared keys').words).toEqual(['Keys of application A0000000871002FFFFFFFF8900000100'])
    expect(labelled(tree, 'Code').isHidden).toBe(true)
  })

  test('access rules for carrier privileges are in words', () => {
    const hash = 'ab'.repeat(20)
    const rules = fromHex(
      `ff4037e235e128c114${hash}ca10${Buffer.from('com.acme.carrier').toString('hex')}e309db07${'00'.repeat(7)}`,
    )
    const upp = rich((elements) => {
      const [instance] = find(elements, 'application').value.instanceList!
      instance!.instanceAID = fromHex('a00000015141434c00')
      instance!.processData = [rules]
    })
    expect(labelled(inspectProfile(upp).tree, 'Data 1').words).toEqual([
      `certificate ${hash.toUpperCase()}, package com.acme.carrier, permissions ${'00'.repeat(7)}`,
    ])
  })

  test('a file whose content has no words says that it is not decoded', () => {
    const upp = rich((elements) => {
      find(elements, 'opt-usim').value['ef-cbmi'] = sized(fromHex('0001'), -1)
    })
    const { tree } = inspectProfile(upp)
    expect(at(tree, '3f007ff06f45')).toMatchObject({ words: ['Not decoded'], hex: '0001' })
  })

  test("the specification's sample profile is decoded with its warnings", () => {
    const sample = inspectProfile(fromHex(sampleProfileHex))
    expect(at(sample.tree, '3f007ff16f07').words).toEqual(['299811123456789'])
    expect(sample.findings.map(({ rule }) => rule)).toContain('sd-key-weak')
  })
})

describe('keys and codes are hidden', () => {
  test('no part of the tree contains one, in any form', () => {
    const upp = rich((elements) => {
      find(elements, 'usim').value['ef-keys'] = filled(Uint8Array.from({ length: 33 }, (_, i) => 0xc0 + i))
      find(elements, 'securityDomain').value.sdPersoData = [knownKeys.ki]
    })
    const text = JSON.stringify(inspectProfile(upp)).toLowerCase()
    for (const secret of [...secrets, 'c0c1c2c3c4']) expect(text).not.toContain(secret)
    for (const code of [knownKeys.puk1, knownKeys.adm1]) expect(text).not.toContain(code)
    expect(secrets.length).toBe(10)
  })

  test('a session key that is set is hidden with its size', () => {
    const upp = rich((elements) => {
      find(elements, 'usim').value['ef-keys'] = filled(new Uint8Array(33).fill(0xc1))
    })
    expect(at(inspectProfile(upp).tree, '3f007ff06f08')).toMatchObject({
      isHidden: true,
      hex: undefined,
      words: ['33 bytes, not shown'],
    })
  })

  test('the content of an unknown element is not shown', () => {
    const upp = rich((elements) => {
      const raw = writeTlv(0xbf25, fromHex('a003810160'), writeTlv(0x81, knownKeys.ki))
      elements.splice(-1, 0, { kind: 'unknown', value: { tag: 0xbf25, raw } })
    })
    const { tree } = inspectProfile(upp)
    expect(labelled(tree, 'Unknown element').facts).toContain('Tag BF25, content not shown')
    expect(JSON.stringify(tree)).not.toContain(toHex(knownKeys.ki))
  })

  test('the key of a Recycle applet is hidden, its server and time are not', () => {
    const expireTime = new Date('2027-01-31T12:00:00Z')
    const parameters = { key: knownKeys.ota.kid, expireTime, host: 'bip.acme.example', port: 8444 }
    const upp = rich((elements) => {
      const [instance] = find(elements, 'application').value.instanceList!
      instance!.instanceAID = recycleAppletAids.instance
      instance!.applicationSpecificParametersC9 = encodeRecycleParameters(parameters)
      find(elements, 'securityDomain').value.keyList!.pop()
    })
    const { tree } = inspectProfile(upp)
    expect(labelled(tree, 'Key of the message')).toMatchObject({ isHidden: true, hex: undefined })
    expect(labelled(tree, 'Recycle time').words).toEqual(['2027-01-31T12:00:00.000Z'])
    expect([labelled(tree, 'Host').words, labelled(tree, 'Port').words]).toEqual([['bip.acme.example'], ['8444']])
    expect(JSON.stringify(tree)).not.toContain(toHex(knownKeys.ota.kid))
  })

  test('they are shown on demand', () => {
    const { tree } = inspectProfile(rich(), { showKeys: true })
    expect(labelled(tree, 'Ki').hex).toBe(toHex(knownKeys.ki))
    expect(labelled(tree, 'PUK1').children[0]!.words).toEqual([knownKeys.puk1])
  })

  test('the package itself is not changed', () => {
    const upp = Buffer.from(rich())
    const before = toHex(upp)
    inspectProfile(upp)
    expect(toHex(upp)).toBe(before)
  })
})

describe('refused input', () => {
  const upp = rich()
  const nested = (levels: number): Uint8Array =>
    levels === 0 ? fromHex('800100') : writeTlv(0xbf25, levels === 1 ? fromHex('800100') : inner(levels - 1))
  const inner = (levels: number): Uint8Array => writeTlv(0xa0, levels === 1 ? fromHex('800100') : inner(levels - 1))

  test.each<[string, Uint8Array, number, RegExp]>([
    ['nothing', new Uint8Array(0), 0, /empty/],
    ['a text', new TextEncoder().encode('not a package'), 0, /length/],
    ['2 MB', new Uint8Array(2_000_000), 1 << 20, /2000000 bytes/],
    ['a truncated element', upp.subarray(0, 700), 659, /length says/],
    ['an element that ends in its length', Uint8Array.of(...upp.subarray(0, 109), 0xb0, 0x82), 109, /ends within/],
    ['an indefinite length', fromHex('a0800000'), 0, /indefinite/],
    ['nesting of 17 levels', nested(17), 33, /16 levels/],
    ['an unknown mandatory element', fromHex('bf2507a0058000810160'), 0, /tag BF25/],
  ])('%s, at its byte', (_what, bytes, offset, text) => {
    const error = caught(() => inspectProfile(bytes))
    expect(error).toMatchObject({ code: 'malformed', offset })
    expect(error.message).toMatch(text)
    expect(error.message).toContain(`byte ${offset}`)
  })

  test('a damaged package is refused with a SaipError or inspected and compared', () => {
    fc.assert(
      fc.property(fc.nat(upp.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = upp.slice()
        damaged[at] = (damaged[at] as number) ^ flip
        try {
          compareProfiles(upp, damaged)
        } catch (error) {
          expect(error).toBeInstanceOf(SaipError)
        }
      }),
      { numRuns: Math.ceil(fc.readConfigureGlobal().numRuns! / 2) },
    )
  })

  test('nesting of 16 levels is read', () => {
    expect(inspectProfile(nested(16)).tree[0]!.label).toBe('Unknown element')
  })

  test('a component with a wrong value is reported where it begins', () => {
    const puk = 617
    const broken = Uint8Array.of(
      ...upp.subarray(0, puk),
      ...fromHex('a319a0058000810105a110300e8002010181083132333435363738'),
    )
    expect(caught(() => inspectProfile(broken))).toMatchObject({
      offset: puk + 13,
      element: { index: 2, kind: 'pukCodes' },
      message: expect.stringContaining('pukCodes[0].keyReference, byte 630'),
    })
  })
})

describe('comparison', () => {
  const texts = (after: Uint8Array) =>
    compareProfiles(rich(), after).map(
      ({ kind, location, before, after: lines }) =>
        `${kind} ${location.join(' > ')}: ${before.join()} -> ${lines.join()}`,
    )

  test('equal packages have no differences', () => {
    expect(compareProfiles(rich(), rich())).toEqual([])
  })

  test('changed content is in words, with its offsets', () => {
    const after = rich((elements) => {
      find(elements, 'usim').value['ef-fplmn'] = filled(fromHex('62f230ffffff62f240ffffff'))
    })
    expect(compareProfiles(rich(), after)).toEqual([
      {
        kind: 'changed',
        location: ['USIM', 'EF.FPLMN'],
        path: '3f007ff06f7b',
        before: [],
        after: ['262-04'],
        offsets: { before: 937, after: 937 },
      },
    ])
  })

  test('added and removed files and elements are named once', () => {
    const after = rich((elements) => {
      delete find(elements, 'opt-usim').value['ef-gid1']
      elements.splice(
        elements.findIndex(({ kind }) => kind === 'application'),
        1,
      )
    })
    const found = texts(after)
    expect(found).toEqual([
      expect.stringMatching(/^removed Optional files of the USIM > EF.GID1: .*a1b2 -> $/),
      expect.stringMatching(/^removed Application: /),
    ])
    expect(compareProfiles(after, rich()).map(({ kind }) => kind)).toEqual(['added', 'added'])
  })

  test('a service that is switched off is one line', () => {
    const after = rich((elements) => {
      const ust = find(elements, 'usim').value['ef-ust'].find(({ kind }) => kind === 'fillFileContent')
      if (ust?.kind === 'fillFileContent') ust.value[0] = 0
    })
    expect(texts(after)).toEqual([
      'changed USIM > EF.UST: Service 2 on: Fixed dialling numbers (FDN) -> Service 2 off: Fixed dialling numbers (FDN)',
    ])
  })

  test('a changed key is reported, and not shown', () => {
    const after = rich((elements) => {
      const { algoConfiguration } = find(elements, 'akaParameter').value
      if (algoConfiguration.kind === 'algoParameter') algoConfiguration.value.key = knownKeys.ota.kic
    })
    expect(texts(after)).toEqual(['changed Authentication > Ki: Value not shown -> Another value, not shown'])
    expect(JSON.stringify(compareProfiles(rich(), after))).not.toContain(toHex(knownKeys.ota.kic))
  })

  test('the identifications of elements are ignored', () => {
    const after = rich((elements) => {
      find(elements, 'gsm-access').value.header.identification = 300
    })
    expect(texts(after)).toEqual([])
  })

  test('files that are not decoded are compared by their bytes', () => {
    const after = rich((elements) => {
      const commands = find(elements, 'genericFileManagement').value.fileManagementCMD[0]!
      commands[commands.length - 1] = { kind: 'fillFileContent', value: fromHex('abce') }
    })
    expect(texts(after)).toEqual([
      'changed Files outside the templates > file 4F40 > Bytes 1 to 2: Bytes abcd -> Bytes abce',
    ])
  })
})

function caught(run: () => unknown): SaipError {
  try {
    run()
  } catch (error) {
    if (error instanceof SaipError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
