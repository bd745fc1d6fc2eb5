import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { ProfileConfig } from '@simwright/saip'

/** Version of the SAIP profile package format in which packages are built. */
export const SAIP_VERSION = '2.3'

/** A field that is not written to the profile package, and what uses it. */
type Elsewhere = { readonly elsewhere: string }
const elsewhere = (use: string): Elsewhere => ({ elsewhere: use })

/** Whether the target has a property of a compatible type for each property of the source, in nested values too. */
type IsAccepted<From, To> = [From] extends [readonly (infer F)[]]
  ? [To] extends [readonly (infer T)[]]
    ? IsAccepted<F, T>
    : false
  : [From] extends [object]
    ? [To] extends [object]
      ? false extends {
          [K in keyof From]-?: K extends keyof To ? IsAccepted<NonNullable<From[K]>, NonNullable<To[K]>> : false
        }[keyof From]
        ? false
        : true
      : false
    : [From] extends [To]
      ? true
      : false

/** The properties of the package builder's config that accept every value of this field. */
type BuilderProperty<F extends keyof StoredFields> = {
  [C in keyof ProfileConfig]-?: IsAccepted<NonNullable<StoredFields[F]>, NonNullable<ProfileConfig[C]>> extends true
    ? C
    : never
}[keyof ProfileConfig]

/**
 * Where each field of a configuration is used: the property of the package builder's config that takes it, or
 * elsewhere. A field without a row does not compile, nor does one with a nested property that the builder does not
 * accept.
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
} as const satisfies { [F in keyof StoredFields]-?: BuilderProperty<F> | Elsewhere }

type CardValues = typeof cardValues
export type CardField = { [F in keyof CardValues]: CardValues[F] extends string ? F : never }[keyof CardValues]

export const cardFields = (Object.keys(cardValues) as (keyof CardValues)[]).filter(
  (field): field is CardField => typeof cardValues[field] === 'string',
)

/** The fields of a configuration as the package builder takes them. */
export function regularConfig(fields: StoredFields): ProfileConfig {
  const { type, profileName, algorithm } = fields
  const values = cardFields.map((field) => [cardValues[field], fields[field]])
  return {
    ...Object.fromEntries(values),
    profileName,
    algorithm,
    profileClass: typeFacts[type].keys === 'any' ? 'test' : 'operational',
    saipVersion: SAIP_VERSION,
    scp03: 'keys',
  }
}
