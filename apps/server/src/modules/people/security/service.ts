import { createHmac } from 'node:crypto'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/security'
import type { Kysely } from 'kysely'
import type { UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Who } from '../../../http/call.ts'
import type { SecurityServer as Server } from '../../../port/module.ts'
import type { Random } from '../../../runtime/random.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit, recordForPerson, recordOwnAction } from '../../platform/audit/service.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { accountChangedLetter } from '../../platform/mail/service.ts'
import { notifyPerson } from '../../platform/notices/service.ts'
import {
  findEnterprise,
  findUser,
  selectEnterprise,
  type UserRecord,
  updateSecondFactor,
  updateSecondFactorRequired,
} from '../../platform/tenancy/service.ts'
import { challengeNewPasskey, verifyNewPasskey } from './passkey.ts'
import {
  countRecoveryCodes,
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotp,
  hasSecondFactor,
  insertPasskey,
  replaceRecoveryCodes,
  selectPasskeys,
  selectTotp,
  updatePasskeyName,
  updateRecoveryUsed,
  updateTotpConfirmed,
  updateTotpStep,
  upsertTotp,
} from './queries.ts'

export { challengePasskey, verifyPasskey } from './passkey.ts'
export { beginStep, consumeStep, readStep } from './step.ts'

type GlobalDb = Kysely<GlobalTables>

/** The second factors that can complete a sign-in. */
export type Factors = { app: boolean; passkeys: number }

export async function factorsOf(server: Server, userId: UserId): Promise<Factors> {
  const [totp, passkeys] = await Promise.all([
    selectTotp(server.db.global, userId),
    selectPasskeys(server.db.global, userId),
  ])
  return { app: totp?.confirmed_at != null, passkeys: passkeys.length }
}

/** Loaded when first needed, to keep the start of the server fast. */
const loadTotp = () => import('./totp.ts')

/** Checks a code of the authenticator app or a recovery code, and marks it as used: a code works once. */
export async function consumeCode(server: Server, userId: UserId, code: string): Promise<boolean> {
  if (looksLikeRecoveryCode(code)) return await consumeRecoveryCode(server, userId, code)
  const totp = await selectTotp(server.db.global, userId)
  if (totp?.confirmed_at == null) return false
  const { stepOfCode } = await loadTotp()
  const step = stepOfCode(openTotp(server, userId, totp.sealed_secret).reveal(), code, server.clock.now())
  return step !== undefined && (await updateTotpStep(server.db.global, userId, step))
}

async function consumeRecoveryCode(server: Server, userId: UserId, code: string): Promise<boolean> {
  const hash = recoveryCodeHash(server.keys.recovery, code)
  return await server.db.globalTx(async (db) => {
    if (!(await updateRecoveryUsed(db, userId, hash, server.clock.now()))) return false
    const left = await countRecoveryCodes(db, userId)
    await notifyOfChange(server, db, userId, `A recovery code was used to sign in. ${left} are left.`)
    const owner = await findUser(db, userId)
    if (owner) {
      const after = { recoveryCodesLeft: left }
      await recordForPerson(server, db, { action: 'account.recoveryCodeUsed', person: personOf(owner), after })
    }
    return true
  })
}

/** Notifies the user of a change of the account, by mail and in the portal, within the caller's transaction. */
export async function notifyOfChange(server: Server, db: GlobalDb, userId: UserId, change: string): Promise<void> {
  const owner = await findUser(db, userId)
  if (!owner) return
  await notifyPerson(server, db, { userId, news: { kind: 'ACCOUNT_CHANGED', facts: { change } }, ownLetter: true })
  const sender = senderOf(server, platformOf(server, owner.platform_id))
  await server.mail.queue(db, accountChangedLetter(sender, { to: owner.email, firstName: owner.first_name, change }))
}

export async function readSecurity(server: Server, who: Who): Promise<OutputOf<typeof contract.overview>> {
  const { global } = server.db
  const [totp, passkeys, recoveryCodesLeft, enterprise] = await Promise.all([
    selectTotp(global, who.userId),
    selectPasskeys(global, who.userId),
    countRecoveryCodes(global, who.userId),
    server.db.tenantRead(who.enterpriseId, findEnterprise),
  ])
  return {
    appSince: totp?.confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, synced, created_at, last_used_at }) => ({
      id,
      name,
      synced,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    demanded: enterprise?.second_factor_demanded ?? false,
  }
}

