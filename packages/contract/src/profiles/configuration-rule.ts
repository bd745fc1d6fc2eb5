import { homeNetworkKeyBytes, isHomeNetworkKey } from '@simwright/ids'
import { z } from 'zod'
import { eachField, isEmpty, isValues, shapeOf, type Values, type WithoutSecrets, withoutSecrets } from '../field.ts'
import { configurationFields, type FieldName } from './configuration-field.ts'
import { type ConfigurationType, typeFacts } from './configuration-type.ts'
import { isPictureOnly } from './section/icon.ts'
import { fieldsOf, hasField, typeOf } from './type-field.ts'

/**
 * The schema of stored and returned configurations. A field that was added later has its default. Rules between fields
 * do not apply, so that a new rule cannot make a stored version unreadable.
 */
export const StoredConfiguration = z.object(shapeOf(configurationFields))

/** A configuration without its write-only values. */
export type StoredFields = WithoutSecrets<typeof configurationFields, z.output<typeof StoredConfiguration>>

/**
 * Drops keys that fields no longer have, or that a newer release has stored. A version that was stored without
 * `nineteenDigits` gets their check digit added, as it was when it was stored.
 */
export function parseStored(input: unknown): StoredFields {
  const stored = isValues(input) ? { ...input, nineteenDigits: input.nineteenDigits ?? 'missing' } : input
  const parsed = StoredConfiguration.safeParse(stored)
  const fields = parsed.success ? parsed.data : StoredConfiguration.parse(withoutUnknownKeys(stored, parsed.error))
  return withoutSecrets(configurationFields, fields)
}

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

/** An applet that is present on the card has no file with its AIDs. */
const appletAid = (name: 'packageAid' | 'classAid') =>
  rule(fields.pick({ customApplet: true }), ({ customApplet }) =>
    customApplet?.file === '' && customApplet[name] === ''
      ? { path: `customApplet.${name}`, text: 'Required without an applet file.' }
      : undefined,
  )

const rules: readonly Rule[] = [
  appletAid('packageAid'),
  appletAid('classAid'),
  rule(fields.pick({ type: true, algorithm: true }), ({ type, algorithm }) => {
    const { algorithms, label } = typeFacts[type]
    if (!hasField(type, 'algorithm') || algorithms.includes(algorithm)) return undefined
    return { path: 'algorithm', text: `The type ${label} allows ${algorithms.join(', ')}.` }
  }),
  rule(fields.pick({ type: true, hplmn: true }), ({ type, hplmn }) => {
    const { access: allowed, label } = typeFacts[type]
    const index = hplmn.findIndex(({ access }) => !access.every((one) => allowed.includes(one)))
    if (index < 0) return undefined
    return { path: `hplmn.${index}.access`, text: `The type ${label} allows ${allowed.join(', ')}.` }
  }),
  rule(fields.pick({ profileName: true }), ({ profileName }) =>
    utf8Bytes(profileName) > PROFILE_TYPE_BYTES
      ? { path: 'profileName', text: 'Takes 1 to 100 bytes: letters outside ASCII take 2 to 4 each.' }
      : undefined,
  ),
  rule(fields.pick({ icon: true }), ({ icon }) =>
    icon === undefined || isPictureOnly(icon)
      ? undefined
      : {
          path: 'icon',
          text: 'The file contains text or other data in addition to the picture. Save it without metadata.',
        },
  ),
  rule(fields.pick({ fplmn: true, hplmn: true, ehplmn: true }), ({ fplmn, hplmn, ehplmn }) => {
    const homes = new Set([...hplmn.map(({ plmn }) => plmn), ...ehplmn])
    const home = fplmn.find((plmn) => homes.has(plmn))
    return home === undefined
      ? undefined
      : { path: 'fplmn', text: `The home network ${home} cannot be a forbidden network.` }
  }),
  rule(fields.pick({ networkNames: true, fiveG: true }), ({ networkNames, fiveG }) => {
    const index = networkNames.findIndex((name) => areaFault(name, fiveG !== undefined) !== undefined)
    const fault = networkNames[index] && areaFault(networkNames[index], fiveG !== undefined)
    return fault && { path: `networkNames.${index}.${fault.part}`, text: fault.text }
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
          text: 'With rotation, choose no confirmation code or a fixed one: the profile that a device gets is not known in advance.',
        }
      : undefined,
  ),
]

type Areas = { firstArea?: number | undefined; lastArea?: number | undefined }

/** What is wrong with the areas that a name is limited to. */
function areaFault({ firstArea, lastArea }: Areas, has5g: boolean): { part: keyof Areas; text: string } | undefined {
  if (firstArea === undefined) return lastArea === undefined ? undefined : { part: 'firstArea', text: 'Required' }
  const last = lastArea ?? firstArea
  if (last < firstArea) return { part: 'lastArea', text: 'Must not be below the first area.' }
  if (has5g || last <= LAST_AREA) return undefined
  return { part: lastArea === undefined ? 'firstArea' : 'lastArea', text: `Only 5G has areas above ${LAST_AREA}.` }
}

/** The last area before 5G that a name can be limited to (3GPP TS 31.102, 4.2.59). */
const LAST_AREA = 0xfffe

/** Whether secrets, such as a fixed confirmation code, are required or can be stored already. */
type Secrets = 'secrets needed' | 'secrets stored'

const withRules = (secrets: Secrets) =>
  StoredConfiguration.strict().superRefine(
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
  const type = typeOf(sent.type)
  const table = type ? fieldsOf(type) : configurationFields
  const missing = [...eachField(table, sent)]
    .filter(({ field }) => field.isRequired || (field.isSecret && secrets === 'secrets needed'))
    .filter(({ value }) => isEmpty(value))
    .map(({ path }) => ({ path, text: 'Required' }))
  return [...missing, ...(type ? foreignFields(type, sent) : []), ...rules.flatMap((find) => find(sent) ?? [])]
}

/** Values other than the default in fields that configurations of the type do not have. */
function foreignFields(type: ConfigurationType, sent: Values): Fault[] {
  const names = Object.keys(configurationFields) as FieldName[]
  return names
    .filter((name) => !hasField(type, name) && !isDefault(name, sent[name]))
    .map((path) => ({ path, text: `Leave empty: the type ${typeFacts[type].label} does not have this field.` }))
}

/** True for an absent value too. An invalid value is not a default. */
function isDefault(name: FieldName, value: unknown): boolean {
  const { schema } = configurationFields[name]
  const [sent, initial] = [schema.safeParse(value), schema.safeParse(undefined)]
  return sent.success && initial.success && JSON.stringify(sent.data) === JSON.stringify(initial.data)
}

/**
 * The names of the missing fields without which no codes can be generated. `isSecretSet`: the secret is stored or
 * entered.
 */
export function missingForCodes<F extends { readonly type: ConfigurationType }>(
  fields: F,
  isSecretSet: boolean,
): string[] {
  return [...eachField(fieldsOf(fields.type), { ...fields })].flatMap(({ field, value }) => {
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

/** A copy of the value without the keys that the schema refused. */
function withoutUnknownKeys(value: unknown, { issues }: z.ZodError): unknown {
  const copy: unknown = structuredClone(value)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const owner = valueAt(copy, issue.path)
    for (const key of issue.keys) if (isValues(owner)) Reflect.deleteProperty(owner, key)
  }
  return copy
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return valueAt(value[Number(name)], rest)
  return isValues(value) ? valueAt(value[String(name)], rest) : undefined
}
