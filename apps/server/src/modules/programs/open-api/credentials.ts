import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as contract from '@simwright/contract/programs/credential'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { readMembers } from '../../people/sessions/service.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { insertProgram } from '../../platform/tenancy/service.ts'
import {
  type CredentialKey,
  type CredentialRecord,
  insertCredential,
  lockAndCount,
  lockCredential,
  selectCredentials,
  updateSecrets,
} from './queries.ts'
import { newAccessKey, newSecret, sealSecret } from './seal.ts'

export async function listCredentials(server: Server, who: Who): Promise<OutputOf<typeof contract.list>> {
  const { enterpriseId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })
    const refusal = await requireFeature(db, entitlement, 'OPEN_API').then(
      () => null,
      (error: unknown) => {
        if (error instanceof Problem) return error.message
        throw error
      },
    )
    const rows = await selectCredentials(db)
    return { items: rows.map(credentialOf), callsASecond: entitlement.api_calls_a_second, refusal }
  })
}

const credentialOf = (row: CredentialRecord): contract.Credential => ({
  id: row.id,
  name: row.name,
  accessKey: row.access_key,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  secretAt: row.secret_at.toISOString(),
  twoSecrets: row.two_secrets,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

/** @throws Problem `credential_by_admin`: a credential has the rights of the enterprise account, not of its creator */
async function requireAdmin(server: Server, db: TenantDb, { userId }: Who): Promise<void> {
  const [member] = await readMembers(db, { at: server.clock.now(), userIds: [userId] })
  if (!member?.isAdmin) throw new Problem('credential_by_admin')
}

export async function createCredential(
  server: Server,
  who: Who,
  { name }: ParsedInputOf<typeof contract.create>,
): Promise<OutputOf<typeof contract.create>> {
  const { enterpriseId, userId } = who
  const id = server.random.uuid()
  const accessKey = newAccessKey(server)
  const secret = newSecret(server)
  await server.db.tenantTx(enterpriseId, async (db) => {
    await requireAdmin(server, db, who)
    const at = server.clock.now()
    await requireFeature(db, await readEntitlement(server, db, { enterpriseId, at }), 'OPEN_API')
    const max = contract.CREDENTIALS_MAX
    if ((await lockAndCount(db)) >= max) throw new Problem('credentials_too_many', { max })
    await demandApproval(server, db, {
      operation: 'KEY_NEW',
      userId,
      facts: { credential: name },
      sentence: `Create the credential ${name} of the open API`,
      mode: 'REPEAT',
    })
    await insertProgram(db, { id, name })
    const sealedSecret = sealSecret(server, { enterpriseId, id }, secret)
    await insertCredential(db, { id, accessKey, sealedSecret, userId, at })
    const object = { id, name }
    await recordAudit(server, db, { enterpriseId, action: 'credential.created', object, after: { accessKey } })
  })
  return { id, accessKey, secretKey: secret.reveal() }
}

export async function rotateSecret(server: Server, who: Who, id: string): Promise<OutputOf<typeof contract.rotate>> {
  const { enterpriseId } = who
  const key = { enterpriseId, id }
  const secret = newSecret(server)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { sealed_secret, sealed_previous, name, access_key: accessKey } = await lockedInUse(db, key)
    await requireAdmin(server, db, who)
    if (sealed_previous) throw new Problem('secrets_too_many')
    await demandApproval(server, db, {
      operation: 'KEY_ROTATE',
      userId: who.userId,
      facts: { credential: id },
      sentence: `Give the credential ${name} of the open API another secret`,
      mode: 'REPEAT',
    })
    await updateSecrets(db, key, {
      sealed_secret: sealSecret(server, key, secret),
      sealed_previous: sealed_secret,
      secret_at: server.clock.now(),
    })
    const object = { id, name }
    await recordAudit(server, db, { enterpriseId, action: 'credential.rotated', object, after: { accessKey } })
    return { id, accessKey, secretKey: secret.reveal() }
  })
}

export async function endPreviousSecret(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<Record<never, never>> {
  const key = { enterpriseId, id }
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { name, access_key: accessKey } = await lockedInUse(db, key)
    await updateSecrets(db, key, { sealed_previous: null })
    const object = { id, name }
    await recordAudit(server, db, { enterpriseId, action: 'credential.previousEnded', object, after: { accessKey } })
    return {}
  })
}

/** Deletes the secrets, so that no signature of the credential can be verified any more. */
export async function revokeCredential(
  server: Server,
  { enterpriseId, userId }: Who,
  id: string,
): Promise<Record<never, never>> {
  const key = { enterpriseId, id }
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { name, access_key: accessKey } = await lockedInUse(db, key)
    const revoked = { revoked_at: server.clock.now(), revoked_by: userId }
    await updateSecrets(db, key, { sealed_secret: null, sealed_previous: null, ...revoked })
    const object = { id, name }
    await recordAudit(server, db, { enterpriseId, action: 'credential.revoked', object, after: { accessKey } })
    return {}
  })
}

/** @throws Problem `not_found`, `credential_revoked` */
async function lockedInUse(db: TenantDb, key: CredentialKey) {
  const found = await lockCredential(db, key)
  if (!found) throw new Problem('not_found')
  if (found.revoked_at) throw new Problem('credential_revoked')
  return found
}
