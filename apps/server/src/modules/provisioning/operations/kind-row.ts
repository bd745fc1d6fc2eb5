import type { PermissionId } from '@simwright/contract/permission'
import type { Operation } from '@simwright/contract/provisioning/operation-kind'
import type { z } from 'zod'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { OperationsServer as Server } from '../../../port/module.ts'
import type { WhyNot } from './fitness.ts'
import type { End, OperationKey, OperationParameters, OutcomeRecord, RowResult, WaitingRow } from './queries.ts'

/** The ports that background work uses. */
export type Worker = Pick<Server, 'db' | 'vault' | 'random' | 'clock' | 'log' | 'smdp' | 'stopping'>

/** The rows of an operation that one transaction changes. */
export type Chunk = {
  key: OperationKey
  /** The operation that this one undoes. Each row's `goal` is then what that operation stored. */
  undoes: string | null
  sealedCode: Buffer | null
  userId: UserId
  /** The rule in whose name the profiles are changed. */
  rule?: { id: string; depth: number } | undefined
  /** Number of rows of the operation. */
  total: number
  rows: readonly WaitingRow[]
}

/** Changes profiles. Returns for each row what it stores for undo, or why the profile was not changed. */
export type ChangeRows<O> = (worker: Worker, db: TenantDb, chunk: Chunk & { operation: O }) => Promise<RowResult[]>

/** The server's half of a kind; the contract has the other half. */
export type Rule<O> = {
  whyNot: WhyNot
  change: ChangeRows<O>
  /** Restores the values that `change` stored. */
  undo?: ChangeRows<O>
  /** The ends of the row list that are processed concurrently: both if only profiles are locked. */
  ends?: readonly End[]
  /** Rows per transaction. */
  chunkSize?: number
  /** Checks the parameters beyond the schema. @returns the parameters to store @throws Problem `invalid` */
  check?: (operation: O, now: Date) => O
  /** Checks parameters that a preview may omit. @throws Problem `invalid` */
  checkStart?: (operation: O) => void
  /** Locks what the operation refers to until the end of the transaction. @throws Problem `not_found` */
  mustExist?: (db: TenantDb, operation: O) => Promise<void>
  /** The parameters that the row of the operation and the audit log show; all of them by default. */
  given?: (operation: O) => OperationParameters
  /** A secret that is stored sealed until the operation is complete. */
  seal?: (server: Server, key: OperationKey, operation: O) => Buffer | null
  onStart?: (server: Server, db: TenantDb, start: { who: Pick<Who, 'userId'>; id: string }) => Promise<void>
  /** `stopped`: when the operation was stopped; null if all rows were processed. */
  onEnd?: (db: TenantDb, key: OperationKey, end: { at: Date; stopped: Date | null }) => Promise<void>
  /** A column of secrets in the result file, for users with the permission `needs`. */
  secretColumn?: SecretColumn
}

export type SecretColumn = {
  title: string
  needs: PermissionId
  /** @returns the values by line */
  read: (
    server: Server,
    db: TenantDb,
    outcomes: OperationKey & { rows: readonly OutcomeRecord[] },
  ) => Promise<ReadonlyMap<number, string>>
}

/** An operation with the functions of its kind, bound to its parameters. */
export type OpenOperation<O extends Operation> = {
  operation: O
  given: OperationParameters
  checkStart: () => void
  mustExist: (db: TenantDb) => Promise<void>
  seal: (server: Server, key: OperationKey) => Buffer | null
  change: (worker: Worker, db: TenantDb, chunk: Chunk) => Promise<RowResult[]>
  undo: (worker: Worker, db: TenantDb, chunk: Chunk) => Promise<RowResult[]>
}

/** The row of a kind. Its callers need not know the parameters of each kind, because it opens operations itself. */
export type RowOf<O extends Operation> = Pick<Rule<O>, 'whyNot' | 'onStart' | 'onEnd' | 'secretColumn'> & {
  ends: readonly End[]
  chunkSize: number
  /** Takes stored parameters. */
  open: (operation: unknown) => OpenOperation<O>
  /** Takes parameters from a user and checks them. @throws Problem `invalid` */
  check: (operation: unknown, now: Date) => OpenOperation<O>
}

/** Default rows per transaction; their profiles are locked until it commits. */
const CHUNK_SIZE = 2_000

export function kindRow<O extends Operation>(schema: z.ZodType<O>, rule: Rule<O>): RowOf<O> {
  const { whyNot, onStart, onEnd, secretColumn, ends = ['front'], chunkSize = CHUNK_SIZE } = rule
  const open = (operation: unknown) => bindRule(rule, schema.parse(operation))
  const check = (given: unknown, now: Date) => {
    const operation = schema.parse(given)
    return bindRule(rule, rule.check ? rule.check(operation, now) : operation)
  }
  return { whyNot, onStart, onEnd, secretColumn, ends, chunkSize, open, check }
}

function bindRule<O extends Operation>(rule: Rule<O>, operation: O): OpenOperation<O> {
  const { undo } = rule
  return {
    operation,
    given: rule.given ? rule.given(operation) : allParameters(operation),
    checkStart: () => rule.checkStart?.(operation),
    mustExist: async (db) => await rule.mustExist?.(db, operation),
    seal: (server, key) => rule.seal?.(server, key, operation) ?? null,
    change: async (worker, db, chunk) => await rule.change(worker, db, { ...chunk, operation }),
    undo: async (worker, db, chunk) => {
      if (!undo) throw new TypeError(`${operation.kind} cannot be undone`)
      return await undo(worker, db, { ...chunk, operation })
    },
  }
}

function allParameters({ kind: _, ...given }: Operation): OperationParameters {
  return given
}
