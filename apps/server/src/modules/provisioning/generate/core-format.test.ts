import type { coreFormats as formatNames } from '@simwright/contract/provisioning/batch'
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
