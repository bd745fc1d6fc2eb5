import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { FleetFilter } from '../profiles/fleet-filter.ts'
import { profileStatuses, recycleStatuses } from '../profiles/profile-state.ts'
import { QrLook } from './delivery.ts'

/** By the clock and by hand: SCHEDULED until it begins, ENDED when its time is over. */
export const campaignStates = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'ENDED'] as const
export type CampaignState = (typeof campaignStates)[number]

/** Profiles in one campaign at most. */
export const CAMPAIGN_PROFILES_MAX = 100_000
export const DEVICE_LIMIT_MAX = 10

/** What happens, when it ends, to the profiles that devices got. */
export const campaignEnds = ['KEEP', 'RECYCLE'] as const
export type CampaignEnd = (typeof campaignEnds)[number]

const moment = z.iso.datetime({ offset: true, error: 'Invalid time.' })

export const CampaignFields = z
  .object({
    name: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.'),
    configurationId: z.uuid('Required'),
    /** Null: as soon as it is started. */
    startsAt: moment.nullable().default(null),
    /** Null: until it is ended. */
    endsAt: moment.nullable().default(null),
    /** Profiles handed out in all; null: as many as there are. */
    cap: z
      .int('A whole number.')
      .min(1, 'At least 1.')
      .max(CAMPAIGN_PROFILES_MAX, 'Up to 100,000.')
      .nullable()
      .default(null),
    /** Profiles that one device may get. */
    deviceLimit: z.int('A whole number.').min(1, 'At least 1.').max(DEVICE_LIMIT_MAX, 'Up to 10.').default(1),
    /** AuthenticateClient calls of one device until a package is handed out to it. */
    maxAttempts: z.int('A whole number.').min(1, 'At least 1.').max(100, 'Up to 100.').default(10),
    confirmationCode: z.object({
      mode: z.enum(['none', 'fixed']),
      /** Write-only; absent on an edit, the stored one stays. */
      code: z
        .string()
        .regex(/^\d{4,8}$/, 'From 4 to 8 digits.')
        .optional(),
    }),
    /** When it ends, by hand or by the clock: devices keep what they got, or it is recycled. */
    atEnd: z.enum(campaignEnds).default('KEEP'),
    publicPage: z.boolean().default(true),
    /** What the public page says; without it the service provider's name. */
    title: z.string().trim().max(80, 'Up to 80 characters.').default(''),
    welcome: z.string().trim().max(500, 'Up to 500 characters.').default(''),
    notes: z.string().trim().max(500, 'Up to 500 characters.').default(''),
  })
  .superRefine(({ startsAt, endsAt }, ctx) => {
    if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt))
      ctx.addIssue({ code: 'custom', path: ['endsAt'], message: 'The end lies before the start.' })
  })
export type CampaignFields = z.infer<typeof CampaignFields>

/** What has become of its profiles. */
export const CampaignCounts = z.object({
  profiles: z.int(),
  /** Nobody has them. */
  free: z.int(),
  /** Kept for devices that are about to download. */
  held: z.int(),
  /** Handed out, not installed yet. */
  downloaded: z.int(),
  /** On a device: installed, enabled or disabled. */
  installed: z.int(),
  failed: z.int(),
  deleted: z.int(),
  /** What was refused, and how many devices asked. */
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
  /** Handed out so far. */
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
  /** What it handed out is, or was, made due to be recycled; null: not so far. */
  recycling: z.object({ profiles: z.int(), begunAt: time, doneAt: time.nullable() }).nullable(),
  publicPage: z.boolean(),
  title: z.string(),
  welcome: z.string(),
  notes: z.string(),
  activationCode: z.string(),
  /** The public page; null: closed, or not in the plan. */
  link: z.string().nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** Profiles that were left at its end, and went back. */
  leftOver: z.int().nullable(),
  createdBy: z.string(),
  counts: CampaignCounts,
})
export type Campaign = z.infer<typeof Campaign>

export const list = endpoint({
  method: 'POST',
  path: '/campaign/list',
  access: 'Campaign_View',
  summary: 'Campaigns, newest first',
  input: listInput({ search: z.string().trim().max(64), state: z.array(z.enum(campaignStates)).max(5) }, ['createdAt']),
  output: pageOf(CampaignRow),
})

export const get = endpoint({
  method: 'POST',
  path: '/campaign/get',
  access: 'Campaign_View',
  summary: 'One campaign with its code and its counters',
  input: z.object({ id }),
  output: Campaign,
})