/** Generates a secret for an authenticator app. It takes effect once a code has confirmed it; until then it can be replaced. */
export async function beginApp(server: Server, who: Who): Promise<OutputOf<typeof contract.beginApp>> {
  const owner = await requireOwner(server, who)
  const { base32, keyUri, SECRET_LENGTH } = await loadTotp()
  const secret = server.random.bytes(SECRET_LENGTH)
  const sealedSecret = server.sealer.seal(sealContext(who.userId), new Secret(secret))
  const isNew = await upsertTotp(server.db.global, { userId: who.userId, sealedSecret, at: server.clock.now() })
  if (!isNew) throw new Problem('conflict')
  return {
    secret: base32(secret),
    uri: keyUri(secret, { issuer: platformOf(server, owner.platform_id).app_name, account: owner.email }),
  }
}

export async function confirmApp(
  server: Server,
  who: Who,
  { code }: ParsedInputOf<typeof contract.confirmApp>,
): Promise<OutputOf<typeof contract.confirmApp>> {
  const at = server.clock.now()
  const totp = await selectTotp(server.db.global, who.userId)
  if (!totp || totp.confirmed_at !== null) throw new Problem('conflict')
  const { stepOfCode } = await loadTotp()
  const step = stepOfCode(openTotp(server, who.userId, totp.sealed_secret).reveal(), code, at)
  if (step === undefined) throw new Problem('code_wrong')
  return await server.db.globalTx(async (db) => {
    if (!(await updateTotpConfirmed(db, who.userId, { step, at }))) throw new Problem('conflict')
    await recordOwnAction(server, db, who, { action: 'account.appAdded' })
    return { recoveryCodes: await addFactor(server, db, who.userId, 'An authenticator app was set up.') }
  })
}

export async function removeApp(server: Server, who: Who): Promise<Record<never, never>> {
  await server.db.globalTx(async (db) => {
    if (!(await deleteTotp(db, who.userId))) throw new Problem('not_found')
    await refreshSecondFactor(db, who.userId)
    await notifyOfChange(server, db, who.userId, 'The authenticator app was removed.')
    await recordOwnAction(server, db, who, { action: 'account.appRemoved' })
  })
  return {}
}

export async function renewRecoveryCodes(
  server: Server,
  who: Who,
): Promise<OutputOf<typeof contract.renewRecoveryCodes>> {
  return await server.db.globalTx(async (db) => {
    const owner = await findUser(db, who.userId)
    if (!owner?.second_factor) throw new Problem('not_found')
    await notifyOfChange(server, db, who.userId, 'New recovery codes were made. The old ones do not work any more.')
    await recordOwnAction(server, db, who, { action: 'account.recoveryCodesRenewed' })
    return { recoveryCodes: await generateRecoveryCodes(server, db, who.userId) }
  })
}

export async function beginPasskey(
  server: Server,
  who: Who,
  origin: string,
): Promise<OutputOf<typeof contract.beginPasskey>> {
  return await challengeNewPasskey(server, await requireOwner(server, who), origin)
}

export async function addPasskey(
  server: Server,
  who: Who,
  { input, origin }: { input: ParsedInputOf<typeof contract.addPasskey>; origin: string },
): Promise<OutputOf<typeof contract.addPasskey>> {
  const { name, ...answer } = input
  const passkey = await verifyNewPasskey(server, who.userId, { answer, origin })
  return await server.db.globalTx(async (db) => {
    const isNew = await insertPasskey(db, {
      id: server.random.uuid(),
      user_id: who.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name,
      synced: passkey.synced,
      created_at: server.clock.now(),
    })
    if (!isNew) throw new Problem('passkey_refused')
    await recordOwnAction(server, db, who, { action: 'account.passkeyAdded', after: { passkey: name } })
    return { recoveryCodes: await addFactor(server, db, who.userId, `A passkey was added: ${name}.`) }
  })
}

