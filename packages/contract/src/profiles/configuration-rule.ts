import { homeNetworkKeyBytes, isHomeNetworkKey } from '@simwright/ids'
import { z } from 'zod'
import { eachField, isEmpty, isValues, shapeOf, type WithoutSecrets, withoutSecrets } from '../field.ts'
import { configurationFields } from './configuration-field.ts'

/**
 * The schema of stored and returned configurations. A field that was added later has its default. Rules between fields
 * do not apply, so that a new rule cannot make a stored version unreadable.
 */
export const StoredConfiguration = z.object(shapeOf(configurationFields))

/** A configuration without its write-only values. */
export type StoredFields = WithoutSecrets<typeof configurationFields, z.output<typeof StoredConfiguration>>

export const parseStored = (stored: unknown): StoredFields =>
  withoutSecrets(configurationFields, StoredConfiguration.parse(stored))

type Fault = { path: string; text: string }

type Rule = (sent: unknown) => Fault | undefined

/**
 * A rule about several fields. It is checked if all fields that it reads are valid, even if others are not, so that one
 * response reports all faults.
 */
function rule<Read>(reads: z.ZodType<Read>, find: (fields: Read) => Fault | undefined): Rule {
  return (sent) => {
    const read = reads.safeParse(sent)
    return read.success ? find(read.data) : undefined
  }
}

const fields = StoredConfiguration

/** Length of `profileType` in the package's header: 1 to 100 bytes (TCA Interoperable Format, ProfileHeader). */
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

/** Whether secrets, such as a fixed confirmation code, are required or can be stored already. */
type Secrets = 'secrets needed' | 'secrets stored'

const withRules = (secrets: Secrets) =>
  StoredConfiguration.superRefine(
    (sent: unknown, ctx) => {
      for (const { path, text } of faultsOf(sent, secrets))
        ctx.addIssue({ code: 'custom', path: path.split('.'), message: text })
    },
    { when: () => true },
  )

/** The input of an edited configuration (decisions, section 3). */
export const ConfigurationFields = withRules('secrets stored')
export type ConfigurationFields = z.output<typeof ConfigurationFields>
export type ConfigurationInput = z.input<typeof ConfigurationFields>

/** The input of a new configuration, which has no stored secrets. */
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
 * The names of the missing fields without which no codes can be generated. `isSecretSet`: the secret is stored or
 * entered.
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
