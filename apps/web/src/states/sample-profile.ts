import type { Profile, ProfileEvent, ProfileRow } from '@simwright/contract/profiles/fleet'
import type { ProfileBlock } from '@simwright/contract/provisioning/block'
import { hoursAgo, longText, sampleId, unbrokenText } from './sample.ts'
import { batch, campaignRow, configurationRow, group } from './sample-provisioning.ts'

const MATCHING_ID = 'E779E19A25A9A3E9B2CEF10B5E087B10'

export const profileRow: ProfileRow = {
  id: sampleId(1),
  iccid: '89999700000000000273',
  imsi: '999700000000027',
  msisdn: '9997000000027',
  eid: '89049032000000000000000000002782',
  spn: 'Northwind',
  status: 'DISABLED',
  statusAt: hoursAgo(3),
  orderState: 'Installed',
  orderStateAt: hoursAgo(4),
  matchingId: MATCHING_ID,
  activationCode: `LPA:1$smdp.northwind.example$${MATCHING_ID}`,
  protection: 'PGP',
  region: 'DE',
  deviceBrand: 'Apple',
  deviceModel: 'iPhone 13 Pro',
  notes: 'Replacement for a lost phone',
  configurationId: configurationRow.id,
  configurationName: configurationRow.name,
  configurationType: 'Regular',
  batchId: batch.id,
  batchCode: batch.code,
  groupId: group.id,
  groupName: group.name,
  groupColor: group.color,
  tags: [
    { id: sampleId(3401), name: 'Pilot', color: 'teal' },
    { id: sampleId(3402), name: 'Roaming', color: 'orange' },
  ],
  attributes: { contract: 'C-1007', seats: '12' },
  campaignId: null,
  campaignName: null,
  acFormat: 'AC_LINK',
  downloads: 1,
  recycleStatus: 'NONE',
  recycleReason: null,
  recycleAt: null,
  sample: false,
  createdAt: hoursAgo(26),
  createdBy: 'Ada Byron',
}

export const availableRow: ProfileRow = {
  ...profileRow,
  id: sampleId(2),
  iccid: '89999700000000000398',
  imsi: '999700000000039',
  msisdn: null,
  eid: null,
  status: 'AVAILABLE',
  orderState: 'Released',
  matchingId: 'AD676977E35A8123B8D9FFC28E1A818E',
  activationCode: 'LPA:1$smdp.northwind.example$AD676977E35A8123B8D9FFC28E1A818E$$1',
  deviceBrand: null,
  deviceModel: null,
  notes: null,
  groupId: null,
  groupName: null,
  groupColor: null,
  tags: [],
  attributes: {},
  downloads: 0,
}

/** A profile with the longest values that the contract allows. */
export const longRow: ProfileRow = {
  ...profileRow,
  id: sampleId(3),
  iccid: '89999700000000009999',
  spn: unbrokenText(32),
  matchingId: `${MATCHING_ID}${MATCHING_ID}`,
  deviceBrand: unbrokenText(32),
  deviceModel: longText(64),
  notes: longText(500),
  configurationName: unbrokenText(64),
  groupName: unbrokenText(64),
  tags: Array.from({ length: 20 }, (_, index) => ({
    id: sampleId(3410 + index),
    name: unbrokenText(40),
    color: 'violet',
  })),
  campaignId: campaignRow.id,
  campaignName: unbrokenText(64),
  recycleStatus: 'SCHEDULED',
  recycleReason: 'CAMPAIGN_END',
  recycleAt: hoursAgo(-700),
  downloads: 1_000_000,
  createdBy: unbrokenText(64),
}

/** A page of rows, one for each status. */
export const profileRows: ProfileRow[] = [
  profileRow,
  availableRow,
  { ...profileRow, id: sampleId(4), iccid: '89999700000000000281', status: 'ENABLED', groupName: null, groupId: null },
  { ...profileRow, id: sampleId(5), iccid: '89999700000000000299', status: 'INSTALLED', deviceBrand: 'Samsung' },
  { ...profileRow, id: sampleId(6), iccid: '89999700000000000307', status: 'DOWNLOADED', orderState: 'Downloaded' },
  { ...profileRow, id: sampleId(7), iccid: '89999700000000000315', status: 'DELETED', recycleStatus: 'RECYCLED' },
  { ...profileRow, id: sampleId(8), iccid: '89999700000000000323', status: 'ERROR', orderState: 'Error' },
  { ...profileRow, id: sampleId(9), iccid: '89999700000000000331', status: 'EXPIRED', orderState: 'Unavailable' },
]

export const profile: Profile = {
  ...profileRow,
  configurationVersion: 3,
  confirmationCodeRequired: true,
  attempts: 1,
  maxAttempts: 5,
  redownloads: 0,
  maxRedownloads: 2,
  confirmationFailures: 1,
  expiresAt: hoursAgo(-600),
  link: 'https://portal.northwind.example/ac/cnUfFQP3RmuYGV647zbMMA',
  smdpAddress: 'smdp.northwind.example',
  testDevicesOnly: true,
  deviceRelease: 15,
  keysErasedAt: null,
}

export const profileBlock: ProfileBlock = {
  id: sampleId(1200),
  kind: 'EID',
  value: '89049032000000000000000000002782',
  createdAt: hoursAgo(90),
  createdBy: 'Ada Byron',
  profileId: profileRow.id,
}

export const profileEvent: ProfileEvent = {
  id: sampleId(500),
  profileId: profileRow.id,
  iccid: profileRow.iccid,
  type: 'DISABLED',
  at: hoursAgo(3),
  actor: 'device',
  actorName: null,
  address: '203.0.113.7',
  eid: profileRow.eid,
  device: 'Apple iPhone 13 Pro',
  subjectCode: null,
  reasonCode: null,
  text: 'The profile was disabled on the device.',
  messageId: sampleId(600),
}

export const profileEvents: ProfileEvent[] = [
  profileEvent,
  { ...profileEvent, id: sampleId(501), type: 'ENABLED', at: hoursAgo(4), text: 'The profile was enabled.' },
  {
    ...profileEvent,
    id: sampleId(502),
    type: 'REFUSED',
    at: hoursAgo(5),
    subjectCode: '8.2.7',
    reasonCode: '3.8',
    text: 'The confirmation code was wrong.',
  },
  {
    ...profileEvent,
    id: sampleId(503),
    type: 'GENERATED',
    at: hoursAgo(26),
    actor: 'user',
    actorName: 'Ada Byron',
    eid: null,
    device: null,
    messageId: null,
    text: 'The activation code was generated.',
  },
]
