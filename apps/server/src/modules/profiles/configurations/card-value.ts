import type { StoredFields } from '@simwright/contract/profiles/configuration'
import type { RegularConfig } from '@simwright/saip'

/** Version of the profile package format that packages are built in. */
export const SAIP_VERSION = '2.3'

/** What a field decides that is not in the profile package: how it is found, its code, its downloads. */
type Elsewhere = { readonly elsewhere: string }
const elsewhere = (use: string): Elsewhere => ({ elsewhere: use })

/** Whether each part of a value, of its entries and of its groups has a counterpart of a fitting type in the target. */
type Reaches<From, To> = [From] extends [readonly (infer F)[]]
  ? [To] extends [readonly (infer T)[]]
    ? Reaches<F, T>
    : false
  : [From] extends [object]
    ? [To] extends [object]
      ? false extends {
          [K in keyof From]-?: K extends keyof To ? Reaches<NonNullable<From[K]>, NonNullable<To[K]>> : false
        }[keyof From]
        ? false
        : true
      : false
    : [From] extends [To]
      ? true
      : false

/** The values of the package builder that can take all of this field. */
type Taker<F extends keyof StoredFields> = {
  [C in keyof RegularConfig]-?: Reaches<NonNullable<StoredFields[F]>, NonNullable<RegularConfig[C]>> extends true
    ? C
    : never
}[keyof RegularConfig]

/**
 * Where each field of a configuration goes: the value of the package builder that takes it, or its use elsewhere. A field
 * without a row does not compile, nor does a group with a part that the builder does not take.
 */
const cardValues = {
  name: elsewhere('lists and the audit log'),
  profileName: 'profileName',
  serviceProviderName: 'serviceProviderName',
  type: elsewhere('which package builder is used'),
  algorithm: 'algorithm',
  issuer: elsewhere('the SM-DP+ address of the activation code'),
  hplmn: 'hplmn',
  ehplmn: 'ehplmn',
  oplmn: 'oplmn',
  plmn: 'plmn',
  fplmn: 'fplmn',
  rplmn: 'rplmn',
  pnn: 'pnn',
  gid1: 'gid1',
  gid2: 'gid2',
  smsp: 'smsp',
  fiveG: 'fiveG',
  confirmationCode: elsewhere('ES9+ AuthenticateClient'),
  acLifetimeDays: elsewhere('the expiry of the activation code'),
  maxDownloadAttempts: elsewhere('the download order'),
  maxRedownloads: elsewhere('the download order'),
  allowDeviceChange: elsewhere('the download order'),
  rotation: elsewhere('the reservation of a profile'),
} as const satisfies { [F in keyof StoredFields]-?: Taker<F> | Elsewhere }

type CardValues = typeof cardValues
export type CardField = { [F in keyof CardValues]: CardValues[F] extends string ? F : never }[keyof CardValues]

export const cardFields = (Object.keys(cardValues) as (keyof CardValues)[]).filter(
  (field): field is CardField => typeof cardValues[field] === 'string',
)

/** The fields of a configuration as the package builder takes them. */
export function regularConfig(fields: StoredFields): RegularConfig {
  const { profileName, algorithm } = fields
  const taken = cardFields.map((field) => [cardValues[field], fields[field]])
  return {
    ...Object.fromEntries(taken),
    profileName,
    algorithm,
    profileClass: 'operational',
    saipVersion: SAIP_VERSION,
    scp03: 'keys',
  }
}
