import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { SealContext } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'

import { openCard, sealCard, type Vault } from './vault.ts'

/** The secrets of a profile, generated with its activation code. */
export type CardKeys = {
  ki: Uint8Array
  opc: Uint8Array
  /** PINs 4 to 8 digits, PUKs and ADM1 8 digits. */
  pin1: string
  pin2: string
  puk1: string
  puk2: string
  adm1: string
  /** SCP80 keys: KIc (ciphering), KID (cryptographic checksum), KIK (key encryption). */
  kic: Uint8Array
  kid: Uint8Array
  kik: Uint8Array
  scp03Enc: Uint8Array
  scp03Mac: Uint8Array
  scp03Dek: Uint8Array
  /** Protection of the profile package (SGP.22, 2.5.4): PPK-ENC, PPK-CMAC and the first MAC chaining value. */
  ppkEnc: Uint8Array
  ppkCmac: Uint8Array
  ppkInitialMac: Uint8Array
  /** Replaces the configuration's SMSP address; empty without one. */
  smsp: string
  /** The confirmation code that the subscriber types; empty when none is needed. */
  confirmationCode: string
}

type Field = { name: keyof CardKeys; kind: 'bytes' | 'digits' }

/** The fields in the order of the blob. New fields must be appended: older blobs end before them. */
const FIELDS: readonly Field[] = [
  { name: 'ki', kind: 'bytes' },
  { name: 'opc', kind: 'bytes' },
  { name: 'pin1', kind: 'digits' },
  { name: 'pin2', kind: 'digits' },
  { name: 'puk1', kind: 'digits' },
  { name: 'puk2', kind: 'digits' },
  { name: 'adm1', kind: 'digits' },
  { name: 'kic', kind: 'bytes' },
  { name: 'kid', kind: 'bytes' },
  { name: 'kik', kind: 'bytes' },
  { name: 'scp03Enc', kind: 'bytes' },
  { name: 'scp03Mac', kind: 'bytes' },
  { name: 'scp03Dek', kind: 'bytes' },
  { name: 'ppkEnc', kind: 'bytes' },
  { name: 'ppkCmac', kind: 'bytes' },
  { name: 'ppkInitialMac', kind: 'bytes' },
  { name: 'smsp', kind: 'digits' },
  { name: 'confirmationCode', kind: 'digits' },
]

const FORMAT = 1

/** An object with all fields: creating one field by field is slow. */
const BLANK = Object.fromEntries(FIELDS.map(({ name }) => [name, '']))

/** Encodes the format (1 byte), then each field as its length (1 byte) and its bytes. */
export function encodeCardKeys(keys: CardKeys): Buffer {
  const chunks: Uint8Array[] = [Uint8Array.of(FORMAT)]
  for (const { name } of FIELDS) {
    const value = keys[name]
    const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
    chunks.push(Uint8Array.of(bytes.length), bytes)
  }
  return Buffer.concat(chunks)
}

/** @throws TypeError for an unknown format. Fields that an older blob does not have are empty. */
export function decodeCardKeys(blob: Uint8Array): CardKeys {
  if (blob[0] !== FORMAT) throw new TypeError(`unknown format of card keys: ${blob[0]}`)
  const keys: Record<string, Uint8Array | string> = { ...BLANK }
  let offset = 1
  for (const { name, kind } of FIELDS) {
    const start = offset + 1
    const end = start + (blob[offset] ?? 0)
    const bytes = blob.subarray(start, end)
    keys[name] = kind === 'digits' ? Buffer.from(bytes).toString('latin1') : bytes
    offset = end
  }
  return keys as CardKeys
}

/** Seals the keys for the profile's row in profile_key, and wipes them. */
export function sealCardKeys(
  vault: Vault,
  profile: { enterpriseId: EnterpriseId; profileId: ProfileId },
  keys: CardKeys,
): Buffer {
  const blob = encodeCardKeys(keys)
  const sealed = sealCard(vault, sealContext(profile), new Secret(blob))
  blob.fill(0)
  return sealed
}

export function openCardKeys(
  vault: Vault,
  profile: { enterpriseId: EnterpriseId; profileId: ProfileId },
  sealed: Uint8Array,
): CardKeys {
  return decodeCardKeys(openCard(vault, sealContext(profile), sealed).reveal())
}

const sealContext = ({
  enterpriseId,
  profileId,
}: {
  enterpriseId: EnterpriseId
  profileId: ProfileId
}): SealContext => ({
  enterpriseId,
  table: 'profile_key',
  row: profileId,
  field: 'sealed',
})