export async function renamePasskey(
  server: Server,
  who: Who,
  { id, name }: ParsedInputOf<typeof contract.renamePasskey>,
): Promise<Record<never, never>> {
  await server.db.globalTx(async (db) => {
    const passkey = (await selectPasskeys(db, who.userId)).find((own) => own.id === id)?.name
    if (!(await updatePasskeyName(db, who.userId, id, name))) throw new Problem('not_found')
    const names = { before: { passkey }, after: { passkey: name } }
    await recordOwnAction(server, db, who, { action: 'account.passkeyRenamed', ...names })
  })
  return {}
}

export async function removePasskey(server: Server, who: Who, id: string): Promise<Record<never, never>> {
  await server.db.globalTx(async (db) => {
    const removed = await deletePasskey(db, who.userId, id)
    if (!removed) throw new Problem('not_found')
    await refreshSecondFactor(db, who.userId)
    await notifyOfChange(server, db, who.userId, `A passkey was removed: ${removed.name}.`)
    await recordOwnAction(server, db, who, { action: 'account.passkeyRemoved', before: { passkey: removed.name } })
  })
  return {}
}

/** Sets whether every member needs a second factor, from their next call on. @throws Problem own_factor_first */
export async function demandSecondFactor(
  server: Server,
  who: Who,
  { demanded }: ParsedInputOf<typeof contract.demandSecondFactor>,
): Promise<Record<never, never>> {
  if (demanded && !(await requireOwner(server, who)).second_factor) throw new Problem('own_factor_first')
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { name, second_factor_demanded: secondFactorDemanded } = await selectEnterprise(db)
    const before = { secondFactorDemanded }
    await updateSecondFactorRequired(db, demanded)
    const after = { secondFactorDemanded: demanded }
    const object = { id: enterpriseId, name }
    await recordAudit(server, db, { enterpriseId, action: 'enterprise.secondFactorDemanded', object, before, after })
  })
  return {}
}

/** Updates what depends on the factors after a change: deletes the recovery codes of a user without a factor. */
async function refreshSecondFactor(db: GlobalDb, userId: UserId): Promise<void> {
  const has = await hasSecondFactor(db, userId)
  await updateSecondFactor(db, userId, has)
  if (!has) await deleteRecoveryCodes(db, userId)
}

/** Completes the addition of a factor. The first one comes with recovery codes. @returns new codes, if any were generated */
async function addFactor(server: Server, db: GlobalDb, userId: UserId, change: string): Promise<string[] | null> {
  await refreshSecondFactor(db, userId)
  await notifyOfChange(server, db, userId, change)
  return (await countRecoveryCodes(db, userId)) > 0 ? null : await generateRecoveryCodes(server, db, userId)
}

async function generateRecoveryCodes(server: Server, db: GlobalDb, userId: UserId): Promise<string[]> {
  const codes = newRecoveryCodes(server.random)
  const hashes = codes.map((code) => recoveryCodeHash(server.keys.recovery, code))
  await replaceRecoveryCodes(db, userId, { hashes, at: server.clock.now() })
  return codes
}

async function requireOwner(server: Server, who: Who): Promise<UserRecord> {
  const owner = await findUser(server.db.global, who.userId)
  if (!owner) throw new Problem('not_found')
  return owner
}

const personOf = ({ id, email, first_name, last_name }: UserRecord) => ({
  id,
  email,
  name: `${first_name} ${last_name}`,
})

function openTotp(server: Server, userId: UserId, sealed: Uint8Array): Secret {
  return server.sealer.open(sealContext(userId), sealed)
}

const sealContext = (userId: UserId) => ({
  enterpriseId: null,
  table: 'totp_factor',
  row: userId,
  field: 'sealed_secret',
})

const CODES = 10
/** 16 characters are 80 bits in Crockford's base 32, which leaves out letters that are easily confused. */
const LENGTH = 16
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Generates ten codes in groups of four characters: `x4rt-0k9m-...`. */
function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from(random.bytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** A keyed hash, so that a copy of the table alone reveals nothing. Ignores dashes, spaces and case. */
function recoveryCodeHash(key: Secret, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return createHmac('sha256', key.reveal()).update(plain).digest()
}

/** Whether this could be a recovery code rather than one of an authenticator app. */
function looksLikeRecoveryCode(code: string): boolean {
  return code.replace(/[\s-]/g, '').length === LENGTH
}