export const add = endpoint({
  method: 'POST',
  path: '/campaign/add',
  access: 'Campaign_Edit',
  summary: 'Make a campaign, as a draft without profiles',
  input: z.object({ fields: CampaignFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/campaign/edit',
  access: 'Campaign_Edit',
  summary: 'Change a campaign; its configuration only while it has no profiles, its start only before it',
  input: z.object({ id, version, fields: CampaignFields }),
  output: z.object({ version }),
})

/** Why a profile cannot go into a campaign. */
export const unfitReasons = ['CONFIGURATION', 'STATE', 'USED', 'BOUND', 'ROTATION', 'CAMPAIGN', 'EXPIRED'] as const
export type UnfitReason = (typeof unfitReasons)[number]

const Filling = z.object({
  id,
  /** Of a group, a batch, or whatever else Fleet can be narrowed by. */
  filter: FleetFilter,
})

export const preview = endpoint({
  method: 'POST',
  path: '/campaign/preview',
  access: 'Campaign_Edit',
  summary: 'How many profiles of a filter can go into the campaign, and why others cannot',
  input: Filling,
  output: z.object({
    fit: z.int(),
    /** More than the campaign can take. */
    capped: z.boolean(),
    unfit: z.array(z.object({ reason: z.enum(unfitReasons), count: z.int() })),
  }),
})

export const fill = endpoint({
  method: 'POST',
  path: '/campaign/fill',
  access: 'Campaign_Edit',
  summary: 'Put the profiles of a filter that fit into the campaign; their own codes are closed meanwhile',
  input: Filling.extend({ most: z.int().min(1).max(CAMPAIGN_PROFILES_MAX).default(CAMPAIGN_PROFILES_MAX) }),
  output: z.object({ added: z.int() }),
  once: true,
})

export const takeOut = endpoint({
  method: 'POST',
  path: '/campaign/takeout',
  access: 'Campaign_Edit',
  summary: 'Take profiles that nobody has out of the campaign again; their own codes work as before',
  input: z.object({ id, most: z.int().min(1).max(CAMPAIGN_PROFILES_MAX).default(CAMPAIGN_PROFILES_MAX) }),
  output: z.object({ removed: z.int() }),
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

export const start = change('/campaign/start', 'Open the campaign; before its start it is SCHEDULED')
export const pause = change('/campaign/pause', 'Hand nothing out for a while')
export const resume = change('/campaign/resume', 'Go on')
export const end = change('/campaign/end', 'End it for good; profiles that are left go back to their own codes')

export const recycle = endpoint({
  method: 'POST',
  path: '/campaign/recycle',
  access: 'Campaign_Edit',
  summary:
    'Recycle the profiles that a campaign has handed out, once it has ended: part by part, as its recycling tells',
  input: z.object({ id }),
  output: z.object({ profiles: z.int() }),
})

export const live = endpoint({
  method: 'GET',
  path: '/campaign/live',
  access: 'Campaign_View',
  summary: 'The campaign with its counters: at first, then whenever it has moved',
  input: z.object({ id }),
  output: Campaign,
  answer: 'events',
})

export const remove = endpoint({
  method: 'POST',
  path: '/campaign/delete',
  access: 'Campaign_Edit',
  summary: 'Delete a draft, or a campaign that has ended',
  input: z.object({ id, version }),
  output: done,
})

export const trend = endpoint({
  method: 'POST',
  path: '/campaign/trend',
  access: 'Campaign_View',
  summary: 'Profiles handed out, by hour of the last two days, or by day of the whole time',
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
  summary: 'Devices that got nothing, newest first',
  input: listInput({ id }, ['at']),
  output: pageOf(CampaignRefusal),
})

/** What became of a campaign. */
export const CampaignOutcome = z.object({
  /** Profiles that were handed out, by what their devices did last. */
  statuses: z.array(z.object({ status: z.enum(profileStatuses), count: z.int() })),
  /** Those of them that are to be recycled, or were. */
  recycling: z.array(z.object({ status: z.enum(recycleStatuses), count: z.int() })),
  /** Why devices got nothing, the most frequent first. */
  refusals: z.array(
    z.object({ subjectCode: z.string(), reasonCode: z.string(), text: z.string(), count: z.int(), devices: z.int() }),
  ),
  /** How many of the newest refusals were looked at, when not all. */
  looked: z.int().nullable(),
})
export type CampaignOutcome = z.infer<typeof CampaignOutcome>

export const outcome = endpoint({
  method: 'POST',
  path: '/campaign/outcome',
  access: 'Campaign_View',
  summary: 'What became of a campaign: its profiles by state, and why devices were refused',
  input: z.object({ id }),
  output: CampaignOutcome,
})

export const report = endpoint({
  method: 'POST',
  path: '/campaign/report',
  access: 'Fleet_Export',
  summary: 'Each profile that was handed out, with its device and its state, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const refusalReport = endpoint({
  method: 'POST',
  path: '/campaign/refusals/report',
  access: 'Fleet_Export',
  summary: 'Each device that got nothing, with the reason, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

/** What the public page shows; nothing of profiles and devices. */
export const publicCampaign = endpoint({
  method: 'GET',
  path: '/public/campaign',
  access: 'public',
  summary: 'The campaign behind a public link',
  input: z.object({ slug: z.string().min(1).max(64) }),
  output: z.object({
    /** Short name of the platform whose look the page has. */
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
    /** How its QR code looks; null: the fixed default. */
    look: QrLook.nullable(),
  }),
})
