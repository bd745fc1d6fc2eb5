import { isActive } from '@simwright/contract/field'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { kiBytesOf, SEPARATOR } from '@simwright/contract/profiles/subscriber-key'
import { hasField } from '@simwright/contract/profiles/type-field'
import type { ProfileConfig } from '@simwright/saip'
import { type AppletParts, appletsConfig, sampleParts } from './applet-config.ts'

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

/** A field whose value the builder takes in another form. */
type Converted = { readonly convert: (fields: StoredFields, parts: AppletParts) => Partial<ProfileConfig> }
const converted = (convert: Converted['convert']): Converted => ({ convert })

/** The properties of the package builder's config that accept every value of this field. */
type BuilderProperty<F extends keyof StoredFields> = {
  [C in keyof ProfileConfig]-?: IsAccepted<NonNullable<StoredFields[F]>, NonNullable<ProfileConfig[C]>> extends true
    ? C
    : never
}[keyof ProfileConfig]

/** Each applet's field makes the same value, which has all applets. */
const applets = converted((fields, parts) => ({ applets: appletsConfig(fields, parts) }))

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
  kiLength: converted((fields) => ({ kiBytes: kiBytesOf(fields) })),
  milenage: converted(({ milenage }) => ({ milenage: milenage && milenageConfig(milenage) })),
  tuak: converted(({ tuak }) => ({ tuak: tuak && { ...tuak, resBits: Number(tuak.resBits) } })),
  xor: converted(({ xor }) => ({ xor: xor && { resBits: Number(xor.resBits) } })),
  nineteenDigits: elsewhere('how ICCIDs are read'),
  issuer: elsewhere('the SM-DP+ address of the activation code'),
  hplmn: 'hplmn',
  ehplmn: 'ehplmn',
  oplmn: 'oplmn',
  plmn: 'plmn',
  fplmn: 'fplmn',
  rplmn: 'rplmn',
  pnn: 'pnn',
  networkNames: converted(({ networkNames }) => ({ networkNames: networkNames.map(networkName) })),
  gid1: 'gid1',
  gid2: 'gid2',
  smsp: 'smsp',
  fiveG: 'fiveG',
  spnDisplay: 'spnDisplay',
  emergencyNumbers: converted(({ emergencyNumbers }) => (emergencyNumbers.length === 0 ? {} : { emergencyNumbers })),
  languages: 'languages',
  accessClasses: converted(({ accessClasses }) =>
    accessClasses.length === 0 ? {} : { accessClasses: accessClasses.map(Number) },
  ),
  operationMode: converted(({ operationMode }) => ({ operationMode })),
  mncLength: converted(({ mncLength }) => ({ mncLength: mncLength && (mncLength === '3' ? 3 : 2) })),
  isPin1Enabled: converted(({ isPin1Enabled }) => ({ pin1: isPin1Enabled ? 'enabled' : 'disabled' })),
  ims: 'ims',
  packageVersion: 'saipVersion',
  otaKeyLength: converted((fields) => ({ otaKeyBytes: otaKeyBytes(fields) })),
  scp80: converted(({ scp80 }) => ({ scp80: scp80 && scp80Config(scp80) })),
  scp81: converted(({ scp81 }) => ({
    scp81: scp81 && {
      keyVersion: scp81.keyVersion,
      pskBytes: scp81.pskLength === '256' ? 32 : 16,
      personalizationData: scp81.personalizationData,
      session: scp81.session,
    },
  })),
  icon: elsewhere('the metadata of the profile'),
  profileClass: elsewhere('the metadata of the profile'),
  isDisablingForbidden: elsewhere('the metadata of the profile: PPR1'),
  isDeletionForbidden: elsewhere('the metadata of the profile: PPR2'),
  notificationAddresses: elsewhere('the metadata of the profile'),
  owner: elsewhere('the metadata of the profile'),
  araApplet: applets,
  recycleApplet: applets,
  customApplet: applets,
  confirmationCode: elsewhere('ES9+ AuthenticateClient'),
  acLifetimeDays: elsewhere('the expiry of the activation code'),
  maxDownloadAttempts: elsewhere('the download order'),
  maxRedownloads: elsewhere('the download order'),
  allowDeviceChange: elsewhere('the download order'),
  orderedBy: elsewhere('the state of the first download order'),
  rotation: elsewhere('the reservation of a profile'),
} as const satisfies { [F in keyof StoredFields]-?: BuilderProperty<F> | Converted | Elsewhere }

type CardValues = typeof cardValues
/** The fields that are written to the profile package. */
export type CardField = { [F in keyof CardValues]: CardValues[F] extends Elsewhere ? never : F }[keyof CardValues]

export const cardFields = (Object.keys(cardValues) as (keyof CardValues)[]).filter(
  (field): field is CardField => typeof cardValues[field] === 'string' || 'convert' in cardValues[field],
)

/**
 * The fields of a configuration as the package builder takes them, without those that are not shown: fields of other
 * types, and those of algorithms that are not chosen.
 */
export function packageConfig(fields: StoredFields, parts: AppletParts = sampleParts): ProfileConfig {
  const { type, profileName, algorithm } = fields
  const values = cardFields.filter((field) => isShown(field, fields)).map((field) => builderValue(field, fields, parts))
  return {
    ...Object.assign({}, ...values),
    profileName,
    algorithm,
    profileClass: typeFacts[type].keys === 'any' ? 'test' : 'operational',
    scp03: 'keys',
  }
}

const isShown = (field: CardField, fields: StoredFields): boolean =>
  hasField(fields.type, field) && isActive(configurationFields[field], fields)

function builderValue(field: CardField, fields: StoredFields, parts: AppletParts): Partial<ProfileConfig> {
  const row: string | Converted = cardValues[field]
  return typeof row === 'string' ? { [row]: fields[field] } : row.convert(fields, parts)
}

/** The length of the keys for over-the-air management. */
export const otaKeyBytes = ({ otaKeyLength }: StoredFields): 16 | 32 => (otaKeyLength === '256' ? 32 : 16)

/** The length of the pre-shared key of SCP81. */
export const pskBytes = ({ scp81 }: StoredFields): 16 | 32 => (scp81?.pskLength === '256' ? 32 : 16)

type NetworkName = StoredFields['networkNames'][number]

const networkName = ({ fullName, shortName, networks, firstArea, lastArea = firstArea }: NetworkName) => {
  const areas = firstArea === undefined || lastArea === undefined ? undefined : { first: firstArea, last: lastArea }
  return { fullName, shortName, networks: networks.map((plmn) => ({ plmn, areas })) }
}

const scp80Config = ({ checksumLength, ...scp80 }: NonNullable<StoredFields['scp80']>) => ({
  keyVersion: scp80.keyVersion,
  counterValue: scp80.counterValue,
  ciphering: scp80.ciphering,
  counter: scp80.counter,
  checksumBytes: checksumLength === '4' ? (4 as const) : (8 as const),
  tars: {
    securityDomain: scp80.securityDomainTar,
    uicc: scp80.uiccTar,
    usim: scp80.usimTar,
    isim: scp80.isimTar,
  },
})

const milenageConfig = ({ rotations, constants }: NonNullable<StoredFields['milenage']>) => ({
  rotations: rotations.split(SEPARATOR).map(Number),
  constants: constants.split(SEPARATOR),
})
