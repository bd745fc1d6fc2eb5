import { z } from 'zod'
import { codeField } from '../code-field.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { ConfirmationCodeText } from '../notation.ts'
import { FleetFilter } from '../profiles/fleet-filter.ts'
import { profileStatuses, recycleStatuses } from '../profiles/profile-state.ts'
import { QrLook } from './delivery.ts'
import { EndUserLook } from './end-user-page.ts'

/** States, which users and the clock change: SCHEDULED until its start, ENDED after its end. */
export const campaignStates = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'ENDED'] as const
export type CampaignState = (typeof campaignStates)[number]

/** The maximum number of profiles in one campaign. */
export const CAMPAIGN_PROFILES_MAX = 100_000
export const DEVICE_LIMIT_MAX = 10

/** What happens to downloaded profiles when the campaign ends. */
export const campaignEnds = ['KEEP', 'RECYCLE'] as const
export type CampaignEnd = (typeof campaignEnds)[number]

const moment = z.iso.datetime({ offset: true, error: 'Invalid time.' })

export const CampaignFields = z
  .object({
    name: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.'),
    configurationId: z.uuid('Required'),
    /** Null: immediately when it is started. */
    startsAt: moment.nullable().default(null),
    /** Null: until a user ends it. */
    endsAt: moment.nullable().default(null),
    /** Maximum number of downloaded profiles; null: all. */
    cap: z
      .int('A whole number.')
      .min(1, 'At least 1.')
      .max(CAMPAIGN_PROFILES_MAX, 'Up to 100,000.')
      .nullable()
      .default(null),
    /** Maximum number of profiles per device. */
    deviceLimit: z.int('A whole number.').min(1, 'At least 1.').max(DEVICE_LIMIT_MAX, 'Up to 10.').default(1),
    /** Maximum number of AuthenticateClient calls of one device before a download; limited by the plan. */
    maxAttempts: z.int('A whole number.').min(1, 'At least 1.').max(100, 'Up to 100.').default(5),
    confirmationCode: z.object({
      mode: z.enum(['none', 'fixed']),
      /** Write-only. Absent in an edit: the stored code is retained. */
      code: ConfirmationCodeText.optional(),
    }),
    /** At its end: devices keep their profiles, or the profiles are recycled. */
    atEnd: z.enum(campaignEnds).default('KEEP'),
    publicPage: z.boolean().default(true),
    /** The title of the public page; empty: the service provider's name. */
    title: z.string().trim().max(80, 'Up to 80 characters.').default(''),
    welcome: z.string().trim().max(500, 'Up to 500 characters.').default(''),
    notes: z.string().trim().max(500, 'Up to 500 characters.').default(''),
  })
  .superRefine(({ startsAt, endsAt }, ctx) => {
    if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt))
      ctx.addIssue({ code: 'custom', path: ['endsAt'], message: 'The end is before the start.' })
  })
export type CampaignFields = z.infer<typeof CampaignFields>

/** Counts of its profiles by state, and of refusals. */
export const CampaignCounts = z.object({
  profiles: z.int(),
  /** Neither reserved nor downloaded. */
  free: z.int(),
  /** Reserved for devices that have begun a download. */
  held: z.int(),
  /** Downloaded, not installed yet. */
  downloaded: z.int(),
  /** On a device: installed, enabled or disabled. */
  installed: z.int(),
  failed: z.int(),
  deleted: z.int(),
  /** `refused`: refused requests. `devices`: devices that have requested a profile. */
  refused: z.int(),
  devices: z.int(),
})
export type CampaignCounts = z.infer<typeof CampaignCounts>

