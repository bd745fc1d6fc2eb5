import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { Entitlement } from './entitlement.ts'

/** Why the free trial is not offered: its owner has another enterprise account, or the trial was used elsewhere. */
export type TrialRefusal = 'FURTHER' | 'PERSON' | 'DOMAIN'

type Asked = { enterpriseId: string; userId: string }
type Use = { kind: 'PERSON' | 'DOMAIN' | 'ENTERPRISE'; holder: string }

/** Whether the people or the mail domains have used their free trial; undefined when it may be offered. */
export async function whyNoTrial(
  db: TenantDb,
  { trial_offer: offer }: Pick<Entitlement, 'trial_offer'>,
  asked: Asked,
): Promise<TrialRefusal | undefined> {
  if (offer === 'GRANTED') return undefined
  if (offer === 'WITHHELD') return 'FURTHER'
  const { own, others } = await usesOf(db, asked)
  const all = [...own, ...others]
  const { rows } = await sql<Row<'trial_use', 'kind'>>`
    select kind from trial_use where (kind, holder) in (${sql.join(all.map(({ kind, holder }) => sql`(${kind}, ${holder})`))})
    order by kind desc limit 1`.execute(db)
  const [found] = rows
  return found && (found.kind === 'PERSON' ? 'PERSON' : 'DOMAIN')
}

/**
 * Records who uses the free trial that begins, within the caller's transaction. Trials that begin at the same time wait
 * for each other here.
 * @returns false when one of the users or domains has used it meanwhile
 */
export async function recordTrialUse(db: TenantDb, asked: Asked & { at: Date }): Promise<boolean> {
  const { own } = await usesOf(db, asked)
  const sorted = own.sort((a, b) => (a.kind + a.holder < b.kind + b.holder ? -1 : 1))
  const { rows } = await sql`
    insert into trial_use (kind, holder, used_at)
    values ${sql.join(sorted.map(({ kind, holder }) => sql`(${kind}, ${holder}, ${asked.at})`))}
    on conflict do nothing returning 1`.execute(db)
  return rows.length === sorted.length
}

/**
 * The holders of a trial: the user, the active owners, the enterprise account, and the proved mail domains of all of them.
 * `others` are the enterprise accounts that have proved these domains.
 */
async function usesOf(db: TenantDb, { enterpriseId, userId }: Asked): Promise<{ own: Use[]; others: Use[] }> {
  const people = await db
    .selectFrom('user_account as u')
    .select(['u.email', 'u.platform_id'])
    .where((eb) =>
      eb.or([
        eb('u.id', '=', userId),
        eb(
          'u.id',
          'in',
          eb
            .selectFrom('member')
            .select('member.user_id')
            .where('member.enterprise_id', '=', enterpriseId)
            .where('member.built_in_role', '=', 'Owner')
            .where('member.state', '=', 'ACTIVE')
            .$castTo<{ user_id: string }>(),
        ),
      ]),
    )
    .execute()
  const mailDomains = people.map(({ email }) => email.slice(email.lastIndexOf('@') + 1))
  const { rows: domains } = await sql<Row<'sso_domain_directory', 'domain' | 'enterprise_id'>>`
    select domain, enterprise_id from sso_domain_directory
    where domain = any(${mailDomains}::text[]) or enterprise_id = ${enterpriseId}`.execute(db)
  const own = new Map<string, Use>()
  const add = (use: Use) => own.set(`${use.kind} ${use.holder}`, use)
  add({ kind: 'ENTERPRISE', holder: enterpriseId })
  for (const person of people) add({ kind: 'PERSON', holder: personKey(person) })
  for (const { domain } of domains) add({ kind: 'DOMAIN', holder: domain })
  const others = domains
    .filter(({ enterprise_id: id }) => id !== enterpriseId)
    .map(({ enterprise_id: holder }): Use => ({ kind: 'ENTERPRISE', holder }))
  return { own: [...own.values()], others }
}

/** The address without a `+` suffix: a person has any number of addresses with one. */
function personKey({ email, platform_id: platformId }: { email: string; platform_id: string }): string {
  return createHash('sha256')
    .update(`${platformId} ${email.replace(/\+[^@]*@/, '@')}`)
    .digest('hex')
}
