import type { PermissionId } from '@simwright/contract/permission'
import type { Operation } from '@simwright/contract/provisioning/operation-kind'
import type { z } from 'zod'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { WhyNot } from './fitness.ts'
import type { Server } from './port.ts'
import type { End, Given, OperationPlace, OutcomeRecord, RowResult, WaitingRow } from './queries.ts'

/** What the work in the background uses of the server. */
export type Worker = Pick<Server, 'db' | 'vault' | 'random' | 'clock' | 'log' | 'smdp' | 'stopping'>

/** Rows of an operation that are changed in one transaction. */
export type Chunk = {
  place: OperationPlace
  /** The operation that this one undoes; the goal of each row is what that one stored. */
  undoes: string | null
  sealedCode: Buffer | null
  userId: string
  /** How many rows the operation has. */
  total: number
  rows: readonly WaitingRow[]
}

/** Changes profiles, and reports for each row what it stores for undo, or why the profile stays as it is. */
export type ChangeRows<O> = (worker: Worker, db: TenantDb, chunk: Chunk & { operation: O }) => Promise<RowResult[]>

/** What only the server knows of a kind. The fields that most kinds leave out are optional. */
export type Rule<O> = {
  whyNot: WhyNot
  change: ChangeRows<O>
  /** Puts back what `change` has stored. */
  undo?: ChangeRows<O>
  /** Which ends of the rows are worked on at once: both, where nothing but profiles is locked. */
  ends?: readonly End[]
  /** Rows of one transaction. */
  chunkSize?: number
  /** What is wrong with the values given, beyond the schema. @returns them as they are stored @throws Problem `invalid` */
  check?: (operation: O, now: Date) => O
  /** What a preview does not need. @throws Problem `invalid` */
  checkStart?: (operation: O) => void
  /** What the operation refers to exists, and stays until the end of the transaction. @throws Problem `not_found` */
  mustExist?: (db: TenantDb, enterpriseId: string, operation: O) => Promise<void>
  /** What the row of the operation and the audit log show; by default everything given. */
  given?: (operation: O) => Given
  /** A secret that is stored until the operation is complete. */
  seal?: (server: Server, place: OperationPlace, operation: O) => Buffer | null
  onStart?: (server: Server, db: TenantDb, start: { who: Who; id: string }) => Promise<void>
  /** `stopped`: when the work was stopped before all rows were worked on. */
  onEnd?: (db: TenantDb, place: OperationPlace, end: { at: Date; stopped: Date | null }) => Promise<void>
  /** A column of secrets in the result file, for those who have the permission. */
  secretColumn?: SecretColumn
}

export type SecretColumn = {
  title: string
  needs: PermissionId
  /** @returns the values by line */
  read: (
    server: Server,
    db: TenantDb,
    outcomes: OperationPlace & { rows: readonly OutcomeRecord[] },
  ) => Promise<ReadonlyMap<number, string>>
}

/** An operation with what its kind does: the functions of the rule, which know what is given. */
export type OpenOperation<O extends Operation> = {
  operation: O
  given: Given
  checkStart: () => void
  mustExist: (db: TenantDb, enterpriseId: string) => Promise<void>
  seal: (server: Server, place: OperationPlace) => Buffer | null
  change: (worker: Worker, db: TenantDb, chunk: Chunk) => Promise<RowResult[]>
  undo: (worker: Worker, db: TenantDb, chunk: Chunk) => Promise<RowResult[]>
}

/** The row of a kind. It opens operations, and so its callers need not know what is given with each kind. */
export type RowOf<O extends Operation> = Pick<Rule<O>, 'whyNot' | 'onStart' | 'onEnd' | 'secretColumn'> & {
  ends: readonly End[]
  chunkSize: number
  /** Of values that are stored, or that `check` has returned. */
  open: (operation: unknown) => OpenOperation<O>
  /** Of values that a user has given. @throws Problem `invalid` */
  check: (operation: unknown, now: Date) => OpenOperation<O>
}

/** Rows of one transaction: their profiles are locked for a moment. */
const CHUNK = 2_000

export function kindRow<O extends Operation>(schema: z.ZodType<O>, rule: Rule<O>): RowOf<O> {
  const { whyNot, onStart, onEnd, secretColumn, ends = ['front'], chunkSize = CHUNK } = rule
  const open = (operation: unknown) => opened(rule, schema.parse(operation))
  const check = (given: unknown, now: Date) => {
    const operation = schema.parse(given)
    return opened(rule, rule.check ? rule.check(operation, now) : operation)
  }
  return { whyNot, onStart, onEnd, secretColumn, ends, chunkSize, open, check }
}

function opened<O extends Operation>(rule: Rule<O>, operation: O): OpenOperation<O> {
  const { undo } = rule
  return {
    operation,
    given: rule.given ? rule.given(operation) : allGiven(operation),
    checkStart: () => rule.checkStart?.(operation),
    mustExist: async (db, enterpriseId) => await rule.mustExist?.(db, enterpriseId, operation),
    seal: (server, place) => rule.seal?.(server, place, operation) ?? null,
    change: async (worker, db, chunk) => await rule.change(worker, db, { ...chunk, operation }),
    undo: async (worker, db, chunk) => {
      if (!undo) throw new TypeError(`${operation.kind} cannot be undone`)
      return await undo(worker, db, { ...chunk, operation })
    },
  }
}

function allGiven({ kind: _, ...given }: Operation): Given {
  return given
}
