import { type Kysely, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type Global = Kysely<GlobalTables>

type NewDevice = {
  id: string
  handleHash: Buffer
  code: string
  secretHash: Buffer
  machine: string
  address: string
  scopes: readonly string[]
  at: Date
  expiresAt: Date
  pollSeconds: number
}

/** @returns whether the code was free */
export async function insertDevice(db: Global, { at, ...device }: NewDevice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_sign_in')
    .values({
      id: device.id,
      handle_hash: device.handleHash,
      code: device.code,
      secret_hash: device.secretHash,
      machine: device.machine,
      address: device.address,
      scopes: [...device.scopes],
      created_at: at,
      expires_at: device.expiresAt,
      poll_interval: device.pollSeconds,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

type Polling = { handleHash: Buffer; at: Date; slowDownSeconds: number; mostSeconds: number }

export type PolledRecord = Row<'device_sign_in', 'state' | 'secret_id' | 'expires_at' | 'poll_interval'>

const updatePolledStatement = statement(
  'count poll of device sign-in',
  ({ at, slowDownSeconds, mostSeconds, handleHash }: Polling) => sql`
    update device_sign_in set polled_at = ${at},
      poll_interval = case
        when polled_at + (poll_interval - 0.5) * interval '1 second' > ${at}::timestamptz
          then least(poll_interval + ${slowDownSeconds}::int, ${mostSeconds}::int)
        else poll_interval end
    where handle_hash = ${handleHash}
    returning state, secret_id, expires_at, poll_interval`,
)

/** Stores the poll; its interval grows when it comes before it. Half a second is let pass for delays on the way. */
export async function updatePolled(
  db: Global,
  { handleHash, at, slowDownSeconds, mostSeconds }: Polling,
): Promise<PolledRecord | undefined> {
  return (await updatePolledStatement(db, { at, slowDownSeconds, mostSeconds, handleHash }))[0]
}

export type DeviceRecord = Row<'device_sign_in', 'id' | 'machine' | 'address' | 'scopes' | 'expires_at' | 'secret_hash'>

type Deciding = { enterpriseId: EnterpriseId; userId: UserId; at: Date }

/** Binds a waiting sign-in to the member who entered its code. Who enters it again later takes it over. */
export async function updateChecked(
  db: Global,
  { code, enterpriseId, userId, at }: Deciding & { code: string },
): Promise<DeviceRecord | undefined> {
  return await db
    .updateTable('device_sign_in')
    .set({ checked_by: userId, checked_for: enterpriseId })
    .where('code', '=', code)
    .where('state', '=', 'WAITING')
    .where('expires_at', '>', at)
    .returning(['id', 'machine', 'address', 'scopes', 'expires_at', 'secret_hash'])
    .executeTakeFirst()
}

type Decision = Deciding & { id: string; state: 'APPROVED' | 'REFUSED'; secretId: string | null }

/** Decides once. @returns undefined if it does not wait for this member */
export async function updateDecided(
  db: TenantDb,
  { id, state, secretId, userId, at }: Decision,
): Promise<DeviceRecord | undefined> {
  return await db
    .updateTable('device_sign_in')
    .set({ state, secret_id: secretId })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('expires_at', '>', at)
    .where('checked_by', '=', userId)
    .where('checked_for', '=', db.enterpriseId)
    .returning(['id', 'machine', 'address', 'scopes', 'expires_at', 'secret_hash'])
    .executeTakeFirst()
}
