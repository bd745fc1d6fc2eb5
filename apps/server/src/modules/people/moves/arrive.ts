import type { DifferenceId } from '@simwright/contract/people/move'

/** A row of an archive. */
export type Row = Record<string, unknown>

/** What an import knows when it reads the rows. */
export type Arrival = {
  at: Date
  name: string
  platformId: string
  /** The SM-DP+ address of this installation. */
  smdpAddress: string
  /** Codes whose matching ID or public page is in use here, by their ID. */
  replaced: Map<string, { matchingId: string; slug: string }>
  /** Counts a row that differs. */
  count(difference: DifferenceId): void
}

/**
 * Changes a row, if it cannot be equal here. Tables without an entry are taken over as they are.
 * @returns the row to insert
 */
type Change = {
  /** Whether rows are changed at all; otherwise they are not even parsed. */
  applies?: (arrival: Arrival) => boolean
  change: (row: Row, arrival: Arrival) => Row
}

const isReplaced = ({ replaced }: Arrival) => replaced.size > 0

/** Ends work in progress: the previous installation continues it. */
const ended: Change = {
  change: (row, { at, count }) => {
    if (row.process !== 'PROCESSING') return row
    count('WORK')
    return { ...row, process: 'COMPLETE', completed_at: at.toISOString(), cancel_requested_at: at.toISOString() }
  },
}

export const CHANGES: Readonly<Record<string, Change>> = {
  enterprise: {
    change: (row, { name, platformId }) => ({
      ...row,
      name,
      platform_id: platformId,
      plan: 'DEFAULT',
      state: 'ACTIVE',
      sso_only: false,
      trial_offer: 'WITHHELD',
      deletion_at: null,
      suspension_reason: null,
      suspended_at: null,
      test_of: null,
      test_number: null,
    }),
  },
  batch: ended,
  operation: ended,
  profile: {
    applies: isReplaced,
    change: (row, { replaced }) => {
      const current = replaced.get(String(row.activation_code_id))
      return current ? { ...row, matching_id: current.matchingId } : row
    },
  },
  activation_code: {
    change: (row, { replaced, count }) => {
      if (row.state === 'LIVE') count('SMDP_ADDRESS')
      const current = replaced.get(String(row.id))
      return current ? { ...row, matching_id: current.matchingId, slug: current.slug } : row
    },
  },
  activation_code_directory: {
    applies: isReplaced,
    change: (row, { replaced }) => {
      const current = replaced.get(String(row.activation_code_id))
      return current ? { ...row, matching_id: current.matchingId, slug: current.slug } : row
    },
  },
  voucher: {
    change: (row, { at, count }) => {
      if (row.redeemed_at !== null || row.revoked_at !== null) return row
      count('VOUCHERS')
      return { ...row, revoked_at: at.toISOString() }
    },
  },
  eid_push: {
    change: (row, { smdpAddress, count }) => {
      if (row.event === 'CLOSED') return row
      if (row.state !== 'PUSHED') return { ...row, event: 'CLOSED' }
      count('PUSHES')
      return { ...row, smdp_address: smdpAddress, event: 'REGISTERING', event_attempts: 0 }
    },
  },
  rule: {
    change: (row, { at, count }) => {
      if (row.state !== 'ACTIVE') return row
      count('RULES')
      return { ...row, state: 'PAUSED', stopped_at: at.toISOString() }
    },
  },
  planned_delivery: {
    change: (row, { at, count }) => {
      if (row.ended_at !== null) return row
      count('DELIVERIES')
      return { ...row, state: 'CANCELED', ended_at: at.toISOString() }
    },
  },
  webhook_endpoint: {
    change: (row, { count }) => {
      if (row.state !== 'ACTIVE') return row
      count('WEBHOOKS')
      return { ...row, state: 'PAUSED' }
    },
  },
}
