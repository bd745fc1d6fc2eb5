import type { SealContext } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'

import { openCard, sealCard, type Vault } from './vault.ts'

/** Everything of a profile that its card must keep to itself, drawn when its code is generated. */
export type CardKeys = {
  ki: Uint8Array
  opc: Uint8Array
  /** PINs 4 to 8 digits, PUKs and ADM1 8 digits. */
  pin1: string
  pin2: string
  puk1: string
  puk2: string
  adm1: string
  /** SCP80: ciphering, checksum, and the key that protects keys. */
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
  /** Instead of the configuration's; empty when there is none. */
  smsp: string
  /** What the subscriber types; empty when none is needed. */
  confirmationCode: string
}

type Field = { name: keyof CardKeys; kind: 'bytes' | 'digits' }

/** The order in which they stand in the blob. New ones are appended: older blobs end before them. */
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

/** All fields at once: an object that grows field by field is slow to make. */
const BLANK = Object.fromEntries(FIELDS.map(({ name }) => [name, '']))

/** Format (1 byte), then each field as its length (1 byte) and its bytes. */
export function encodeCardKeys(keys: CardKeys): Buffer {
  const parts: Uint8Array[] = [Uint8Array.of(FORMAT)]
  for (const { name } of FIELDS) {
    const value = keys[name]
    const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
    parts.push(Uint8Array.of(bytes.length), bytes)
  }
  return Buffer.concat(parts)
}

export function decodeCardKeys(blob: Uint8Array): CardKeys {
  if (blob[0] !== FORMAT) throw new TypeError(`card keys of the format ${blob[0]} are not known`)
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
export function sealCardKeys(vault: Vault, place: { enterpriseId: string; profileId: string }, keys: CardKeys): Buffer {
  const blob = encodeCardKeys(keys)
  const sealed = sealCard(vault, placeOf(place), new Secret(blob))
  blob.fill(0)
  return sealed
}

export function openCardKeys(
  vault: Vault,
  place: { enterpriseId: string; profileId: string },
  sealed: Uint8Array,
): CardKeys {
  return decodeCardKeys(openCard(vault, placeOf(place), sealed).reveal())
}

const placeOf = ({ enterpriseId, profileId }: { enterpriseId: string; profileId: string }): SealContext => ({
  enterpriseId,
  table: 'profile_key',
  row: profileId,
  field: 'sealed',
})
