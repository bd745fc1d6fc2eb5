import { fromHex } from '@simwright/asn1'
import { problems } from '@simwright/contract'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as inspection from '@simwright/contract/profiles/inspection'
import { parseIccid, parseImsi } from '@simwright/ids'
import { buildProfile, decodeProfile } from '@simwright/saip'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'

const t = await testServer()
let enterprise: TestEnterprise
beforeAll(async () => {
  enterprise = await t.enterprise()
})

const KI = '5e1c93a27b40d86f11b9e27a04c6538d'
const OPC = 'c3701fa49d5b2e8867e0195da2b43f7c'
const OTA = '0b7e55d2c18f4a3690e1f7c42d68ba95'
const PUK = '73915502'

/** A package whose keys are known, so that the test can look for them. */
const bytes = buildProfile(
  { profileName: 'Alba', algorithm: 'MILENAGE', hplmn: [{ plmn: '26201', access: ['E-UTRAN'] }] },
  {
    iccid: parseIccid('8949012345678901236'),
    imsi: parseImsi('262019876543210'),
    ki: fromHex(KI),
    opc: fromHex(OPC),
    pin1: '2580',
    pin2: '2580',
    puk1: PUK,
    puk2: PUK,
    adm1: '48151623',
    ota: { kic: fromHex(OTA), kid: fromHex(OTA), kik: fromHex(OTA) },
  },
)
const hex = Buffer.from(bytes).toString('hex')
const text = (value: string) => ({ source: { kind: 'text' as const, text: value } })

describe('a package as text', () => {
  test('is shown in words, whether it is written as hexadecimal digits or Base64', async () => {
    const fromDigits = await enterprise.owner.ask(inspection.inspect, text(hex.replace(/(..)/g, '$1 ')))
    const fromBase64 = await enterprise.owner.ask(inspection.inspect, text(Buffer.from(bytes).toString('base64')))
    expect(fromDigits).toEqual(fromBase64)
    expect(fromDigits.length).toBe(bytes.length)
    const imsi = fromDigits.parts.find(({ label }) => label.includes('EF.IMSI'))
    expect(JSON.stringify(imsi)).toContain('262019876543210')
  })

  test('comes in pages, and one of very many elements is refused', async () => {
    const [header = Buffer.alloc(0), usim = Buffer.alloc(0)] = ['header', 'usim'].map((kind) =>
      Buffer.from(decodeProfile(bytes).find((element) => element.kind === kind)!.raw),
    )
    const long = Buffer.concat([header, ...Array<Buffer>(120).fill(usim)]).toString('hex')
    const seen: inspection.PackagePart[] = []
    for (let from: number | null = 0; from !== null; ) {
      const page: inspection.PackageInspection = await enterprise.owner.ask(inspection.inspect, { ...text(long), from })
      expect(page.parts.length).toBeLessThanOrEqual(inspection.inspectionPage.parts)
      expect(page.elements).toBe(121)
      expect(page.findings.length).toBeLessThanOrEqual(page.findingCount)
      seen.push(...page.parts)
      from = page.next
    }
    expect(seen.filter(({ depth }) => depth === 0)).toHaveLength(121)
    expect(seen.length).toBeGreaterThan(inspection.inspectionPage.parts)
    const short = decodeProfile(bytes).find((element) => element.kind === 'rfm' && element.raw.length > 60)!.raw
    const ofShort = Buffer.concat([header, ...Array<Uint8Array>(120).fill(short)]).toString('hex')
    const full = await enterprise.owner.ask(inspection.inspect, text(ofShort))
    expect([full.parts.length, full.next]).toEqual([inspection.inspectionPage.parts, inspection.inspectionPage.parts])
    const many = 'af00'.repeat(129)
    const refused = await enterprise.owner.refusal(inspection.inspect, text(many))
    expect(refused.obj.faults).toEqual([
      expect.objectContaining({ path: 'source', text: 'More than 128 elements (byte 256).' }),
    ])
  })

  test('never shows keys and codes', async () => {
    const shown = JSON.stringify(await enterprise.owner.ask(inspection.inspect, text(hex))).toLowerCase()
    const codes = [PUK, '2580', '48151623'].map((code) => Buffer.from(code).toString('hex').padEnd(16, 'f'))
    for (const secret of [KI, OPC, OTA, PUK, ...codes]) expect(shown).not.toContain(secret)
    for (const secret of [KI, OPC, OTA, ...codes]) expect(hex).toContain(secret)
  })

  test.each([
    ['a sentence', 'This is no package.', 'source.text', /neither DER, nor hexadecimal digits/],
    ['a truncated element', hex.slice(0, -20), 'source', /\(byte \d+\)/],
    ['a length beyond the end', 'a0', 'source', /\(byte 0\)/],
    ['257 KiB', '00'.repeat(257 * 1024), 'source.text', /Up to 256 KiB/],
  ])('is refused: %s', async (_, value, path, message) => {
    const refused = await enterprise.owner.refusal(inspection.inspect, text(value))
    expect(refused.code).toBe(problems.invalid.code)
    expect(refused.obj.faults).toEqual([expect.objectContaining({ path, text: expect.stringMatching(message) })])
  })
})

describe('the package of a profile configuration', () => {
  test('is built for a sample subscriber, in the version that is asked for', async () => {
    const id = await configured(enterprise.owner, { name: 'Inspected', serviceProviderName: 'Alba' })
    const { fields } = await enterprise.owner.ask(configuration.get, { id })
    const { version } = await enterprise.owner.ask(configuration.edit, {
      id,
      version: 1,
      fields: { ...fields, serviceProviderName: 'Brigid' },
    })
    const spn = async (source: inspection.PackageSource) => {
      const { parts } = await enterprise.owner.ask(inspection.inspect, { source })
      return parts.find(({ label }) => label.includes('EF.SPN'))?.words.join()
    }
    expect(await spn({ kind: 'configuration', id })).toContain('Brigid')
    expect(await spn({ kind: 'configuration', id, version: 1 })).toContain('Alba')
    const gone = { kind: 'configuration' as const, id, version: version + 1 }
    expect((await enterprise.owner.refusal(inspection.inspect, { source: gone })).code).toBe(problems.not_found.code)
    const { differences } = await enterprise.owner.ask(inspection.compare, {
      first: { kind: 'configuration', id, version: 1 },
      second: { kind: 'configuration', id },
    })
    expect(JSON.stringify(differences.find(({ location }) => location.join().includes('EF.SPN')))).toMatch(
      /Alba.*Brigid/,
    )
  })

  test('is equal to itself; an error of a comparison names the package', async () => {
    const id = await configured(enterprise.owner, { name: 'Compared' })
    const first = { kind: 'configuration' as const, id }
    expect(await enterprise.owner.ask(inspection.compare, { first, second: first })).toEqual({
      differences: [],
      total: 0,
      next: null,
    })
    const refused = await enterprise.owner.refusal(inspection.compare, { first, second: text('a0').source })
    expect(refused.obj.faults).toEqual([expect.objectContaining({ path: 'second' })])
  })
})

test('is not blamed when the server ends', async () => {
  const ending = await testServer({ isOwn: true })
  const { owner } = await ending.enterprise()
  ending.server.workers.close()
  const refused = await owner.refusal(inspection.inspect, text('a0'))
  expect(refused.code).toBe(problems.unavailable.code)
})
