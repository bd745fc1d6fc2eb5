import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { lockEnterprise } from '../../platform/tenancy/service.ts'
import { openCardText, sealCard } from '../../platform/vault/service.ts'
import type { DecryptionKeys } from './decrypt.ts'
import { insertPgpKey, type PgpKeyRecord, replacePgpKey, selectPgpKey, selectReplacedPgpKeys } from './queries.ts'

/** The enterprise's OpenPGP key for source data, generated at first use. Concurrent calls generate only one. */
export async function enterprisePgpKey(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
): Promise<PgpKeyRecord> {
  const found = await selectPgpKey(db)
  if (found) return found
  const { name } = await lockEnterprise(db)
  const generated = await selectPgpKey(db)
  if (generated) return generated
  return await addPgpKey(server, db, { enterpriseId: db.enterpriseId, name })
}

type Rotation = { fingerprint: string; days: number }

const DAY_MS = 24 * 60 * 60_000

/** A key is dated this much earlier: gpg refuses a key from the future, which it is for senders whose clock is behind. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

/**
 * Replaces the key with this fingerprint by a new one. Files that are encrypted to it can be uploaded for `days` more.
 * @throws Problem `changed_meanwhile` if another key is the current one
 */
export async function rotatePgpKey(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
  { fingerprint, days }: Rotation,
): Promise<PgpKeyRecord> {
  const { name } = await lockEnterprise(db)
  const current = await selectPgpKey(db)
  if (current?.fingerprint !== fingerprint) throw new Problem('changed_meanwhile')
  const at = server.clock.now()
  const readableUntil = new Date(at.getTime() + days * DAY_MS)
  await replacePgpKey(db, { at, readableUntil })
  const replaced = { fingerprint, readableUntil: readableUntil.toISOString() }
  return await addPgpKey(server, db, { enterpriseId: db.enterpriseId, name, replaced })
}

type NewKey = { enterpriseId: EnterpriseId; name: string; replaced?: { fingerprint: string; readableUntil: string } }

async function addPgpKey(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
  { name, replaced }: NewKey,
): Promise<PgpKeyRecord> {
  const { enterpriseId } = db
  const createdAt = server.clock.now()
  const id = server.random.uuid()
  const key = await generateKey(userNameOf(name), new Date(createdAt.getTime() - CLOCK_TOLERANCE_MS))
  const sealed = sealCard(server.vault, sealContextOf(enterpriseId, id), key.armoredPrivateKey)
  const { fingerprint, userName } = key
  const entry = { enterpriseId, object: { id, name: `OpenPGP, ${userName}` }, after: { fingerprint } }
  if (replaced) await recordAudit(server, db, { ...entry, action: 'key.rotated', before: replaced })
  else await recordAudit(server, db, { ...entry, action: 'key.made' })
  return await insertPgpKey(db, { ...key, id, sealed, createdAt })
}

/** The current key, and the replaced ones whose files can still be read. */
export async function openDecryptionKeys(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
): Promise<DecryptionKeys> {
  const current = await enterprisePgpKey(server, db)
  const replaced = await selectReplacedPgpKeys(db, server.clock.now())
  const armoredPrivateKeys = [current, ...replaced].map(({ id, sealed }) =>
    openCardText(server.vault, sealContextOf(db.enterpriseId, id), sealed).reveal(),
  )
  return { armoredPrivateKeys, fingerprint: current.fingerprint }
}

const sealContextOf = (enterpriseId: EnterpriseId, id: string): SealContext => ({
  enterpriseId,
  table: 'pgp_key',
  row: id,
  field: 'sealed',
})

/** An EdDSA key with an ECDH subkey in version 4 packets, which GnuPG 2.2 supports. Imports OpenPGP lazily. */
async function generateKey(userName: string, date: Date) {
  const openpgp = await import('openpgp')
  const { privateKey, publicKey } = await openpgp.generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [{ name: userName }],
    date,
    format: 'object',
  })
  return {
    userName,
    publicKey: publicKey.armor(),
    fingerprint: publicKey.getFingerprint().toUpperCase(),
    armoredPrivateKey: new Secret(privateKey.armor()),
  }
}

/** Removes brackets, which would be parsed as a comment or an address (RFC 9580, 5.11). */
function userNameOf(enterprise: string): string {
  const name = enterprise
    .replace(/[<>()\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${name} source data`.trim()
}
