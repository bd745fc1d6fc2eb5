import type { EventText } from '@simwright/contract/profiles/event-text'
import type { EventType } from '@simwright/contract/profiles/fleet'
import {
  orderStates,
  profileStatuses,
  type RecycleReason,
  recycleReasons,
  recycleStatuses,
} from '@simwright/contract/profiles/profile-state'
import type { CardIccid } from '@simwright/ids'
import { z } from 'zod'
import type { ActivationCodeId, BatchId, ConfigurationId, GroupId, OrderId } from '../../../db/row-id.ts'
import type { CodeColumns } from './locked-profile.ts'
import type { TraitChange } from './trait-change.ts'

/** Brand and model of a device by its TAC, and the 3GPP release that it announces. */
export type NamedDevice = { brand: string | null; model: string | null; release: number | null }

/** Subject and reason code of SGP.22, 5.2.6. */
export type Refusal = { subjectCode: string; reasonCode: string }

/** The entry of a transition in the timeline. `repeated`: the same step happened before, under the same code or order. */
export type NewEvent = { type: EventType; text: EventText; refusal: Refusal | undefined; repeated: boolean }

/** Refusals that end the order, named like the events of its state table. */
export type FatalRefusal = 'expired' | 'attemptsExceeded' | 'confirmationCodeExceeded'

/** A new order of a profile's current activation code. */
type NextOrder = { orderId: OrderId; lastSequence: number }

const time = z.iso.datetime().nullable()

/** The previous values that an operation stores in order to be undone. Times are ISO texts. */
export const Before = z
  .object({
    status: z.enum(profileStatuses),
    orderState: z.enum(orderStates),
    codeState: z.enum(['LIVE', 'EXPIRED', 'DEAD']) satisfies z.ZodType<CodeColumns['state']>,
    eid: z.string().nullable(),
    groupId: z.string().nullable(),
    notes: z.string().nullable(),
    /** The value of the attribute that the operation set. */
    value: z.union([z.string(), z.number()]).nullable(),
    expiresAt: time,
    recycleStatus: z.enum(recycleStatuses),
    recycleReason: z.enum(recycleReasons).nullable(),
    recycleAt: time,
    recycleBegunAt: time,
    recycleDueAt: time,
  })
  .partial()
export type Before = z.output<typeof Before>

/**
 * What a batch sets on an existing profile: subscriber, configuration, and a new activation code with its first order.
 */
export type Regenerated = {
  /** Has the same key as before; its form can differ. */
  iccid: CardIccid
  imsi: string
  msisdn: string | null
  eid: string | null
  spn: string
  region: string | null
  protection: 'PLAIN' | 'PGP' | null
  acFormat: 'STRING' | 'AC_LINK'
  configurationId: ConfigurationId
  configurationVersion: number
  orderedBy: 'portal' | 'operator'
  batchId: BatchId
  activationCodeId: ActivationCodeId
  matchingId: string
  orderId: OrderId
  /** Null: the notes, or the group, do not change. */
  notes: string | null
  groupId: GroupId | null
  traits?: TraitChange | undefined
}

/** Transitions that change neither the activation code nor the order. */
export type RowTransition =
  /** The first visit of the public page of its code. */
  | { kind: 'opened' }
  /** Many devices or networks tried its code. */
  | { kind: 'leakSuspected'; by: 'leakDevices' | 'leakNetworks'; value: number; hours: number }
  | { kind: 'grouped'; groupId: GroupId | null }
  | { kind: 'notesChanged'; notes: string | null }
  | { kind: 'traitsChanged'; traits: TraitChange; text: EventText }
  /** A virtual phone was closed, which changes nothing. */
  | { kind: 'tried'; steps: string }
  | { kind: 'reservationLapsed' }
  /** When the code is not locked, `to` can contain only the group and the notes. */
  | { kind: 'undone'; to: Before }

