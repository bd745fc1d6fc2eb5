import type { FieldTable } from '../field.ts'
import { configurationFields, configurationSections, type FieldName, type SectionId } from './configuration-field.ts'
import { type ConfigurationType, configurationTypes, typeFacts } from './configuration-type.ts'
import { applets } from './section/applets.ts'

const allFields = Object.keys(configurationFields) as FieldName[]

/** All fields but these. The portal derives the owner of packages that it builds. */
const without = (...names: readonly FieldName[]) => allFields.filter((name) => !names.includes(name))

/** The fields of a profile for a private network: as few as such a network needs. */
const privateFields = [
  'name',
  'profileName',
  'serviceProviderName',
  'type',
  'issuer',
  'nineteenDigits',
  'icon',
  'hplmn',
  'fiveG',
  'confirmationCode',
  'acLifetimeDays',
  'orderedBy',
  'maxDownloadAttempts',
  'maxRedownloads',
  'allowDeviceChange',
] as const satisfies readonly FieldName[]

/** The fields of a configuration whose packages are supplied: nothing of the card. */
const suppliedFields = [
  'icon',
  'profileClass',
  'isDisablingForbidden',
  'isDeletionForbidden',
  'notificationAddresses',
  'owner',
  'name',
  'profileName',
  'serviceProviderName',
  'type',
  'issuer',
  'nineteenDigits',
  'confirmationCode',
  'acLifetimeDays',
  'orderedBy',
  'maxDownloadAttempts',
  'maxRedownloads',
  'allowDeviceChange',
  'rotation',
] as const satisfies readonly FieldName[]

const appletNames = Object.keys(applets) as (keyof typeof applets)[]

const fieldNames: Readonly<Record<ConfigurationType, readonly FieldName[]>> = {
  Regular: without('ims', 'owner', ...appletNames),
  Private_LTE: privateFields,
  Conformance_Test: without('owner', ...appletNames),
  Advanced: without('owner'),
  UPP: suppliedFields,
}

const fieldSets = new Map(configurationTypes.map((type) => [type, new Set<string>(fieldNames[type])]))

/** Whether configurations of this type have the field. */
export const hasField = (type: ConfigurationType, field: FieldName): boolean => fieldSets.get(type)!.has(field)

/** The type if it is a known one. */
export const typeOf = (type: unknown): ConfigurationType | undefined => configurationTypes.find((one) => one === type)

/** A section of the form with the fields that configurations of one type have. */
export type TypeSection = {
  readonly id: SectionId
  readonly title: string
  readonly text: string
  readonly fields: FieldTable
}

const sections = new Map(configurationTypes.map((type) => [type, typeSections(type)]))

/** The sections of the form for configurations of this type, without those that have no field. */
export const sectionsOf = (type: ConfigurationType): readonly TypeSection[] => sections.get(type)!

const tables = new Map(
  configurationTypes.map((type) => [type, Object.assign({}, ...sectionsOf(type).map(({ fields }) => fields))]),
)

/** The fields that configurations of this type have, with the choices that the type allows. */
export const fieldsOf = (type: ConfigurationType): FieldTable => tables.get(type)!

function typeSections(type: ConfigurationType): TypeSection[] {
  return (Object.keys(configurationSections) as SectionId[]).flatMap((id) => {
    const { title, text, fields } = configurationSections[id]
    const own = Object.entries(fields).filter(([name]) => hasField(type, name as FieldName))
    const table = Object.fromEntries(
      own.map(([name, field]) => [name, name === 'algorithm' ? algorithmOf(type) : field]),
    )
    return own.length === 0 ? [] : [{ id, title, text, fields: table }]
  })
}

/** The field `algorithm` with the algorithms of the type as its options. */
function algorithmOf(type: ConfigurationType) {
  const { algorithm } = configurationFields
  const options = Object.entries(algorithm.options).filter(([name]) =>
    typeFacts[type].algorithms.some((one) => one === name),
  )
  return { ...algorithm, options: Object.fromEntries(options) }
}
