import { type OutputOf, type ParsedInputOf, type PermissionId, Problem, withMenus } from '@simwright/contract'
import type * as contract from '@simwright/contract/programs/keys'
import { KEY_MAX } from '@simwright/contract/programs/keys'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { KeysServer as Server } from '../../../port/module.ts'
import { isAdmin, readMembers } from '../../people/sessions/service.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { newSecret, prefixOf } from './bearer.ts'
import {
  countKeys,
  countLiveKeys,
  insertKey,
  insertSecret,
  type KeyRecord,
  type ListedRecord,
  lockKey,
  type SecretRecord,
  selectKeys,
  selectSecrets,
  updateKey,
  updateRevoked,
  updateSecretEnd,
} from './queries.ts'
import { openTestData, readTestIccids } from './test-data.ts'

export { authenticateKey, readKeyCaller } from './authenticate.ts'
export { isApiKey } from './bearer.ts'
export { hasKeys } from './queries.ts'

export async function listKeys(
  server: Server,
  who: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const { enterpriseId } = who
  const direction = sort?.direction ?? 'desc'
  const scope = ['apiKey', filter, direction]
  const keyset = readCursor(cursor, scope)
  const at = server.clock.now()
  const testIccids = await readTestIccids(server, enterpriseId)
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const rows = await selectKeys(db, { filter, direction, keyset, limit, at })
    const counted = await countKeys(db, { filter, at })
    const page = cutPage(rows, limit, (last) =>
      writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope),
    )
    const secrets = await selectSecrets(db, { keyIds: page.items.map(({ id }) => id), at })
    const userIds = [...new Set(page.items.map(({ created_by }) => created_by))]
    const creators = userIds.length > 0 ? await readMembers(db, { at, userIds }) : []
    const items = page.items.map((row) => ({
      ...shown(row),
      testIccids: row.is_test ? testIccids : null,
      secrets: secrets.filter(({ key_id }) => key_id === row.id).map(shownSecret),
      lostScopes: lostScopes(row, creators.find(({ userId }) => userId === row.created_by)?.permissions),
      manageable: row.revoked_at === null && mayChange(who, row),
      revocable: row.revoked_at === null && mayRevoke(who, row),
    }))
    return { items, next: page.next, ...capTotal(counted) }
  })
}

const shown = ({ id, name, kind, state, scopes, addresses, ...row }: ListedRecord) => ({
  id,
  name,
  kind,
  isTest: row.is_test,
  state,
  scopes: scopes as PermissionId[],
  addresses,
  createdBy: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
  version: row.version,
})

const shownSecret = ({ id, ...row }: SecretRecord): contract.KeySecret => ({
  id,
  prefix: prefixOf(id),
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedAddress: row.last_used_address,
})

/** The scopes that a personal key has lost; all, if its creator is no member. */
function lostScopes({ kind, scopes }: ListedRecord, held: ReadonlySet<PermissionId> | undefined): PermissionId[] {
  return kind === 'SERVICE' ? [] : (scopes as PermissionId[]).filter((id) => !held?.has(id))
}

/** @throws Problem key_service, not_grantable, keys_too_many, plan_refused */
export async function createKey(
  server: Server,
  who: Who,
  { kind, isTest, days, fields }: ParsedInputOf<typeof contract.add>,
): Promise<OutputOf<typeof contract.add>> {
  const { enterpriseId, userId } = who
  if (kind === 'SERVICE' && !isAdmin(who)) throw new Problem('key_service')
  const complete = grantable(who, fields)
  const at = server.clock.now()
  const id = server.random.uuid()
  if (isTest) await openTestData(server, { enterpriseId, platformId: who.platformId, at })
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await requireRoom(server, db, { enterpriseId, isTest, at })
    await demandNew(server, db, { userId, facts: { kind, isTest, days, complete }, name: fields.name })
    await insertKey(db, { id, kind, isTest, fields: complete, userId, at }).catch(nameTaken(fields))
    const added = await addSecret(server, db, { enterpriseId, keyId: id, days, at })
    const after = { ...complete, kind, isTest, endsAt: added.endsAt }
    await recordAudit(server, db, { action: 'apiKey.created', enterpriseId, object: { id, name: fields.name }, after })
    return { id, version: 1, ...added }
  })
}

type DeviceKey = {
  days: number
  fields: contract.KeyFields
  secretId: string
  /** In the same transaction: the hash of the secret, which a machine has drawn itself. */
  takeHash: (db: TenantDb, at: Date) => Promise<Buffer>
}

