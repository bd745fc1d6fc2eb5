import { z } from 'zod'
import { codeField } from '../code-field.ts'
import { endpoint } from '../endpoint.ts'
import { id, listInput, nothing, pageOf } from '../list.ts'
import { eventFilter } from './event-filter.ts'
import { eventTypes } from './event-type.ts'
import { FleetFilter, fleetFilter, Selection } from './fleet-filter.ts'
import { acFormats, orderStates, profileStatuses, recycleReasons, recycleStatuses } from './profile-state.ts'
import { protections } from './source.ts'
import { ProfileTag } from './tag.ts'

export type { EventFilter } from './event-filter.ts'
export { type EventType, eventTypes } from './event-type.ts'
export { orderStates, type ProfileStatus, profileStatuses } from './profile-state.ts'

export const ProfileRow = z.object({
  id,
  iccid: z.string(),
  imsi: z.string(),
  msisdn: z.string().nullable(),
  eid: z.string().nullable(),
  spn: z.string(),
  status: z.enum(profileStatuses),
  statusAt: z.string(),
  orderState: z.enum(orderStates),
  orderStateAt: z.string(),
  matchingId: codeField(z.string()),
  activationCode: codeField(z.string()),
  protection: z.enum(protections).nullable(),
  region: z.string().nullable(),
  deviceBrand: z.string().nullable(),
  deviceModel: z.string().nullable(),
  notes: z.string().nullable(),
  configurationId: id,
  configurationName: z.string(),
  configurationType: z.string(),
  batchId: id,
  /** Empty if another member made the batch and the own view is limited to groups. */
  batchCode: z.string(),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  groupColor: z.string().nullable(),
  tags: z.array(ProfileTag),
  /** Values by the words of attributes. */
  attributes: z.record(z.string(), z.string()),
  /** The campaign whose pool it is in. */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  acFormat: z.enum(acFormats),
  downloads: z.int(),
  recycleStatus: z.enum(recycleStatuses),
  recycleReason: z.enum(recycleReasons).nullable(),
  /** When it will be recycled, was recycled, or failed to be. */
  recycleAt: z.string().nullable(),
  /** Sample data of demo mode, which no device can download. */
  sample: z.boolean(),
  createdAt: z.string(),
  createdBy: z.string(),
})
export type ProfileRow = z.infer<typeof ProfileRow>

export const Profile = ProfileRow.extend({
  configurationVersion: z.int(),
  confirmationCodeRequired: z.boolean(),
  /** Attempts of the current order. */
  attempts: z.int(),
  maxAttempts: z.int(),
  redownloads: z.int(),
  maxRedownloads: z.int(),
  confirmationFailures: z.int(),
  expiresAt: z.string().nullable(),
  /** The public page of the activation code; null when the plan has none, and for sample data. */
  link: codeField(z.string()).nullable(),
  smdpAddress: z.string(),
  testDevicesOnly: z.boolean(),
  /** The highest 3GPP release that the device announced when it downloaded. */
  deviceRelease: z.int().nullable(),
  /** When its keys were erased after the installation; null: it has keys. */
  keysErasedAt: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

export const ProfileEvent = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  type: z.enum(eventTypes),
  at: z.string(),
  actor: z.enum(['user', 'device', 'system']),
  actorName: z.string().nullable(),
  /** The rule that acted, with the rights of the actor. */
  ruleId: id.nullable(),
  ruleName: z.string().nullable(),
  address: z.string().nullable(),
  eid: z.string().nullable(),
  device: z.string().nullable(),
  /** SGP.22 subject and reason code of a refusal by the SM-DP+. */
  subjectCode: z.string().nullable(),
  reasonCode: z.string().nullable(),
  text: z.string(),
  /** The id of the device's message, for `message`. */
  messageId: id.nullable(),
})
export type ProfileEvent = z.infer<typeof ProfileEvent>

export const list = endpoint({
  method: 'POST',
  path: '/fleet/list',
  access: 'Fleet_View',
  reads: true,
  summary: 'Profiles, newest first',
  input: listInput(fleetFilter, ['createdAt', 'iccid', 'statusAt']),
  output: pageOf(ProfileRow).extend({
    /** Null when counting would take much longer than the page: `count` returns it. */
    total: z.int().nullable(),
    /** Cursor of the previous page; null on the first. */
    previous: z.string().nullable(),
  }),
})

export const count = endpoint({
  method: 'POST',
  path: '/fleet/count',
  access: 'Fleet_View',
  reads: true,
  summary: 'How many profiles match: counted up to 10,000, or exactly',
  input: z.object({ filter: FleetFilter.default({}), exact: z.boolean().default(false) }),
  output: z.object({ total: z.int(), capped: z.boolean() }),
})

export const detail = endpoint({
  method: 'POST',
  path: '/fleet/detail',
  access: 'Fleet_View',
  reads: true,
  summary: 'One profile with both its states, its binding and its counters',
  input: z.object({ id }),
  output: Profile,
})

/** How long the IMEI of a device stays after it was last seen. */
export const IMEI_DAYS = 365

