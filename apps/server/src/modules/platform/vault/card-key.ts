import type { OwnValues } from '@simwright/contract/profiles/source-file'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { Vault } from '../../../port/vault.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCard, sealCard } from './vault.ts'

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
  /** SCP81: pre-shared key of TLS, and the key that encrypts new ones; empty without SCP81. */
  scp81Psk: Uint8Array
  scp81Dek: Uint8Array
  /** Identities of the ISIM; empty: derived from the IMSI. Public ones are separated by spaces. */
  impi: string
  impu: string
  /** Install parameters C9 of the Customize applet; empty: those of the configuration. */
  c9: Uint8Array
  /** Values that replace those of the configuration, as JSON; empty without any. */
  own: string
}

type Field = { name: keyof CardKeys; kind: 'bytes' | 'digits' | 'text' | 'json' }

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
  { name: 'scp81Psk', kind: 'bytes' },
  { name: 'scp81Dek', kind: 'bytes' },
  { name: 'impi', kind: 'text' },
  { name: 'impu', kind: 'text' },
  { name: 'c9', kind: 'bytes' },
  { name: 'own', kind: 'json' },
]

const FORMAT = 1

/** An object with all fields: creating one field by field is slow. */
const BLANK = Object.fromEntries(FIELDS.map(({ name }) => [name, '']))

/** Bytes of the length of a field: a text can be longer than 255 bytes, lists of networks longer than 65,535. */
const lengthBytes = (kind: Field['kind']) => ({ bytes: 1, digits: 1, text: 2, json: 4 })[kind]

const charset = (kind: Field['kind']) => (kind === 'json' ? 'utf8' : 'latin1')

/** Encodes the format (1 byte), then each field as its length (1 byte, of a text 2, of JSON 4 bytes) and its bytes. */
export function encodeCardKeys(keys: CardKeys): Buffer {
  const chunks: Uint8Array[] = [Uint8Array.of(FORMAT)]
  for (const { name, kind } of FIELDS) {
    const value = keys[name]
    const bytes = typeof value === 'string' ? Buffer.from(value, charset(kind)) : value
    const length = Buffer.alloc(lengthBytes(kind))
    length.writeUIntBE(bytes.length, 0, length.length)
    chunks.push(length, bytes)
  }
  return Buffer.concat(chunks)
}

/** @throws TypeError for an unknown format. Fields that an older blob does not have are empty. */
export function decodeCardKeys(blob: Uint8Array): CardKeys {
  if (blob[0] !== FORMAT) throw new TypeError(`unknown format of card keys: ${blob[0]}`)
  const keys: Record<string, Uint8Array | string> = { ...BLANK }
  let offset = 1
  for (const { name, kind } of FIELDS) {
    const start = offset + lengthBytes(kind)
    const end = start + blob.subarray(offset, start).reduce((length, byte) => length * 256 + byte, 0)
    const bytes = blob.subarray(start, end)
    keys[name] = kind === 'bytes' ? bytes : Buffer.from(bytes).toString(charset(kind))
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

/** The values of the profile that replace those of its configuration. The keys are wiped. */
export function openOwnValues(
  vault: Vault,
  profile: { enterpriseId: EnterpriseId; profileId: ProfileId },
  sealed: Uint8Array,
): OwnValues {
  const keys = openCardKeys(vault, profile, sealed)
  for (const value of Object.values(keys)) if (typeof value !== 'string') value.fill(0)
  return ownValuesOf(keys)
}

export const ownValuesOf = ({ own }: Pick<CardKeys, 'own'>): OwnValues => (own === '' ? {} : JSON.parse(own))

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
