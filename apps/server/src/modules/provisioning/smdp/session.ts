import type { AuthenticatedSession, OpenedSession } from '@simwright/rsp'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { type Fragment, shapedFragment } from '../../../db/fragment.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { NamedDevice } from '../../profiles/lifecycle/service.ts'

/** The columns that later calls need. The eUICC's certificate is in its message, which `device_message` stores as evidence. */
export type SessionRow = Omit<
  Selectable<GlobalTables['rsp_session']>,
  'euicc_challenge' | 'euicc_certificate' | 'address' | 'created_at'
>
export type SessionState = SessionRow['state']

type NewSession = OpenedSession & {
  euiccChallenge: Uint8Array
  address: string
  trialId: string | undefined
  at: Date
}

const insertNew = statement(
  'insert ES9+ session',
  (session: NewSession) => sql`
    insert into rsp_session (transaction_id, state, server_address, euicc_challenge, server_challenge, ci_key_id,
      server_ci_key_id, address, trial_id, created_at, expires_at)
    values (${session.transactionId}, 'INITIATED', ${session.serverAddress}, ${session.euiccChallenge},
      ${session.serverChallenge}, ${session.ciKeyId}, ${session.serverCiKeyId}, ${session.address}, ${session.trialId ?? null}, ${session.at},
      ${session.endsAt})`,
)

export async function insertSession(db: Db['global'], session: NewSession): Promise<void> {
  await insertNew(db, session)
}

const COLUMNS = sql.raw(`s.transaction_id, s.state, s.server_address, s.server_challenge, s.ci_key_id,
      s.server_ci_key_id, s.enterprise_id, s.activation_code_id, s.order_id, s.eid, s.euicc_public_key, s.smdp_signature2,
      s.device_brand, s.device_model, s.device_release, s.pool_id, s.profile_id, s.trial_id, s.expires_at`)

const selectOne = statement(
  'select ES9+ session',
  ({ transactionId }: { transactionId: Uint8Array }) =>
    sql`select ${COLUMNS} from rsp_session s where s.transaction_id = ${transactionId}`,
)

type Caller = { db: Pick<Db, 'global'>; trial?: { id: string } | undefined }

/** A session belongs to its try: for calls of other devices it does not exist, nor does theirs for a virtual phone. */
const isOf = ({ trial }: Caller, row: SessionRow) => (trial?.id ?? null) === row.trial_id

export async function selectSession(caller: Caller, transactionId: Uint8Array): Promise<SessionRow | undefined> {
  const [row] = await selectOne(caller.db.global, { transactionId })
  return row && isOf(caller, row) ? row : undefined
}

type AskedCode = { transactionId: Uint8Array; matchingId: string }

/** An entry of the directory of codes. */
export type CodeEntry = {
  code_enterprise_id: string | null
  code_activation_code_id: string | null
  code_pool_id: string | null
}

const selectBoth = statement(
  'select ES9+ session and code',
  ({ transactionId, matchingId }: AskedCode) => sql`
    select ${COLUMNS}, d.enterprise_id as code_enterprise_id, d.activation_code_id as code_activation_code_id,
      d.pool_id as code_pool_id
    from (values (1)) one left join rsp_session s on s.transaction_id = ${transactionId}
      left join activation_code_directory d on d.matching_id = ${matchingId}`,
)

type SessionAndCode = { row: SessionRow | undefined; code: CodeEntry }

/** Reads a session, if it is stored, and the directory entry of a matching ID in one query. */
export async function selectSessionAndCode(caller: Caller, asked: AskedCode): Promise<SessionAndCode> {
  const [found] = await selectBoth(caller.db.global, asked)
  const row = found!.transaction_id === null ? undefined : (found as SessionRow)
  return { row: row && isOf(caller, row) ? row : undefined, code: found! }
}

