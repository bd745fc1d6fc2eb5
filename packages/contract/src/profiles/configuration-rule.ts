import { homeNetworkKeyBytes, isHomeNetworkKey } from '@simwright/ids'
import { z } from 'zod'
import { eachField, isEmpty, isValues, shapeOf, type WithoutSecrets, withoutSecrets } from '../field.ts'
import { configurationFields } from './configuration-field.ts'

/**
 * The fields by their own schemas: what is stored and answered. A field that was added after a version was stored has its
 * default there. The rules are left out, so that one that came later can't make a stored version unreadable.
 */
export const StoredConfiguration = z.object(shapeOf(configurationFields))

/** A configuration without its write-only values. */
export type StoredFields = WithoutSecrets<typeof configurationFields, z.output<typeof StoredConfiguration>>

export const parseStored = (stored: unknown): StoredFields =>
  withoutSecrets(configurationFields, StoredConfiguration.parse(stored))

type Fault = { path: string; text: string }

type Rule = (sent: unknown) => Fault | undefined

/**
 * A rule about several fields, or about one as others read it. It is checked as soon as each field that it reads is valid
 * by itself, so that one answer names everything that is wrong.
 */
function rule<Read>(reads: z.ZodType<Read>, find: (fields: Read) => Fault | undefined): Rule {
  return (sent) => {
    const read = reads.safeParse(sent)
    return read.success ? find(read.data) : undefined
  }
}

const fields = StoredConfiguration

/** profileType of the package's header: 1 to 100 bytes (TCA Interoperable Format, ProfileHeader). */
const PROFILE_TYPE_BYTES = 100

const rules: readonly Rule[] = [
  rule(fields.pick({ profileName: true }), ({ profileName }) =>
    utf8Bytes(profileName) > PROFILE_TYPE_BYTES
      ? { path: 'profileName', text: 'Takes 1 to 100 bytes: letters outside ASCII take 2 to 4 each.' }
      : undefined,
  ),
  rule(fields.pick({ fplmn: true, hplmn: true, ehplmn: true }), ({ fplmn, hplmn, ehplmn }) => {
    const homes = [...hplmn.map(({ plmn }) => plmn), ...ehplmn]
    const home = fplmn.find((plmn) => homes.includes(plmn))
    return home === undefined
      ? undefined
      : { path: 'fplmn', text: `The home network ${home} cannot be a forbidden network.` }
  }),
  rule(fields.pick({ fiveG: true }), ({ fiveG }) => {
    const { protectionScheme: scheme = 'null', homeNetworkPublicKey: key = '' } = fiveG ?? {}
    if (scheme === 'null' || key === '') return undefined
    const path = 'fiveG.homeNetworkPublicKey'
    const length = homeNetworkKeyBytes[scheme] * 2
    if (key.length !== length) return { path, text: `Length is ${length} characters.` }
    return isHomeNetworkKey(scheme, key)
      ? undefined
      : { path, text: 'The key is not a point on the curve of its protection scheme.' }
  }),
  rule(fields.pick({ rotation: true, confirmationCode: true }), ({ rotation, confirmationCode: { mode } }) =>
    rotation && mode === 'random'
      ? {
          path: 'rotation',
          text: 'With rotation the confirmation code is none or fixed: nobody knows which profile a device gets.',
        }
      : undefined,
  ),
]

/** A fixed confirmation code, for instance, is needed unless one is stored. */
type Secrets = 'secrets needed' | 'secrets stored'

const withRules = (secrets: Secrets) =>
  StoredConfiguration.superRefine(
    (sent: unknown, ctx) => {
      for (const { path, text } of faultsOf(sent, secrets))
        ctx.addIssue({ code: 'custom', path: path.split('.'), message: text })
    },
    { when: () => true },
  )

/** Everything of a configuration that decides what a profile is and how its code behaves (decisions, section 3). */
export const ConfigurationFields = withRules('secrets stored')
export type ConfigurationFields = z.output<typeof ConfigurationFields>
export type ConfigurationInput = z.input<typeof ConfigurationFields>

/** The same for a new configuration, which has no secret stored yet. */
export const NewConfigurationFields = withRules('secrets needed')

function faultsOf(sent: unknown, secrets: Secrets): Fault[] {
  if (!isValues(sent)) return []
  const missing = [...eachField(configurationFields, sent)]
    .filter(({ field }) => field.isRequired || (field.isSecret && secrets === 'secrets needed'))
    .filter(({ value }) => isEmpty(value))
    .map(({ path }) => ({ path, text: 'Required' }))
  return [...missing, ...rules.flatMap((find) => find(sent) ?? [])]
}

/**
 * What codes cannot be generated without and is not there yet, in words. `isSecretSet`: the secret of the configuration is
 * stored or entered.
 */
export function missingForCodes(fields: object, isSecretSet: boolean): string[] {
  return [...eachField(configurationFields, { ...fields })].flatMap(({ field, value }) => {
    if (field.neededForCodes === undefined) return []
    const isSet = field.isSecret ? isSecretSet : !isEmpty(value)
    return isSet ? [] : [field.neededForCodes]
  })
}

const utf8Bytes = (text: string): number => [...text].reduce((sum, letter) => sum + utf8Size(letter.codePointAt(0)!), 0)

/** RFC 3629, 3. */
function utf8Size(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
