import type { Attribute } from '@simwright/contract/profiles/attribute'
import { type Configuration, type ConfigurationRow, parseStored } from '@simwright/contract/profiles/configuration'
import type { ConfigurationUsage, ConfigurationVersionRow } from '@simwright/contract/profiles/configuration-version'
import type { Group } from '@simwright/contract/profiles/group'
import type { Tag } from '@simwright/contract/profiles/tag'
import type { Batch } from '@simwright/contract/provisioning/batch'
import type { CampaignRow } from '@simwright/contract/provisioning/campaign'
import { hoursAgo, sampleId, unbrokenText } from './sample.ts'

export const configurationRow: ConfigurationRow = {
  id: sampleId(100),
  version: 3,
  name: 'Consumer plan',
  type: 'Regular',
  profileName: 'Northwind consumer',
  serviceProviderName: 'Northwind',
  algorithm: 'MILENAGE',
  hplmn: ['99970'],
  profiles: 4210,
  sample: false,
  frozen: false,
  complete: true,
  updatedAt: hoursAgo(30),
}

export const longConfigurationRow: ConfigurationRow = {
  ...configurationRow,
  id: sampleId(101),
  name: unbrokenText(64),
  profileName: unbrokenText(64),
  serviceProviderName: unbrokenText(32),
  hplmn: Array.from({ length: 20 }, (_, index) => String(310_260 + index)),
  profiles: 10_001,
  frozen: true,
}

export const configuration: Configuration = {
  id: configurationRow.id,
  version: 3,
  fields: parseStored({
    name: 'Consumer plan',
    type: 'Regular',
    profileName: 'Northwind consumer',
    serviceProviderName: 'Northwind',
    algorithm: 'MILENAGE',
    kiLength: '128',
    hplmn: [{ plmn: '99970', access: ['UTRAN', 'E-UTRAN', 'NG-RAN'] }],
    ehplmn: ['99971'],
    plmn: [{ plmn: '26201', access: ['E-UTRAN'] }],
    oplmn: [],
    fplmn: ['26202'],
    pnn: { fullName: 'Northwind Mobile', shortName: 'Northwind' },
    gid1: 'a1',
    gid2: '',
    smsp: '+999700000000',
    confirmationCode: { mode: 'random' },
    acLifetimeDays: 30,
    maxDownloadAttempts: 5,
    maxRedownloads: 2,
    allowDeviceChange: true,
    rotation: false,
  }),
  confirmationCodeSet: false,
  profiles: 4210,
  sample: false,
  frozen: false,
  silenced: [],
  createdAt: hoursAgo(900),
  updatedAt: hoursAgo(30),
  createdBy: 'Ada Byron',
}

/** Three versions; the newest one is unused. */
export const configurationVersions: ConfigurationVersionRow[] = [
  { version: 3, savedAt: hoursAgo(30), savedBy: 'Ada Byron', batches: 0, profiles: 0 },
  { version: 2, savedAt: hoursAgo(300), savedBy: 'Grace Hopper', batches: 4, profiles: 4000 },
  { version: 1, savedAt: hoursAgo(900), savedBy: 'Ada Byron', batches: 1, profiles: 210 },
]

export const configurationUsage: ConfigurationUsage = {
  batches: {
    total: 12,
    items: Array.from({ length: 3 }, (_, index) => ({
      id: sampleId(210 + index),
      code: `B92948132217${index}`,
      version: 2,
      createdAt: hoursAgo(200),
    })),
  },
  campaigns: { total: 1, items: [{ id: sampleId(220), name: 'Spring trade fair' }] },
  subscribers: [{ imsi: '999700', iccid: '8988211' }],
}

export const batch: Batch = {
  id: sampleId(200),
  code: 'B929481322175',
  type: 'GENERATE_AC',
  process: 'COMPLETE',
  configurationId: configurationRow.id,
  configurationName: 'Consumer plan',
  configurationVersion: 3,
  protection: 'PGP',
  fileName: 'subscribers.csv.pgp',
  range: null,
  coreFile: 'none',
  coreFormats: [],
  total: 4210,
  processed: 4210,
  succeeded: 4208,
  failed: 2,
  leftOut: 0,
  leftOutUntil: null,
  canceled: false,
  createdAt: hoursAgo(26),
  startedAt: hoursAgo(26),
  completedAt: hoursAgo(25),
  createdBy: 'Ada Byron',
  sample: false,
}

export const group: Group = {
  id: sampleId(300),
  name: 'Vans',
  color: 'green',
  notes: 'Depot north',
  version: 2,
  profiles: 30,
  statuses: { ENABLED: 18, AVAILABLE: 12 },
  createdAt: hoursAgo(400),
  updatedAt: hoursAgo(40),
  createdBy: 'Ada Byron',
}

export const campaignRow: CampaignRow = {
  id: sampleId(400),
  name: 'Summer roaming',
  state: 'ACTIVE',
  configurationId: configurationRow.id,
  configurationName: 'Consumer plan',
  startsAt: hoursAgo(100),
  endsAt: hoursAgo(-300),
  profiles: 2000,
  taken: 812,
  cap: 1500,
  createdAt: hoursAgo(120),
}

/** The key with which the enterprise account's files are encrypted. */
export const pgpKey = {
  armored: `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${'xjMEawN34BYJKwYBBAHaRw8BAQdAq7hSEB4BX\n'.repeat(8)}-----END PGP PUBLIC KEY BLOCK-----`,
  fingerprint: '3437500FD59CB678ADCAC3C9D633CA77F22C90F4',
  userId: 'Northwind Mobile source data',
  createdAt: hoursAgo(300),
  previous: [],
}

export const tag: Tag = {
  id: sampleId(3401),
  name: 'Pilot',
  color: 'teal',
  version: 1,
  profiles: 40,
  capped: false,
  createdAt: hoursAgo(90),
  updatedAt: hoursAgo(20),
  createdBy: 'Ada Byron',
}

export const attribute: Attribute = {
  id: sampleId(3501),
  word: 'contract',
  name: 'Contract',
  kind: 'text',
  choices: [],
  required: false,
  version: 1,
  profiles: 40,
  capped: false,
  updatedAt: hoursAgo(20),
}

/** An attribute that each new profile must have. */
export const requiredAttribute: Attribute = {
  ...attribute,
  id: sampleId(3502),
  word: 'tier',
  name: 'Tier',
  kind: 'choice',
  choices: ['Gold', 'Silver'],
  required: true,
  profiles: 10_000,
  capped: true,
}