export const CampaignRow = z.object({
  id,
  name: z.string(),
  state: z.enum(campaignStates),
  configurationId: id,
  configurationName: z.string(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  profiles: z.int(),
  /** Downloaded profiles. */
  taken: z.int(),
  cap: z.int().nullable(),
  createdAt: time,
})
export type CampaignRow = z.infer<typeof CampaignRow>

export const Campaign = CampaignRow.extend({
  version,
  deviceLimit: z.int(),
  maxAttempts: z.int(),
  confirmationCodeRequired: z.boolean(),
  atEnd: z.enum(campaignEnds),
  /** Recycling of its downloaded profiles; null: not started. */
  recycling: z.object({ profiles: z.int(), begunAt: time, doneAt: time.nullable() }).nullable(),
  publicPage: z.boolean(),
  title: z.string(),
  welcome: z.string(),
  notes: z.string(),
  activationCode: codeField(z.string()),
  /** The public page; null: closed, or not in the plan. */
  link: codeField(z.string()).nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** Profiles left at its end, which returned to their own codes. */
  leftOver: z.int().nullable(),
  createdBy: z.string(),
  counts: CampaignCounts,
})
export type Campaign = z.infer<typeof Campaign>

export const list = endpoint({
  method: 'POST',
  path: '/campaign/list',
  access: 'Campaign_View',
  reads: true,
  summary: 'Campaigns, newest first',
  input: listInput({ search: z.string().trim().max(64), state: z.array(z.enum(campaignStates)).max(5) }, ['createdAt']),
  output: pageOf(CampaignRow),
})

export const get = endpoint({
  method: 'POST',
  path: '/campaign/get',
  access: 'Campaign_View',
  reads: true,
  summary: 'One campaign with its code and its counters',
  input: z.object({ id }),
  output: Campaign,
})

export const add = endpoint({
  method: 'POST',
  path: '/campaign/add',
  access: 'Campaign_Edit',
  summary: 'Create a campaign, as a draft without profiles',
  input: z.object({ fields: CampaignFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/campaign/edit',
  access: 'Campaign_Edit',
  summary: 'Change a campaign; its configuration only while it has no profiles, its start only before its start',
  input: z.object({ id, version, fields: CampaignFields }),
  output: z.object({ version }),
})

/** Reasons why a profile cannot be added to a campaign. */
export const unfitReasons = [
  'CONFIGURATION',
  'STATE',
  'USED',
  'BOUND',
  'VOUCHER',
  'ROTATION',
  'CAMPAIGN',
  'EXPIRED',
] as const
export type UnfitReason = (typeof unfitReasons)[number]

const Filling = z.object({
  id,
  /** Any filter of Fleet, for example a group or a batch. */
  filter: FleetFilter,
})

export const preview = endpoint({
  method: 'POST',
  path: '/campaign/preview',
  access: 'Campaign_Edit',
  reads: true,
  summary: 'How many profiles of a filter can be added to the campaign, and why others cannot',
  input: Filling,
  output: z.object({
    fit: z.int(),
    /** Whether more profiles fit than the campaign can have. */
    capped: z.boolean(),
    unfit: z.array(z.object({ reason: z.enum(unfitReasons), count: z.int() })),
  }),
})

export const previewNew = endpoint({
  method: 'POST',
  path: '/campaign/previewNew',
  access: 'Campaign_Edit',
  reads: true,
  summary: 'The same for a new campaign of a configuration',
  input: z.object({ configurationId: id, filter: FleetFilter }),
  output: preview.output,
})

export const fill = endpoint({
  method: 'POST',
  path: '/campaign/fill',
  access: 'Campaign_Edit',
  summary: 'Add profiles of a filter to the campaign; their own codes are closed while they are in it',
  input: Filling.extend({ most: z.int().min(1).max(CAMPAIGN_PROFILES_MAX).default(CAMPAIGN_PROFILES_MAX) }),
  output: z.object({ added: z.int() }),
  once: true,
  dryRun: { preview },
})

export const takeOut = endpoint({
  method: 'POST',
  path: '/campaign/takeout',
  access: 'Campaign_Edit',
  summary: 'Remove free profiles from the campaign; their own codes are valid again',
  input: z.object({ id, most: z.int().min(1).max(CAMPAIGN_PROFILES_MAX).default(CAMPAIGN_PROFILES_MAX) }),
  output: z.object({ removed: z.int() }),
  dryRun: 'rolled back',
})

const change = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    access: 'Campaign_Edit',
    summary,
    input: z.object({ id, version }),
    output: z.object({ version }),
  })

export const start = change('/campaign/start', 'Start the campaign; it is SCHEDULED until its start time')
export const pause = change('/campaign/pause', 'Pause the campaign: no device can download')
export const resume = change('/campaign/resume', 'Resume the campaign')

export const end = endpoint({
  method: 'POST',
  path: '/campaign/end',
  access: 'Campaign_Edit',
  summary: 'End the campaign permanently; remaining profiles return to their own codes',
  input: z.object({ id, version }),
  output: z.object({
    version,
    /** Profiles that were not handed out. */
    leftOver: z.int(),
  }),
  dryRun: 'rolled back',
})

export const recycle = endpoint({
  method: 'POST',
  path: '/campaign/recycle',
  access: 'Campaign_Edit',
  summary:
    'Recycle the downloaded profiles of an ended campaign, in the background; `recycling` of the campaign has the progress',
  input: z.object({ id }),
  output: z.object({ profiles: z.int() }),
  dryRun: 'rolled back',
})

export const live = endpoint({
  method: 'GET',
  path: '/campaign/live',
  access: 'Campaign_View',
  reads: true,
  summary: 'The campaign with its counters, once at first and at each change',
  input: z.object({ id }),
  output: Campaign,
  answer: 'events',
})

export const remove = endpoint({
  method: 'POST',
  path: '/campaign/delete',
  access: 'Campaign_Edit',
  summary: 'Delete a draft or an ended campaign',
  input: z.object({ id, version }),
  output: done,
})

export const trend = endpoint({
  method: 'POST',
  path: '/campaign/trend',
  access: 'Campaign_View',
  reads: true,
  summary: 'Downloaded profiles, by hour of the last two days or by day of the whole time',
  input: z.object({ id, by: z.enum(['hour', 'day']) }),
  output: z.object({ points: z.array(z.object({ at: time, count: z.int() })) }),
})

export const CampaignRefusal = z.object({
  id,
  at: time,
  eid: z.string(),
  device: z.string().nullable(),
  tac: z.string().nullable(),
  address: z.string().nullable(),
  subjectCode: z.string(),
  reasonCode: z.string(),
  text: z.string(),
})
export type CampaignRefusal = z.infer<typeof CampaignRefusal>

export const refusals = endpoint({
  method: 'POST',
  path: '/campaign/refusals',
  access: 'Campaign_View',
  reads: true,
  summary: 'Refused devices, newest first',
  input: listInput({ id }, ['at']),
  output: pageOf(CampaignRefusal),
})

/** The results of a campaign. */
export const CampaignOutcome = z.object({
  /** Downloaded profiles by status. */
  statuses: z.array(z.object({ status: z.enum(profileStatuses), count: z.int() })),
  /** Downloaded profiles by recycle status. */
  recycling: z.array(z.object({ status: z.enum(recycleStatuses), count: z.int() })),
  /** Reasons of refusals, most frequent first. */
  refusals: z.array(
    z.object({ subjectCode: z.string(), reasonCode: z.string(), text: z.string(), count: z.int(), devices: z.int() }),
  ),
  /** How many of the newest refusals were evaluated; null: all. */
  looked: z.int().nullable(),
})
export type CampaignOutcome = z.infer<typeof CampaignOutcome>

export const outcome = endpoint({
  method: 'POST',
  path: '/campaign/outcome',
  access: 'Campaign_View',
  reads: true,
  summary: 'Results of a campaign: its profiles by status, and why devices were refused',
  input: z.object({ id }),
  output: CampaignOutcome,
})

export const report = endpoint({
  method: 'POST',
  path: '/campaign/report',
  access: 'Fleet_Export',
  summary: 'Each downloaded profile, with its device and status, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const refusalReport = endpoint({
  method: 'POST',
  path: '/campaign/refusals/report',
  access: 'Fleet_Export',
  summary: 'Each refused device, with the reason, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

/** The data of the public page, without profiles and devices. */
export const publicCampaign = endpoint({
  method: 'GET',
  path: '/public/campaign',
  access: 'public',
  reads: true,
  summary: 'The campaign of a public link',
  input: z.object({ slug: z.string().min(1).max(64) }),
  output: z.object({
    /** Short name of the platform whose style the page has. */
    sys: z.string(),
    title: z.string(),
    welcome: z.string(),
    serviceProviderName: z.string(),
    state: z.enum(['soon', 'open', 'paused', 'taken', 'ended']),
    startsAt: time.nullable(),
    endsAt: time.nullable(),
    /** Null unless it is open. */
    activationCode: z.string().nullable(),
    smdpAddress: z.string(),
    matchingId: z.string().nullable(),
    confirmationCodeRequired: z.boolean(),
    /** The style of its QR code; null: the fixed default. */
    look: QrLook.nullable(),
    page: EndUserLook,
    /** No live certificate issuer is loaded: phones on sale cannot install it. */
    testDevicesOnly: z.boolean(),
  }),
})
