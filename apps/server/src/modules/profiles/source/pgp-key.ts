import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { SealContext } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { openCardText, sealCard } from '../../platform/vault/service.ts'
import type { DecryptionKey } from './decrypt.ts'
import type { Server } from './port.ts'
import { insertPgpKey, lockEnterprise, type PgpKeyRecord, selectPgpKey } from './queries.ts'

/** The enterprise's OpenPGP key for source data, generated at first use. Concurrent calls generate only one. */
export async function enterprisePgpKey(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
  enterpriseId: EnterpriseId,
): Promise<PgpKeyRecord> {
  const found = await selectPgpKey(db, enterpriseId)
  if (found) return found
  const name = await lockEnterprise(db, enterpriseId)
  const generated = await selectPgpKey(db, enterpriseId)
  if (generated) return generated
  const createdAt = server.clock.now()
  const id = server.random.uuid()
  const key = await generateKey(userNameOf(name), createdAt)
  const sealed = sealCard(server.vault, sealContextOf(enterpriseId, id), key.armoredPrivateKey)
  const { fingerprint, userName } = key
  const object = { id, name: `OpenPGP, ${userName}` }
  await recordAudit(server, db, { enterpriseId, action: 'key.made', object, after: { fingerprint } })
  return await insertPgpKey(db, enterpriseId, { ...key, id, sealed, createdAt })
}

export function openDecryptionKey(
  server: Pick<Server, 'vault'>,
  enterpriseId: EnterpriseId,
  { id, sealed, fingerprint }: PgpKeyRecord,
): DecryptionKey {
  const armoredPrivateKey = openCardText(server.vault, sealContextOf(enterpriseId, id), sealed).reveal()
  return { armoredPrivateKey, fingerprint }
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