/** Inserts a personal key for a secret that is known only by its hash. @throws those of `createKey` */
export async function insertDeviceKey(
  server: Server,
  who: Who,
  { days, fields, secretId, takeHash }: DeviceKey,
): Promise<string> {
  const { enterpriseId, userId } = who
  const complete = grantable(who, fields)
  const at = server.clock.now()
  const [id, kind, isTest] = [server.random.uuid(), 'PERSONAL', false] as const
  const endsAt = new Date(at.getTime() + days * DAY_MS)
  await server.db.tenantTx(enterpriseId, async (db) => {
    await requireRoom(server, db, { enterpriseId, isTest, at })
    await demandNew(server, db, { userId, facts: { kind, days, complete }, name: fields.name })
    const hash = await takeHash(db, at)
    await insertKey(db, { id, kind, isTest, fields: complete, userId, at }).catch(nameTaken(fields))
    await insertSecret(db, { id: secretId, keyId: id, hash, at, endsAt })
    const after = { ...complete, kind, isTest, endsAt: endsAt.toISOString() }
    await recordAudit(server, db, { action: 'apiKey.created', enterpriseId, object: { id, name: fields.name }, after })
  })
  return id
}

type NewKey = { userId: UserId; facts: unknown; name: string }

/** The secret is shown once, to the caller, who repeats the call. @throws ApprovalNeeded */
async function demandNew(server: Server, db: TenantDb, { userId, facts, name }: NewKey): Promise<void> {
  const sentence = `Create the API key ${name}`
  await demandApproval(server, db, { operation: 'KEY_NEW', userId, facts, sentence, mode: 'REPEAT' })
}

/** Whether a key could do more, or from elsewhere. No addresses: from everywhere. */
function isWider(held: Pick<KeyRecord, 'scopes' | 'addresses'>, { scopes, addresses }: contract.KeyFields): boolean {
  const isOpened =
    held.addresses.length > 0 && (addresses.length === 0 || addresses.some((one) => !held.addresses.includes(one)))
  return isOpened || scopes.some((id) => !held.scopes.includes(id))
}

type Opening = { enterpriseId: EnterpriseId; isTest: boolean; at: Date }

/**
 * Locks what the enterprise account is entitled to, so that keys that are created at the same time are counted. Test keys
 * are open to all plans.
 */
async function requireApi(server: Server, db: TenantDb, { isTest, at }: Opening): Promise<void> {
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at, lock: 'locked' })
  if (isTest) return
  await requireFeature(db, entitlement, 'OPEN_API')
}

/** @throws Problem plan_refused, keys_too_many */
async function requireRoom(server: Server, db: TenantDb, opening: Opening): Promise<void> {
  await requireApi(server, db, opening)
  if ((await countLiveKeys(db)) >= KEY_MAX.live) throw new Problem('keys_too_many', { max: KEY_MAX.live })
}

type Adding = { enterpriseId: string; keyId: string; days: number; at: Date }

const DAY_MS = 24 * 60 * 60 * 1000

async function addSecret(server: Server, db: TenantDb, { keyId, days, at }: Adding) {
  const { id, bearer, hash } = newSecret(server.random)
  const endsAt = new Date(at.getTime() + days * DAY_MS)
  await insertSecret(db, { id, keyId, hash, at, endsAt })
  return { secretId: id, key: bearer, endsAt: endsAt.toISOString() }
}

/** @throws Problem changed_meanwhile, not_grantable, and those of `lockChangeable` */
export async function editKey(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { enterpriseId } = who
  const complete = grantable(who, fields)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockChangeable(db, who, id)
    if (held.version !== version) throw new Problem('changed_meanwhile')
    if (isWider(held, complete))
      await demandApproval(server, db, {
        operation: 'KEY_NEW',
        userId: who.userId,
        facts: { id, version, complete },
        sentence: `Give the API key ${held.name} more scopes or addresses`,
      })
    await updateKey(db, { id, fields: complete }).catch(nameTaken(fields))
    const { name, scopes, addresses } = held
    const entry = { enterpriseId, object: { id, name: fields.name }, before: { name, scopes, addresses } }
    await recordAudit(server, db, { action: 'apiKey.edited', ...entry, after: complete })
  })
  return { version: version + 1 }
}

/**
 * Adds a second secret, and moves the end of the first forward to the chosen time.
 * @throws Problem key_secrets_live, plan_refused, and those of `lockChangeable`
 */
