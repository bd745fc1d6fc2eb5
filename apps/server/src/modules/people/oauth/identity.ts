import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/oauth'
import type { Kysely } from 'kysely'
import type { UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Browser, Who } from '../../../http/call.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { type Person, recordForPerson, recordOwnAction } from '../../platform/audit/service.ts'
import { listProviders } from '../../platform/providers/service.ts'
import { canSignInByPassword } from '../accounts/service.ts'
import { notifyOfChange } from '../security/service.ts'
import { authenticate } from '../sessions/service.ts'
import type { VerifiedClaims } from './claims.ts'
import { beginFlow } from './flow.ts'
import { type IdentityProvider, platformProvider } from './identity-provider.ts'
import { deleteIdentity, type IdentityRecord, insertIdentity, lockIdentities, selectIdentities } from './queries.ts'

export async function listIdentities(server: Server, who: Who): Promise<OutputOf<typeof contract.identities>> {
  const identities = await selectIdentities(server.db.global, who.userId)
  const items = identities.map(({ id, source_name, email, created_at, last_used_at }) => ({
    id,
    provider: source_name,
    email,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }))
  return { items, providers: await listProviders(server, who.platformId) }
}

/** Starts a flow that links an identity of a provider to the signed-in user. */
export async function beginLink(
  server: Server,
  who: Who,
  { input, browser, origin }: { input: ParsedInputOf<typeof contract.beginLink>; browser: Browser; origin: string },
): Promise<OutputOf<typeof contract.beginLink>> {
  const { platformId, userId } = who
  const idp = await platformProvider(server, platformId, input.provider)
  return { url: await beginFlow(server, browser, { idp, platformId, userId, origin }) }
}

/** Links the identity to the user who started the flow, who must still be signed in. @returns the provider's name */
export async function linkIdentity(
  server: Server,
  { idp, claims, userId }: { idp: IdentityProvider; claims: VerifiedClaims; userId: UserId },
  { browser }: { browser: Browser },
): Promise<string> {
  const { token, binding } = browser
  const who = await authenticate(server, { token, binding, background: true })
  if (who.userId !== userId) throw new Problem('oauth_gone')
  if (claims.email === undefined) throw new Problem('oauth_no_email', { provider: idp.name })
  const { subject, email } = claims
  await server.db.globalTx(async (db) => {
    if (!(await insertIdentity(db, identityOf(server, { subject, email, idp, userId })))) {
      throw new Problem('identity_taken', { provider: idp.name })
    }
    await notifyOfLink(server, db, { idp, userId })
    const person = { id: userId, name: who.name, email: who.email }
    await recordLinked(server, db, { idp, email, person })
  })
  return idp.name
}

/** Unlinks an identity of the user. @throws Problem last_way_in, not_found */
export async function unlink(server: Server, who: Who, id: string): Promise<Record<never, never>> {
  const hasPassword = await canSignInByPassword(server, who.userId)
  await server.db.globalTx(async (db) => {
    const identities = await lockIdentities(db, who.userId)
    const unlinked = identities.find((identity) => identity.id === id)
    if (!unlinked) throw new Problem('not_found')
    if (!hasPassword && identities.length === 1) throw new Problem('last_way_in')
    await deleteIdentity(db, who.userId, id)
    await notifyOfChange(
      server,
      db,
      who.userId,
      `Signing in by ${unlinked.source_name} (${unlinked.email}) was unlinked.`,
    )
    const before = { provider: unlinked.source_name, email: unlinked.email }
    await recordOwnAction(server, db, who, { action: 'account.identityUnlinked', before })
  })
  return {}
}

export function identityOf(
  { random, clock }: Pick<Server, 'random' | 'clock'>,
  { idp, userId, subject, email }: { idp: IdentityProvider; userId: UserId; subject: string; email: string },
): IdentityRecord {
  const at = clock.now()
  return {
    id: random.uuid(),
    user_id: userId,
    source_id: idp.id,
    source_name: idp.name,
    subject,
    email,
    created_at: at,
    last_used_at: at,
  }
}

export async function recordLinked(
  server: Server,
  db: Kysely<GlobalTables>,
  { idp, email, person }: { idp: IdentityProvider; email: string; person: Person },
): Promise<void> {
  const after = { provider: idp.name, email }
  await recordForPerson(server, db, { action: 'account.identityLinked', person, after })
}

export async function notifyOfLink(
  server: Server,
  db: Kysely<GlobalTables>,
  { idp, userId }: { idp: IdentityProvider; userId: UserId },
): Promise<void> {
  await notifyOfChange(server, db, userId, `Signing in by ${idp.name} was linked to your account.`)
}
