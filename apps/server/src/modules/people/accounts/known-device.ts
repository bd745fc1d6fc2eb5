import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'

/** Known devices per user; one more replaces the least recently used one. */
const DEVICES_MAX = 20

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

const hashOf = (device: string) => createHash('sha256').update(device).digest()

/** The hash of a browser's cookie as text, for what is stored with an activation link. */
export const deviceHash = (device: string): string => hashOf(device).toString('base64url')

/** A cookie that identifies a browser. */
export const newDevice = ({ random }: Pick<Server, 'random'>): string =>
  Buffer.from(random.bytes(32)).toString('base64url')

/** Whether the browser with this cookie has already signed in to the account of the address. */
export async function isKnownDevice(
  { db }: Pick<Server, 'db'>,
  device: string,
  { email, platformId }: { email: string; platformId: PlatformId },
): Promise<boolean> {
  const found = await db.global
    .selectFrom('known_device as d')
    .innerJoin('user_account as a', 'a.id', 'd.user_id')
    .select('d.user_id')
    .where('d.token_hash', '=', hashOf(device))
    .where('a.email', '=', email)
    .where('a.platform_id', '=', platformId)
    .executeTakeFirst()
  return found !== undefined
}

const rememberDeviceStatement = statement(
  'remember device',
  ({ userId }: { userId: UserId }) => sql`
      delete from known_device where user_id = ${userId} and token_hash in (
        select token_hash from known_device where user_id = ${userId}
        order by last_used_at desc, created_at desc, token_hash offset ${DEVICES_MAX})`,
)

/**
 * Makes the browser a known device of the user who has just signed in. A cookie that no sign-in has issued is replaced,
 * so that nobody can plant one. Users of the same browser share its cookie.
 * @returns the cookie to set
 */
export async function rememberDevice(server: Needs, userId: UserId, cookie: string | undefined): Promise<string> {
  const isCookieIssued = cookie !== undefined && (await isIssued(server, cookie))
  const device = isCookieIssued ? cookie : newDevice(server)
  const now = server.clock.now()
  await server.db.globalTx(async (db) => {
    await db
      .insertInto('known_device')
      .values({ user_id: userId, token_hash: hashOf(device), created_at: now, last_used_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: now }))
      .execute()
    await rememberDeviceStatement(db, { userId })
  })
  return device
}

/** Forgets all known devices of a user whose password was reset, within the caller's transaction. */
export async function forgetDevices(db: Kysely<GlobalTables>, userId: UserId): Promise<void> {
  await db.deleteFrom('known_device').where('user_id', '=', userId).execute()
}

async function isIssued({ db }: Pick<Server, 'db'>, device: string): Promise<boolean> {
  const found = await db.global
    .selectFrom('known_device')
    .select('user_id')
    .where('token_hash', '=', hashOf(device))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