/** The columns that AuthenticateClient sets. */
export type SessionFacts = Pick<
  Selectable<GlobalTables['rsp_session']>,
  | 'enterprise_id'
  | 'activation_code_id'
  | 'order_id'
  | 'eid'
  | 'euicc_public_key'
  | 'smdp_signature2'
  | 'device_brand'
  | 'device_model'
  | 'device_release'
  | 'pool_id'
  | 'profile_id'
>

export type Step = { from: readonly SessionState[]; to: SessionState; facts?: SessionFacts }

/** Moves a session to its next state. Of concurrent calls only one matches a row. */
export function stepWrite(transactionId: Uint8Array, { from, to, facts }: Step): Fragment {
  const columns = Object.keys(facts ?? {})
  const build = () => [
    'update rsp_session set state = ',
    ...columns.map((name) => `, ${name} = `),
    ' where transaction_id = ',
    ' and state in (',
    ...from.slice(1).map(() => ', '),
    ') returning 1',
  ]
  const values = [to, ...Object.values(facts ?? {}), Buffer.from(transactionId), ...from]
  return shapedFragment(`step of ${from.length} states: ${columns}`, build, values)
}

/** A session between InitiateAuthentication and AuthenticateClient. */
export type WaitingSession = OpenedSession & { isStored: boolean; trialId: string | undefined }

/**
 * The first step of a session: an unstored one is inserted, and of concurrent calls the primary key refuses all but one; see
 * `isUsed`. A stored one is updated.
 */
export function firstStep(
  session: WaitingSession,
  { to, facts, address, at }: { to: SessionState; facts?: SessionFacts; address: string; at: Date },
): Fragment {
  if (session.isStored)
    return stepWrite(session.transactionId, { from: ['INITIATED'], to, ...(facts ? { facts } : {}) })
  const columns = {
    transaction_id: Buffer.from(session.transactionId),
    state: to,
    server_address: session.serverAddress,
    server_challenge: Buffer.from(session.serverChallenge),
    ci_key_id: Buffer.from(session.ciKeyId),
    server_ci_key_id: Buffer.from(session.serverCiKeyId),
    address,
    trial_id: session.trialId ?? null,
    created_at: at,
    expires_at: session.endsAt,
    ...facts,
  }
  const names = Object.keys(columns)
  const build = () => [
    `insert into rsp_session (${names}) values (`,
    ...names.slice(1).map(() => ', '),
    ') returning 1',
  ]
  return shapedFragment(`insert session: ${names}`, build, Object.values(columns))
}

/** Whether an error means that another call has completed the first step. */
export const isUsed = (error: unknown): boolean => isUniqueViolation(error, 'rsp_session_pkey')

/** The session's device as announced at AuthenticateClient. */
export const deviceOf = (session: SessionRow): NamedDevice => ({
  brand: session.device_brand,
  model: session.device_model,
  release: session.device_release,
})

/** Ends a session that has not passed AuthenticateClient. It has no effect on one that another call has continued. */
export async function endUnproven(
  db: Db['global'],
  session: WaitingSession,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  const step = firstStep(session, { to: 'ENDED', address, at })
  try {
    await step.execute(db)
  } catch (error) {
    if (!isUsed(error)) throw error
  }
}

export function openedSession(row: SessionRow | undefined): OpenedSession | undefined {
  if (row?.state !== 'INITIATED') return undefined
  return {
    transactionId: row.transaction_id,
    serverChallenge: row.server_challenge,
    serverAddress: row.server_address,
    ciKeyId: row.ci_key_id,
    serverCiKeyId: row.server_ci_key_id,
    endsAt: row.expires_at,
  }
}

/** The session if its eUICC is authenticated and it is in one of the given states. */
export function authenticatedSession(
  row: SessionRow | undefined,
  states: readonly SessionState[],
): AuthenticatedSession | undefined {
  if (!row?.euicc_public_key || !states.includes(row.state)) return undefined
  return {
    transactionId: row.transaction_id,
    endsAt: row.expires_at,
    euiccPublicKeyInfo: row.euicc_public_key,
    smdpSignature2: row.smdp_signature2 ?? undefined,
  }
}