/** All transitions of an existing profile, its activation code and its order. */
export type Transition =
  | RowTransition
  // at the SM-DP+ (SGP.22, 5.6)
  | { kind: 'authenticated'; nthAttempt: number; attempts?: number }
  | { kind: 'reservedFor' }
  | {
      kind: 'refused'
      attempts?: number
      refusal: Refusal
      reason: string
      fatal?: FatalRefusal
      /** The point of a download that an operator is notified of (notificationPointId of ES2+). */
      point?: 1 | 2 | 3
    }
  | {
      kind: 'delivered'
      eid: string
      device: NamedDevice | undefined
      chargedTo: string | null
      sealedPackage: Buffer | undefined
    }
  | { kind: 'deliveredAgain'; sealedPackage: Buffer | undefined }
  | { kind: 'installed'; lastSequence?: number }
  | { kind: 'installFailed'; lastSequence: number; reason: string; mayRetry: boolean }
  | { kind: 'enabled'; lastSequence: number }
  | { kind: 'disabled'; lastSequence: number }
  | { kind: 'notified'; lastSequence: number }
  | { kind: 'deleted'; lastSequence: number; reusable: boolean }
  /** By the eUICC of an ended download: the profile is in stock, or another download has it. */
  | { kind: 'deletedLate' }
  | ({ kind: 'availableAgain'; eid: string | null } & NextOrder)
  | { kind: 'lost'; next: NextOrder | null }
  | { kind: 'sessionCanceled'; reason: string; ends: boolean; reserved?: true; status?: Refusal | undefined }
  | { kind: 'notificationRefused'; reason: string }
  | { kind: 'expired' }
  | { kind: 'codeExpired' }
  // by programs of operators (SGP.22, 5.3)
  | { kind: 'ordered'; orderId: OrderId; eid: string | null; activationCodeId: ActivationCodeId; matchingId: string }
  | {
      kind: 'orderConfirmed'
      eid: string | null
      matchingId: string
      /** The operator does not know the MatchingID: devices find the order by their EID. */
      withoutMatchingId: boolean
      /** Null: no confirmation code. */
      sealedConfirmation: Buffer | null
      smdsAddress: string | null
      releases: boolean
      expiresAt: Date | null
    }
  | { kind: 'orderReleased'; expiresAt: Date | null }
  | { kind: 'orderCanceled'; to: 'Available' | 'Unavailable' }
  // by users, API clients and jobs
  | { kind: 'generatedAgain'; batch: string; generated: Regenerated }
  /** `why`: unless a user deletes it: its enterprise account is idle, or its ICCID is another one's. */
  | { kind: 'removed'; why?: 'idle' | 'claim' }
  | { kind: 'restored'; to: Before }
  | { kind: 'bound'; eid: string }
  | { kind: 'released' }
  | { kind: 'expirySet'; expiresAt: Date | null }
  | { kind: 'attemptsReset' }
  /** Subscriber data of a profile that was not downloaded. */
  | {
      kind: 'cardChanged'
      /** Has the same key as before; its form is that of a supplied package. */
      iccid: CardIccid
      imsi: string
      msisdn: string | null
      spn: string
      region: string | null
    }
  | { kind: 'confirmationReplaced'; sealed: Buffer | null; text: EventText }
  | { kind: 'pushed'; pushId: string; eid: string; smds: string }
  | { kind: 'pushFailed'; reason: string; releases: boolean }
  | { kind: 'joinedCampaign'; campaignId: string; campaign: string }
  | { kind: 'leftCampaign'; campaign: string; voucher?: { batch: string; number: number } }
  /** The keys were erased, `days` after the installation. */
  | { kind: 'keysErased'; days: number }
  | { kind: 'recycleSet'; recycleAt: Date | null; reason: RecycleReason | null; text: EventText }
  | { kind: 'recyclePutBack'; to: Before }
  | { kind: 'recycleBegun'; reason: RecycleReason; dueAt: Date; text: EventText }
  | { kind: 'recycled'; reason: RecycleReason | null; text: EventText }
  | { kind: 'recycleFailed'; text: EventText }

export type TransitionKind = Transition['kind']
export type TransitionOf<K extends TransitionKind> = Extract<Transition, { kind: K }>
