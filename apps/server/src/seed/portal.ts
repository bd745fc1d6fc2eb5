import { sql } from 'kysely'
import { loginClient } from '../db/connection.ts'
import type { EnterpriseId } from '../db/row-id.ts'
import { drawPassword } from '../demo/enterprise.ts'
import type { SeededUser } from '../modules/people/accounts/seed.ts'
import { rebuildRollups } from '../modules/profiles/rollup/service.ts'
import { Secret } from '../secret/secret.ts'
import type { Server } from '../server.ts'
import { loadInBulk } from './bulk-load.ts'
import { makeSeededEnterprise } from './enterprise.ts'
import { fillFleet, type SeededEnterprise } from './fleet.ts'

const SMALL_ACCOUNTS = 49
const SMALL_SIZE = 200

export type Seeded = { email: string; password: Secret<string>; owner: SeededUser }

type Size = {
  /** Profiles of the large account. */
  count: number
  eventsEach?: number | undefined
  smallAccounts?: number | undefined
}

/**
 * Seeds one large and some small enterprise accounts. Each run uses new e-mail addresses and numbers, so it can be
 * repeated.
 */
export async function seedPortal(
  server: Server,
  { count, eventsEach, smallAccounts = SMALL_ACCOUNTS }: Size,
  onProgress: (done: number) => void = () => {},
): Promise<Seeded> {
  const run = await nextRun(server)
  const password = drawPassword(server)
  const email = run === 0 ? 'seed@simwright.example' : `seed-${run + 1}@simwright.example`
  const enterprises: SeededEnterprise[] = []
  for (let index = 0; index <= smallAccounts; index++) {
    const isLarge = index === 0
    const number = run * (SMALL_ACCOUNTS + 1) + index
    enterprises.push(
      await makeSeededEnterprise(server, {
        number,
        name: isLarge ? 'Northwind Fleet' : `Small fleet ${index}`,
        email: isLarge ? email : `small-${number}@simwright.example`,
        ...(isLarge ? { password } : {}),
        size: isLarge ? 'large' : 'small',
      }),
    )
  }
  const client = loginClient(server.databaseUrl, 'seed')
  await client.connect()
  try {
    await loadInBulk(client, async () => {
      for (const [index, enterprise] of enterprises.entries()) {
        const isLarge = index === 0
        await fillFleet(server, client, {
          enterprise,
          count: isLarge ? count : SMALL_SIZE,
          eventsEach: isLarge ? eventsEach : undefined,
          onProgress: isLarge ? onProgress : () => {},
        })
      }
    })
    for (const { enterpriseId } of enterprises) {
      await countIccids(server, enterpriseId)
      await rebuildRollups(server, enterpriseId)
    }
    // PostgreSQL would do it by itself a minute later; until then reports take twice as long
    await client.query('vacuum (analyze) rollup')
  } finally {
    await client.end()
  }
  return { email, password: new Secret(password), owner: enterprises[0]!.owner }
}

/** Counts the loaded ICCIDs that no device has downloaded. */
async function countIccids({ db }: Pick<Server, 'db'>, enterpriseId: EnterpriseId): Promise<void> {
  await db.tenantTx(enterpriseId, (tenant) =>
    tenant
      .insertInto('iccid_count')
      .columns(['enterprise_id', 'shard', 'held'])
      .expression(({ selectFrom, fn, val, cast }) =>
        selectFrom('iccid_directory')
          .select([cast<EnterpriseId>(val(enterpriseId), 'uuid').as('enterprise_id'), sql.lit(0).as('shard')])
          .select(fn.countAll<number>().as('held'))
          .where('enterprise_id', '=', enterpriseId)
          .where('downloaded', '=', false),
      )
      .execute(),
  )
}

/** The number of earlier runs: their ICCIDs are in use. */
async function nextRun(server: Pick<Server, 'db'>): Promise<number> {
  const rows = await server.db.global
    .selectFrom('user_account')
    .select('email')
    .where('email', 'like', 'seed%@simwright.example')
    .execute()
  return rows.length
}

/** The owner of the large enterprise account of an earlier run; seeds the portal when there was none. */
export async function seededOwner(server: Server, size: Size): Promise<SeededUser> {
  return (await findSeeded(server)) ?? (await seedPortal(server, size)).owner
}

async function findSeeded({ db }: Pick<Server, 'db'>): Promise<SeededUser | undefined> {
  const row = await db.global
    .selectFrom('user_account as u')
    .innerJoin('member_directory as m', 'm.user_id', 'u.id')
    .select(['u.id', 'm.enterprise_id', 'u.first_name', 'u.last_name', 'u.company_name', 'u.email'])
    .where('u.email', '=', 'seed@simwright.example')
    .executeTakeFirst()
  return (
    row && {
      userId: row.id,
      enterpriseId: row.enterprise_id,
      firstName: row.first_name,
      lastName: row.last_name,
      companyName: row.company_name,
      email: row.email,
    }
  )
}
