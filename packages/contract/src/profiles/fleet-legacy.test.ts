import { describe, expect, test } from 'vitest'
import { fleetFilter } from './fleet-filter.ts'
import { legacyAddressNames, legacyNames, legacyTimes, queryOfAddress } from './fleet-legacy.ts'
import { parseFleetQuery } from './fleet-query.ts'

const ID = '01890000-0000-7000-8000-000000000001'

describe('an address of Fleet with earlier names', () => {
  test.each([
    [{ status: 'DELETED,DISABLED' }, 'status:deleted,disabled'],
    [{ orderState: 'Released' }, 'order:released'],
    [{ configurationId: ID }, `config:${ID}`],
    [{ configurationType: 'Regular' }, 'type:regular'],
    [{ groupId: ID }, `group:${ID}`],
    [{ groupId: 'none' }, 'group:none'],
    [{ batchId: ID }, `batch:${ID}`],
    [{ campaignId: ID }, `campaign:${ID}`],
    [{ brand: 'Acme, "One"' }, 'brand:"Acme, ""One"""'],
    [{ acFormat: 'STRING,AC_LINK,PICTURE,NONE' }, 'format:string,link,picture,none'],
    [{ protection: 'NONE' }, 'protection:none'],
    [{ spn: 'My Net' }, 'spn:"My Net"'],
    [{ iccid: '8944' }, 'iccid:8944'],
    [{ imsi: '9997' }, 'imsi:9997'],
    [{ msisdn: '44' }, 'msisdn:44'],
    [{ eid: '8904' }, 'eid:8904'],
    [{ matchingId: 'AB-12' }, 'ac:AB-12'],
    [{ region: 'de' }, 'region:de'],
    [{ notes: 'field test' }, 'notes:"field test"'],
    [{ createdBy: ID }, `by:${ID}`],
    [{ recycleStatus: 'SCHEDULED,FAILED' }, 'recycle:scheduled,failed'],
    [{ recycleReason: 'DEVICE_DELETED' }, 'reason:device_deleted'],
    [{ created: '2026-01-01..2026-01-31' }, 'created:2026-01-01..2026-01-31'],
    [{ changed: '..2026-01-31' }, 'changed:..2026-01-31'],
    [{ recycled: '2026-01-01' }, 'recycled:2026-01-01..'],
    [{ search: '8944' }, '8944'],
    [{ q: 'age>7d', search: '8944' }, 'age>7d'],
    [{ q: 'age>7d', status: 'ERROR', groupId: ID }, `group:${ID} status:error age>7d`],
  ])('%j is the query %s', (address, query) => {
    expect(queryOfAddress(address)).toBe(query)
    expect(parseFleetQuery(query).faults).toEqual([])
  })

  test('without a filter has no query', () => {
    expect(queryOfAddress({ profile: ID, tab: 'code', status: '', q: undefined })).toBeUndefined()
    expect(queryOfAddress({ status: ',' })).toBeUndefined()
  })
})

test('every earlier filter name is mapped to a field', () => {
  const named = [...Object.keys(legacyNames), ...legacyTimes.flatMap(({ from, to }) => [from, to])]
  expect([...named, 'query', 'search'].toSorted()).toEqual(Object.keys(fleetFilter).toSorted())
  const renamed = Object.keys(legacyNames).map((name) => (name === 'deviceBrand' ? 'brand' : name))
  expect(legacyAddressNames.toSorted()).toEqual([...renamed, 'created', 'changed', 'recycled', 'search'].toSorted())
})
