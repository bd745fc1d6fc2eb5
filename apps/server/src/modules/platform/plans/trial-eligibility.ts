import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { selectOwners, selectUser } from '../tenancy/service.ts'
import type { Entitlement } from './entitlement.ts'

/** Why there is no free trial: the owner has another enterprise account (FURTHER), or the person or mail domain has used it. */
export type TrialRefusal = 'FURTHER' | 'PERSON' | 'DOMAIN'

type TrialStart = { enterpriseId: EnterpriseId; userId: UserId }
type TrialUses = { kinds: readonly string[]; holders: readonly string[] }
type TrialUse = { kind: 'PERSON' | 'DOMAIN' | 'ENTERPRISE'; holder: string }

const trialUseStatement = statement(
  'select use of trial',
  ({ kinds, holders }: TrialUses) => sql`
    select kind from trial_use
    where (kind, holder) in (select kind, holder from unnest(${kinds}::text[], ${holders}::text[]) use (kind, holder))
    order by kind desc limit 1`,
)

/** Checks whether the people or their mail domains have used the free trial. @returns undefined when it can be started */
export async function refusalOfTrial(
  db: TenantDb,
  { trial_offer: offer }: Pick<Entitlement, 'trial_offer'>,
  start: TrialStart,
): Promise<TrialRefusal | undefined> {
  if (offer === 'GRANTED') return undefined
  if (offer === 'WITHHELD') return 'FURTHER'
  const { own, others } = await usesOf(db, start)
  const all = [...own, ...others]
  const [found] = await trialUseStatement(db, columnsOf(all))
  return found && (found.kind === 'PERSON' ? 'PERSON' : 'DOMAIN')
}

const insertTrialUseStatement = statement(
  'insert use of trial',
  ({ kinds, holders, at }: TrialUses & { at: Date }) => sql`
    insert into trial_use (kind, holder, used_at)
    select kind, holder, ${at} from unnest(${kinds}::text[], ${holders}::text[]) use (kind, holder)
    on conflict do nothing returning kind`,
)

/**
 * Records who uses the free trial, within the caller's transaction. Trials that start at the same time wait for each other
 * here. @returns false when one of the people or domains has already used it
 */
export async function recordTrialUse(db: TenantDb, start: TrialStart & { at: Date }): Promise<boolean> {
  const { own } = await usesOf(db, start)
  const sorted = own.sort((a, b) => (a.kind + a.holder < b.kind + b.holder ? -1 : 1))
  const rows = await insertTrialUseStatement(db, { ...columnsOf(sorted), at: start.at })
  return rows.length === sorted.length
}

const columnsOf = (uses: readonly TrialUse[]): TrialUses => ({
  kinds: uses.map(({ kind }) => kind),
  holders: uses.map(({ holder }) => holder),
})

const domainsStatement = statement(
  'select verified domains of trial',
  ({ enterpriseId, mailDomains }: { enterpriseId: EnterpriseId; mailDomains: readonly string[] }) => sql`
    select domain, enterprise_id from sso_domain_directory
    where domain = any(${mailDomains}::text[]) or enterprise_id = ${enterpriseId}`,
)

/**
 * Who uses a trial: the user, the active owners, the enterprise account, and all their verified mail domains. `others` are
 * other enterprise accounts that have verified these domains.
 */
async function usesOf(db: TenantDb, { userId }: TrialStart): Promise<{ own: TrialUse[]; others: TrialUse[] }> {
  const { enterpriseId } = db
  const people = [await selectUser(db, userId), ...(await selectOwners(db, enterpriseId))]
  const mailDomains = people.map(({ email }) => email.slice(email.lastIndexOf('@') + 1))
  const domains = await domainsStatement(db, { enterpriseId, mailDomains })
  const own = new Map<string, TrialUse>()
  const add = (use: TrialUse) => own.set(`${use.kind} ${use.holder}`, use)
  add({ kind: 'ENTERPRISE', holder: enterpriseId })
  for (const person of people) add({ kind: 'PERSON', holder: personKey(person) })
  for (const { domain } of domains) add({ kind: 'DOMAIN', holder: domain })
  const others = domains
    .filter(({ enterprise_id: id }) => id !== enterpriseId)
    .map(({ enterprise_id: holder }): TrialUse => ({ kind: 'ENTERPRISE', holder }))
  return { own: [...own.values()], others }
}

/** A hash of the address without its `+` suffix, because a person can have any number of addresses with one. */
function personKey({ email, platform_id: platformId }: { email: string; platform_id: string }): string {
  return createHash('sha256')
    .update(`${platformId} ${email.replace(/\+[^@]*@/, '@')}`)
    .digest('hex')
}