export async function rotateKey(
  server: Server,
  who: Who,
  { id, days, oldEndsAt }: ParsedInputOf<typeof contract.rotate>,
): Promise<OutputOf<typeof contract.rotate>> {
  const { enterpriseId } = who
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockChangeable(db, who, id)
    await requireApi(server, db, { enterpriseId, isTest: held.is_test, at })
    grantable(who, { ...held, scopes: held.scopes as PermissionId[] })
    const secrets = await selectSecrets(db, { keyIds: [id], at })
    const live = secrets.filter(({ ends_at }) => ends_at > at)
    if (live.length >= KEY_MAX.liveSecrets) throw new Problem('key_secrets_live', { max: KEY_MAX.liveSecrets })
    await demandApproval(server, db, {
      operation: 'KEY_ROTATE',
      userId: who.userId,
      facts: { id, days, oldEndsAt, secrets: live.map((secret) => secret.id) },
      sentence: `Give the API key ${held.name} another secret`,
      mode: 'REPEAT',
    })
    const [old] = live
    const oldEnd = old && (oldEndsAt === null ? old.ends_at : endFor(old, { at, wanted: new Date(oldEndsAt) }))
    if (old && oldEnd) await updateSecretEnd(db, { id: old.id, endsAt: oldEnd })
    const added = await addSecret(server, db, { enterpriseId, keyId: id, days, at })
    const after = { endsAt: added.endsAt, oldEndsAt: oldEnd }
    await recordAudit(server, db, { action: 'apiKey.rotated', enterpriseId, object: { id, name: held.name }, after })
    return { id, version: held.version, ...added }
  })
}

/** When a secret ends: at the wanted time, but not before now, and not later than before. */
function endFor({ ends_at }: SecretRecord, { at, wanted }: { at: Date; wanted: Date }): Date {
  return new Date(Math.min(ends_at.getTime(), Math.max(at.getTime(), wanted.getTime())))
}

/** @throws Problem secret_ended, not_found, and those of `lockRevocable` */
export async function endKeySecret(
  server: Server,
  who: Who,
  { id, secretId, at: wanted }: ParsedInputOf<typeof contract.endSecret>,
): Promise<OutputOf<typeof contract.endSecret>> {
  const { enterpriseId } = who
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { name } = await lockRevocable(db, who, id)
    const secrets = await selectSecrets(db, { keyIds: [id], at })
    const secret = secrets.find((one) => one.id === secretId)
    if (!secret) throw new Problem('not_found')
    if (secret.ends_at <= at) throw new Problem('secret_ended')
    const endsAt = endFor(secret, { at, wanted: new Date(wanted) })
    await updateSecretEnd(db, { id: secretId, endsAt })
    const after = { secret: prefixOf(secretId), endsAt }
    await recordAudit(server, db, { action: 'apiKey.secretEnded', enterpriseId, object: { id, name }, after })
    return { endsAt: endsAt.toISOString() }
  })
}

/** @throws those of `lockRevocable` */
export async function revokeKey(
  server: Server,
  who: Who,
  { id }: ParsedInputOf<typeof contract.revoke>,
): Promise<OutputOf<typeof contract.revoke>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { name } = await lockRevocable(db, who, id)
    await updateRevoked(db, { id, at: server.clock.now() })
    await recordAudit(server, db, { action: 'apiKey.revoked', enterpriseId, object: { id, name } })
  })
  return {}
}

type Owned = Pick<KeyRecord, 'kind' | 'created_by'>

/** A personal key acts for its creator, so nobody else gets a secret of it. */
const mayChange = (who: Who, { kind, created_by }: Owned) =>
  kind === 'SERVICE' ? isAdmin(who) : created_by === who.userId

const mayRevoke = (who: Who, key: Owned) => isAdmin(who) || mayChange(who, key)

/** @throws Problem not_found, key_service, key_foreign, key_ended */
async function lockChangeable(db: TenantDb, who: Who, id: string): Promise<KeyRecord> {
  return await lockAllowed(db, who, { id, may: mayChange })
}

/** @throws Problem not_found, key_service, key_foreign, key_ended */
async function lockRevocable(db: TenantDb, who: Who, id: string): Promise<KeyRecord> {
  return await lockAllowed(db, who, { id, may: mayRevoke })
}

type Allowed = { id: string; may: (who: Who, key: Owned) => boolean }

async function lockAllowed(db: TenantDb, who: Who, { id, may }: Allowed): Promise<KeyRecord> {
  const held = await lockKey(db, id)
  if (!held) throw new Problem('not_found')
  if (!may(who, held)) throw new Problem(held.kind === 'SERVICE' ? 'key_service' : 'key_foreign')
  if (held.revoked_at !== null) throw new Problem('key_ended')
  return held
}

/**
 * The fields with the menus of all actions and without repeated addresses.
 * @throws Problem not_grantable for scopes that the user does not hold
 */
function grantable({ permissions }: Who, { name, scopes, addresses }: contract.KeyFields): contract.KeyFields {
  const complete = withMenus(scopes)
  const missing = complete.filter((id) => !permissions.has(id))
  if (missing.length > 0) throw new Problem('not_grantable', { names: missing.join(', ') })
  return { name, scopes: complete, addresses: [...new Set(addresses)] }
}

const nameTaken =
  ({ name }: contract.KeyFields) =>
  (error: unknown): never => {
    if (!isUniqueViolation(error, 'api_key_name')) throw error
    throw fault('fields.name', 'taken', `An API key named "${name}" already exists.`)
  }
