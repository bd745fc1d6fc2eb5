import type { Db } from '../../../db/database.ts'
import { Vault } from '../../../port/vault.ts'
import { type OwnKey, openOwnKey } from '../../../seal/own-key.ts'
import { type KeyRing, type SealContext, Sealer } from '../../../seal/sealer.ts'
import type { Secret } from '../../../secret/secret.ts'

const sealers = new WeakMap<Vault, Sealer>()

export function openVault(cardKey: KeyRing): Vault {
  const vault = new Vault()
  sealers.set(vault, new Sealer(cardKey))
  return vault
}

export function sealCard(vault: Vault, context: SealContext, secret: Secret | Secret<string>): Buffer {
  return sealers.get(vault)!.seal(context, secret)
}

/** @throws UnsealError */
export function openCard(vault: Vault, context: SealContext, sealed: Uint8Array): Secret {
  return sealers.get(vault)!.open(context, sealed)
}

/** @throws UnsealError */
export function openCardText(vault: Vault, context: SealContext, sealed: Uint8Array): Secret<string> {
  return sealers.get(vault)!.openText(context, sealed)
}

/** A key of the installation under the card key, generated and sealed at its first use. */
export function openOwnCardKey(vault: Vault, db: Db, key: OwnKey): Promise<Secret> {
  return openOwnKey(db, sealers.get(vault)!, key)
}
