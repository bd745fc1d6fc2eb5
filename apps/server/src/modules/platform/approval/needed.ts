import { Problem } from '@simwright/contract'
import type { ApprovalOperation } from '@simwright/contract/platform/approval-operation'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'

/** What an operation is about to do. */
export type Demand = {
  operation: ApprovalOperation
  /** The user or program that wants it; of a rule, its owner. */
  userId: UserId
  /** The content: what is approved is exactly this. */
  facts: unknown
  /** "Delete 120 profiles" */
  sentence: string
  /** What counts against the limit of a day. */
  amount?: number
  /** Lists the profiles, so that the list is fixed. */
  freeze?: (db: TenantDb, requestId: string) => Promise<void>
  /** `REPEAT`: the requester must repeat the call, because only that answer is of use. */
  mode?: 'REPEAT'
  /** A request makes no sense after this time. */
  until?: Date
}

export type Fingerprinted = Demand & { fingerprint: Buffer; personId: UserId }

/** Nothing was done: an approval is needed. Where calls come in, it becomes a request. */
export class ApprovalNeeded extends Problem {
  readonly demand: Fingerprinted

  constructor(demand: Fingerprinted) {
    super('approval_needed', { sentence: `for: ${demand.sentence}.` })
    this.demand = demand
  }
}
