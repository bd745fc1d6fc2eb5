import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, nothing, pageOf, time } from '../list.ts'
import { recycleReasons, recycleStatuses } from '../profiles/profile-state.ts'

export { recycleReasons, recycleStatuses } from '../profiles/profile-state.ts'

/** Days in which a device must confirm; after that the recycling has failed. */
export const RECYCLE_WAIT_DAYS = 7

/** Kinds of entries of the recycle log. */
export const recycleSteps = ['SET', 'TAKEN_BACK', 'BEGUN', 'RECYCLED', 'FAILED', 'MESSAGE_REFUSED'] as const
export type RecycleStep = (typeof recycleSteps)[number]

/** The reasons of a Recycle applet, with their byte in its message. */
export const appletReasons = { EXPIRE_TIME: 1, MANUAL: 2, DEVICE_DELETED: 3 } as const
export type AppletReason = keyof typeof appletReasons

/** Results of a message. `KNOWN`: the profile was already recycled. */
export const messageOutcomes = ['RECYCLED', 'KNOWN', 'FORGED', 'REPLAYED', 'UNKNOWN', 'MALFORMED'] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

export const RecycleEntry = z.object({
  id,
  at: time,
  profileId: id,
  iccid: z.string(),
  eid: z.string().nullable(),
  orderId: id,
  step: z.enum(recycleSteps),
  reason: z.enum(recycleReasons).nullable(),
  /** The recycle time, or until when the device must confirm. */
  dueAt: time.nullable(),
  actor: z.enum(['user', 'device', 'system']),
  actorName: z.string().nullable(),
  address: z.string().nullable(),
  text: z.string(),
})
export type RecycleEntry = z.infer<typeof RecycleEntry>

const logFilter = {
  /** Prefix. */
  iccid: z.string().trim().max(40),
  profileId: id,
  step: z.array(z.enum(recycleSteps)).max(recycleSteps.length),
  reason: z.array(z.enum(recycleReasons)).max(recycleReasons.length),
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
}

export const log = endpoint({
  method: 'POST',
  path: '/log/recycles',
  access: 'Recycle_Log_View',
  reads: true,
  summary: 'The recycle log, newest first',
  input: listInput(logFilter, ['at']),
  output: pageOf(RecycleEntry),
})

export const exportLog = endpoint({
  method: 'POST',
  path: '/log/recycles/export',
  access: 'Recycle_Log_View',
  summary: 'The same as CSV',
  input: z.object({ filter: z.object(logFilter).partial().default({}) }),
  output: nothing,
  answer: 'file',
})

export const profile = endpoint({
  method: 'POST',
  path: '/recycle/profile',
  access: 'Fleet_View',
  reads: true,
  summary: 'Recycling of a profile: its time, its progress, and the address of the applet messages',
  input: z.object({ id }),
  output: z.object({
    status: z.enum(recycleStatuses),
    reason: z.enum(recycleReasons).nullable(),
    at: time.nullable(),
    /** Since when it waits for the device to confirm. */
    begunAt: time.nullable(),
    waitsUntil: time.nullable(),
    /** Whether a device may have the profile, so that recycling must wait for its confirmation. */
    isHeld: z.boolean(),
    inStock: z.boolean(),
    /** The counter of the last accepted message. */
    counter: z.int(),
    host: z.string(),
    port: z.int(),
    /** The enterprise's server that gets the messages and forwards them (Self-integration). Null: the portal gets them. */
    ownServer: z.object({ host: z.string(), port: z.int() }).nullable(),
    testDevicesOnly: z.boolean(),
  }),
})

/** Simulated messages: a valid one, one with a wrong CMAC, or a replay of the last valid one. */
export const simulations = ['GENUINE', 'FORGED', 'REPLAYED'] as const

export const simulate = endpoint({
  method: 'POST',
  path: '/recycle/simulate',
  access: 'Fleet_Edit',
  summary: "Simulate a message of the Recycle applet of a test device's profile",
  input: z.object({
    id,
    kind: z.enum(simulations),
    reason: z.enum(['EXPIRE_TIME', 'MANUAL', 'DEVICE_DELETED']).default('EXPIRE_TIME'),
    /** False: the message is only returned, not sent. */
    send: z.boolean().default(true),
  }),
  output: z.object({
    message: z.string(),
    answer: z.string().nullable(),
    outcome: z.enum(messageOutcomes).nullable(),
  }),
})

export const BipMessage = z.object({
  id,
  at: time,
  address: z.string(),
  raw: z.string(),
  iccid: z.string().nullable(),
  counter: z.number().nullable(),
  reason: z.enum(recycleReasons).nullable(),
  outcome: z.enum(messageOutcomes),
  simulated: z.boolean(),
  /** The enterprise account that owned the profile; null: unknown, or deleted since. */
  client: z.object({ id, name: z.string() }).nullable(),
})
export type BipMessage = z.infer<typeof BipMessage>

export const messages = endpoint({
  method: 'POST',
  path: '/admin/bip/list',
  access: 'Admin_Bip_View',
  reads: true,
  summary: 'Messages received from applets, newest first',
  input: listInput(
    {
      /** Prefix. */
      iccid: z.string().trim().max(40),
      /** Id of the enterprise account. */
      client: id,
      outcome: z.array(z.enum(messageOutcomes)).max(messageOutcomes.length),
      from: z.iso.datetime({ offset: true }),
      to: z.iso.datetime({ offset: true }),
    },
    ['at'],
  ),
  output: pageOf(BipMessage),
})

export const message = endpoint({
  method: 'POST',
  path: '/admin/bip/get',
  access: 'Admin_Bip_View',
  reads: true,
  summary: 'One message received from an applet, as it was decoded when it arrived',
  input: z.object({ id }),
  output: BipMessage,
})

export const messageClients = endpoint({
  method: 'POST',
  path: '/admin/bip/clients',
  access: 'Admin_Bip_View',
  reads: true,
  summary: 'Enterprise accounts whose applets sent messages, by name; up to 200',
  input: z.object({
    /** Also listed, if it exists. */
    chosen: id.optional(),
  }),
  output: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
})

/** The first rule of the format that a message breaks. */
export const messageFaults = ['LENGTH', 'VERSION', 'REASON', 'COUNTER', 'ICCID'] as const
export type MessageFault = (typeof messageFaults)[number]

/** The segments of a message, in order. */
export const messageSegments = ['version', 'iccid', 'counter', 'reason', 'cmac'] as const

const Decoded = z.object({
  iccid: z.string().nullable(),
  counter: z.number().nullable(),
  reason: z.enum(recycleReasons).nullable(),
})

export const DecodedMessage = z.object({
  /** As decoded when the message arrived, which stays stored. */
  stored: Decoded,
  /** As the current decoder reads the same bytes. */
  now: Decoded,
  /** Null: the message is well-formed. */
  fault: z.enum(messageFaults).nullable(),
  /** The bytes by segment, in hex; the last one has all that is left. */
  segments: z.array(z.object({ name: z.enum(messageSegments), hex: z.string() })),
  /** Whether the CMAC fits the profile's current download order; null: not well-formed, or the profile is unknown. */
  isGenuine: z.boolean().nullable(),
})
export type DecodedMessage = z.infer<typeof DecodedMessage>

export const decodeAgain = endpoint({
  method: 'POST',
  path: '/admin/bip/decode',
  access: 'Admin_Bip_View',
  reads: true,
  summary: 'Decode a stored message of an applet again with the current decoder; nothing is changed',
  input: z.object({ id }),
  output: DecodedMessage,
})