export const device = endpoint({
  method: 'POST',
  path: '/fleet/device',
  access: 'Fleet_View',
  reads: true,
  summary: 'The device that a profile is bound to, as its LPA described it when it asked for a profile',
  input: z.object({ id }),
  output: z.object({
    tac: z.string().nullable(),
    /** 15 digits. Null: its LPA did not send it, or it was deleted. Without `Fleet_Export` the last 7 are asterisks. */
    imei: z.string().nullable(),
    imeiMasked: z.boolean(),
    firstSeenAt: z.string().nullable(),
    lastSeenAt: z.string().nullable(),
  }),
})

export const timeline = endpoint({
  method: 'POST',
  path: '/fleet/timeline',
  access: 'Fleet_View',
  reads: true,
  summary: 'Events of a profile, newest first',
  input: z.object({ id, cursor: z.string().max(200).optional(), limit: z.int().min(1).max(200).default(50) }),
  output: z.object({ items: z.array(ProfileEvent), next: z.string().nullable() }),
})

/** A component of a message, named as in SGP.22; `depth` 0 is outermost. */
export const MessagePart = z.object({ depth: z.int(), name: z.string(), value: z.string().nullable() })
export type MessagePart = z.infer<typeof MessagePart>

export const message = endpoint({
  method: 'POST',
  path: '/fleet/message',
  access: 'Fleet_View',
  allGroups: true,
  reads: true,
  revealsCodes: true,
  summary: 'A message of a device to the SM-DP+, raw and decoded; without values from which a code could be guessed',
  input: z.object({ id }),
  output: z.object({
    function: z.string(),
    at: z.string(),
    outcome: z.string(),
    bytes: z.int(),
    hex: z.string(),
    /** Null if the message is malformed. */
    parts: z.array(MessagePart).nullable(),
  }),
})

export const PackageFile = z.object({
  path: z.string(),
  name: z.string(),
  structure: z.string(),
  bytes: z.int(),
  /** Its decoded content in lines; null for a directory, a link, and a file that is not decoded. */
  lines: z.array(z.string()).nullable(),
  hex: z.string().nullable(),
})
export type PackageFile = z.infer<typeof PackageFile>

export const PackageElement = z.object({
  index: z.int(),
  kind: z.string(),
  bytes: z.int(),
  facts: z.array(z.string()),
  files: z.array(PackageFile),
})
export type PackageElement = z.infer<typeof PackageElement>

export const profilePackage = endpoint({
  method: 'POST',
  path: '/fleet/package',
  access: 'Fleet_View',
  reads: true,
  summary: 'The profile package, decoded: its elements and files, without keys and codes',
  input: z.object({ id }),
  output: z.object({
    version: z.string(),
    profileType: z.string().nullable(),
    bytes: z.int(),
    /** Services that the eUICC must support. */
    needs: z.array(z.string()),
    elements: z.array(PackageElement),
    findings: z.array(z.object({ severity: z.enum(['error', 'warning']), text: z.string(), clause: z.string() })),
  }),
})

export const brands = endpoint({
  method: 'POST',
  path: '/fleet/brands',
  access: ['Fleet_View', 'Analytic'],
  reads: true,
  summary: 'Device brands seen in this enterprise account',
  input: nothing,
  output: z.object({ brands: z.array(z.string()) }),
})

export const makers = endpoint({
  method: 'POST',
  path: '/fleet/makers',
  access: 'Fleet_View',
  reads: true,
  summary: 'Users who created profiles in this enterprise account',
  input: nothing,
  output: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
})

export const profileLog = endpoint({
  method: 'POST',
  path: '/log/profiles',
  access: 'Profile_Log_View',
  reads: true,
  summary: 'Events of all profiles, newest first',
  input: listInput(eventFilter, ['at']),
  output: pageOf(ProfileEvent),
})

export const exportLog = endpoint({
  method: 'POST',
  path: '/log/profiles/export',
  access: 'Profile_Log_View',
  summary: 'The same as CSV',
  input: z.object({ filter: z.object(eventFilter).partial().default({}) }),
  output: nothing,
  answer: 'file',
})

export const setFree = endpoint({
  method: 'POST',
  path: '/fleet/setFree',
  access: 'Fleet_Edit',
  summary: 'Release the profile of a lost device without its confirmation: two cards can then have the same keys',
  input: z.object({ id }),
  output: z.object({
    /** Whether a device can download it again under the same activation code. */
    available: z.boolean(),
  }),
})

/** The content of an export: all fields of the profiles, or their activation codes. */
export const exportForms = ['profiles', 'codes'] as const
export const exportFormats = ['csv', 'xlsx'] as const

/** The maximum number of profiles of a direct download; larger files are written in the background. */
export const EXPORT_AT_ONCE = 10_000

export const exportCsv = endpoint({
  method: 'POST',
  path: '/fleet/export',
  access: 'Fleet_Export',
  summary: 'Up to 10,000 profiles that match a filter, or their activation codes, as CSV or XLSX; identifiers are text',
  input: z.object({
    form: z.enum(exportForms).default('profiles'),
    format: z.enum(exportFormats).default('csv'),
    selection: Selection,
  }),
  output: nothing,
  answer: 'file',
})
