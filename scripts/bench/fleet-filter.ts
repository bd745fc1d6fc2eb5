import type { InputOf } from '@simwright/contract'
import type * as fleet from '@simwright/contract/profiles/fleet'

/** Rows of a seeded portal that provide the values of the filters. */
export type Sample = {
  profiles: fleet.ProfileRow[]
  old: fleet.ProfileRow[]
  configurations: { id: string; name: string }[]
  campaignId: string
}

export type FleetFilter = NonNullable<InputOf<typeof fleet.list>['filter']>
type Named = readonly [string, FleetFilter]

/** Single filters, with common values, rare values, and values of old profiles only. */
export function filtersOf({ profiles, old, configurations, campaignId }: Sample): Named[] {
  const one = profiles.find(({ eid, msisdn, region }) => eid && msisdn && region) ?? profiles[0]!
  const named = (name: string) => configurations.find((one) => one.name === name)!.id
  const inGroup = profiles.find(({ groupId }) => groupId)!
  const lab = old.find(({ groupName }) => groupName === 'lab')!
  return [
    ['status common', { status: ['AVAILABLE'] }],
    ['status rare', { status: ['CANCELED'] }],
    ['status several', { status: ['ERROR', 'EXPIRED', 'DISABLED'] }],
    ['status removed', { status: ['REMOVED'] }],
    ['order state common', { orderState: ['Installed'] }],
    ['order state rare', { orderState: ['Error'] }],
    ['configuration common', { configurationId: named('Consumer') }],
    ['configuration of old ones', { configurationId: named('Early trial') }],
    ['type', { configurationType: ['Regular'] }],
    ['group common', { groupId: inGroup.groupId! }],
    ['group of old ones', { groupId: lab.groupId! }],
    ['no group', { groupId: 'none' }],
    ['batch newest', { batchId: one.batchId }],
    ['batch oldest', { batchId: old[0]!.batchId }],
    ['protection', { protection: 'PLAIN' }],
    ['no protection, which none has', { protection: 'NONE' }],
    ['provider common', { spn: 'Alba' }],
    ['provider of old ones', { spn: 'Tern' }],
    ['EID', { eid: one.eid! }],
    ['EID beginning', { eid: one.eid!.slice(0, 26) }],
    ['IMSI beginning', { imsi: one.imsi.slice(0, 8) }],
    ['MSISDN', { msisdn: one.msisdn! }],
    ['matching id', { matchingId: one.matchingId.slice(0, 5) }],
    ['brand common', { deviceBrand: 'Apple' }],
    ['brand rare', { deviceBrand: 'Motorola' }],
    ['region', { region: one.region ?? 'DE' }],
    ['notes', { notes: 'Spare' }],
    ['AC format common', { acFormat: ['AC_LINK'] }],
    ['AC format rare', { acFormat: ['PICTURE'] }],
    ['campaign', { campaignId }],
    ['created by', { query: 'by:"Sample Owner"' }],
    ['age', { query: 'age>300d' }],
    ['created within', { createdFrom: old[0]!.createdAt, createdTo: old.at(-1)!.createdAt }],
    ['changed', { query: 'changed<7d' }],
  ]
}

export function threeTogether({ profiles, old, configurations }: Sample): Named[] {
  const id = (name: string) => configurations.find((one) => one.name === name)!.id
  const groupId = profiles.find(({ groupId }) => groupId)!.groupId!
  const lab = old.find(({ groupName }) => groupName === 'lab')!.groupId!
  return [
    ['three common', { status: ['AVAILABLE'], configurationId: id('Consumer'), groupId }],
    ['three of which one is rare', { status: ['ERROR'], configurationId: id('Telemetry'), groupId }],
    ['three of which one is old', { query: 'status:available age>7d group:lab' }],
    ['three that meet in none', { status: ['AVAILABLE'], configurationId: id('Early trial'), groupId: lab }],
    ['three by device', { status: ['ENABLED'], deviceBrand: 'Apple', region: 'DE' }],
    ['three with several values', { query: 'status:error,disabled protection:plain group:none' }],
    ['three with a beginning', { imsi: '99970', status: ['DISABLED'], spn: 'Northwind' }],
  ]
}

/** Prefixes that match all, some, one or no profiles. */
export function searchesOf({ profiles, old }: Sample): Named[] {
  const one = profiles.find(({ eid, msisdn }) => eid && msisdn) ?? profiles[0]!
  const searches = {
    'ICCID that all have': one.iccid.slice(0, 4),
    'ICCID that thousands have': one.iccid.slice(0, 15),
    ICCID: old[7]!.iccid,
    'IMSI that half have': '99970',
    IMSI: one.imsi,
    'EID that many have': one.eid!.slice(0, 10),
    EID: one.eid!,
    'MSISDN that many have': one.msisdn!.slice(0, 5),
    'matching ID, four digits': one.matchingId.slice(0, 4),
    'activation code': one.activationCode,
    'one digit': '8',
    'what none has': '77777',
  }
  return Object.entries(searches).map(([name, search]): Named => [name, { search }])
}
