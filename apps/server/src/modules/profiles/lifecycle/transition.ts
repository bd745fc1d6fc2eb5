import type { EventText } from '@simwright/contract/profiles/event-text'
import {
  orderStates,
  profileStatuses,
  type RecycleReason,
  recycleReasons,
  recycleStatuses,
} from '@simwright/contract/profiles/profile-state'
import { z } from 'zod'
import type { CodeColumns } from './locked-profile.ts'

/** What is known of a device: by its TAC, and the 3GPP release that it announces. */
export type NamedDevice = { brand: string | null; model: string | null; release: number | null }

/** Subject and reason code of SGP.22, 5.2.6. */
export type Refusal = { subjectCode: string; reasonCode: string }

/** Refusals that end the order, in the words of its state table. */
export type FatalRefusal = 'expired' | 'attemptsExceeded' | 'confirmationCodeExceeded'

/** A new order of a profile, under the activation code that it has. */
type NextOrder = { orderId: string; lastSequence: number }

const time = z.iso.datetime().nullable()

/** The previous values of what an operation changed, as its row stores them. Times are ISO texts. */
export const Before = z
  .object({
    status: z.enum(profileStatuses),
    orderState: z.enum(orderStates),
    codeState: z.enum(['LIVE', 'EXPIRED', 'DEAD']) satisfies z.ZodType<CodeColumns['state']>,
    eid: z.string().nullable(),
    groupId: z.string().nullable(),
    notes: z.string().nullable(),
    expiresAt: time,
    recycleStatus: z.enum(recycleStatuses),
    recycleReason: z.enum(recycleReasons).nullable(),
    recycleAt: time,
    recycleBegunAt: time,
    recycleDueAt: time,
  })
  .partial()
export type Before = z.output<typeof Before>

/** What a batch gives to a profile that exists: a subscriber, a configuration, a new activation code with its first order. */
export type Regenerated = {
  imsi: string
  msisdn: string | null
  eid: string | null
  spn: string
  region: string | null
  protection: 'PLAIN' | 'PGP' | null
  configurationId: string
  configurationVersion: number
  batchId: string
  activationCodeId: string
  matchingId: string
  orderId: string
  /** Null: the notes, or the group, stay. */
  notes: string | null
  groupId: string | null
}

/** What can happen to a profile that leaves its activation code and its order alone. */
export type RowTransition =
  | { kind: 'grouped'; groupId: string | null }
  | { kind: 'notesChanged'; notes: string | null }
  | { kind: 'reservationLapsed' }
  /** Where the code is not locked, `to` names the group and the notes only. */
  | { kind: 'undone'; to: Before }

/** Everything that can happen to a profile, its activation code and its order once they are there. */
export type Transition =
  | RowTransition
  // at the SM-DP+ (SGP.22, 5.6)
  | { kind: 'authenticated'; nthAttempt: number; attempts?: number }
  | { kind: 'reservedFor' }
  | { kind: 'refused'; attempts?: number; refusal: Refusal; reason: string; fatal?: FatalRefusal }
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
  | ({ kind: 'availableAgain'; eid: string | null } & NextOrder)
  | { kind: 'lost'; next: NextOrder | null }
  | { kind: 'sessionCanceled'; reason: string; ends: boolean; reserved?: true }
  | { kind: 'notificationRefused'; reason: string }
  | { kind: 'expired' }
  | { kind: 'codeExpired' }
  // by people, programs and the clock
  | { kind: 'generatedAgain'; batch: string; made: Regenerated }
  | { kind: 'removed' }
  | { kind: 'restored'; to: Before }
  | { kind: 'bound'; eid: string }
  | { kind: 'released' }
  | { kind: 'expirySet'; expiresAt: Date | null }
  | { kind: 'attemptsReset' }
  | { kind: 'confirmationReplaced'; sealed: Buffer | null; text: EventText }
  | { kind: 'pushed'; pushId: string; eid: string; smds: string }
  | { kind: 'pushFailed'; reason: string; releases: boolean }
  | { kind: 'joinedCampaign'; campaignId: string; campaign: string }
  | { kind: 'leftCampaign'; campaign: string }
  | { kind: 'recycleSet'; recycleAt: Date | null; reason: RecycleReason | null; text: EventText }
  | { kind: 'recyclePutBack'; to: Before }
  | { kind: 'recycleBegun'; reason: RecycleReason; dueAt: Date; text: EventText }
  | { kind: 'recycled'; reason: RecycleReason | null; text: EventText }
  | { kind: 'recycleFailed'; text: EventText }

export type TransitionKind = Transition['kind']
export type TransitionOf<K extends TransitionKind> = Extract<Transition, { kind: K }>
