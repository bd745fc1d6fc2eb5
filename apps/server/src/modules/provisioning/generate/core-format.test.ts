import type { coreFormats as formatNames } from '@simwright/contract/provisioning/batch'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CoreSubscriber, coreFormats } from './core-format.ts'

const KI = '465B5CE8B199B49FAA5F0A2EE238A6BC'
const OPC = 'CD63CB71954A9F4E48A5994E37A02BAF'
const one: CoreSubscriber = {
  iccid: '89446000000000000001',
  imsi: '999700000000001',
  msisdn: '447700900001',
  ki: KI,
  opc: OPC,
}
const two: CoreSubscriber = { ...one, imsi: '999700000000002', msisdn: null }
const setting = { plmn: '99970', dnn: 'internet', algorithm: 'MILENAGE' } as const

function fileOf(name: (typeof formatNames)[number]): string {
  const { head, between, tail, write } = coreFormats[name]
  return head(setting) + [one, two].map((row) => write(row, setting)).join(between) + tail
}

const lines = (text: string) => text.trimEnd().split('\n')

test('Open5GS gets one document a line, with the sequence number as a 64-bit integer', () => {
  const [first, second] = lines(fileOf('OPEN5GS')).map((line) => JSON.parse(line))
  expect(first).toMatchObject({
    imsi: one.imsi,
    msisdn: ['447700900001'],
    slice: [{ sst: 1, session: [{ name: 'internet' }] }],
  })
  expect(first.security).toEqual({ k: KI, op: null, opc: OPC, amf: '8000', sqn: { $numberLong: '32' } })
  expect(second).toMatchObject({ imsi: two.imsi, msisdn: [] })
})

test('free5GC gets one request body a line, with the home network and OPc, not OP', () => {
  const [first, second] = lines(fileOf('FREE5GC')).map((line) => JSON.parse(line))
  expect(first).toMatchObject({ plmnID: '99970', ueId: 'imsi-999700000000001' })
  expect(first.AuthenticationSubscription).toMatchObject({
    permanentKey: { permanentKeyValue: KI },
    opc: { opcValue: OPC },
    milenage: { op: { opValue: '' } },
    sequenceNumber: '000000000020',
  })
  expect(second.AccessAndMobilitySubscriptionData.gpsis).toBeUndefined()
})

test('Magma gets a list of subscribers, keys in base64', () => {
  const list = JSON.parse(fileOf('MAGMA'))
  expect(list.map(({ id }: { id: string }) => id)).toEqual(['IMSI999700000000001', 'IMSI999700000000002'])
  const { auth_key, auth_opc } = list[0].lte
  expect([auth_key, auth_opc].map((key) => Buffer.from(key, 'base64').toString('hex').toUpperCase())).toEqual([KI, OPC])
})

test('srsRAN gets ten cells a line and no blank line, which it cannot read', () => {
  const data = fileOf('SRSRAN').split('\n').slice(0, -1)
  expect(data.every((line) => line.startsWith('#') || line.split(',').length === 10)).toBe(true)
  expect(data.at(-2)).toBe(`${one.iccid},mil,${one.imsi},${KI},opc,${OPC},8000,000000000020,9,dynamic`)
})

test('CSV names its columns', () => {
  expect(fileOf('CSV').split('\r\n').slice(0, 2)).toEqual([
    'ICCID,IMSI,MSISDN,ALGORITHM,KI,OPC,AMF,SQN',
    `${one.iccid},${one.imsi},447700900001,MILENAGE,${KI},${OPC},8000,000000000020`,
  ])
})

const digits = (least: number, most: number) =>
  fc.array(fc.nat(9), { minLength: least, maxLength: most }).map((all) => all.join(''))
const key = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase())
const anySubscriber: fc.Arbitrary<CoreSubscriber> = fc.record({
  iccid: digits(16, 18).map((rest) => `89${rest}`),
  imsi: digits(15, 15),
  msisdn: fc.option(digits(1, 15)),
  ki: key,
  opc: key,
})

/** How the software of each core network finds a subscriber's values in a piece of its file. */
const readers: Record<(typeof formatNames)[number], (piece: string) => Partial<CoreSubscriber>> = {
  OPEN5GS: (line) => {
    const { imsi, msisdn, security } = JSON.parse(line)
    return { imsi, msisdn: msisdn[0] ?? null, ki: security.k, opc: security.opc }
  },
  FREE5GC: (line) => {
    const { ueId, AuthenticationSubscription: keys, AccessAndMobilitySubscriptionData: access } = JSON.parse(line)
    const ki = keys.permanentKey.permanentKeyValue
    const msisdn = access.gpsis?.[0].replace('msisdn-', '') ?? null
    return { imsi: ueId.replace('imsi-', ''), msisdn, ki, opc: keys.opc.opcValue }
  },
  MAGMA: (line) => {
    const { id, name, lte } = JSON.parse(line)
    const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex').toUpperCase()
    return { iccid: name, imsi: id.replace('IMSI', ''), ki: hexOf(lte.auth_key), opc: hexOf(lte.auth_opc) }
  },
  SRSRAN: (line) => {
    const [iccid, , imsi, ki, , opc] = line.split(',')
    return { iccid, imsi, ki, opc }
  },
  CSV: (line) => {
    const [iccid, imsi, msisdn, , ki, opc] = line.trimEnd().split(',')
    return { iccid, imsi, msisdn: msisdn || null, ki, opc }
  },
}

test.each(Object.entries(readers))('%s says the same of any subscriber', (name, read) => {
  fc.assert(
    fc.property(anySubscriber, (subscriber) => {
      const found = read(coreFormats[name as keyof typeof readers].write(subscriber, setting))
      expect(subscriber).toMatchObject(found)
      expect(Object.keys(found)).toEqual(expect.arrayContaining(['imsi', 'ki', 'opc']))
    }),
  )
})
