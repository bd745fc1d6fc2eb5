import { ATTRIBUTE_LINK_MAX, readAttribute } from '@simwright/contract/profiles/attribute-value'
import {
  attributeColumn,
  isAttributeColumn,
  type OwnColumn,
  ownColumns,
  type SourceColumn,
  type SourceValues,
  sourceColumns,
} from '@simwright/contract/profiles/source-file'
import { algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import { TAG_NAME_MAX, TAGS_PER_PROFILE, TagName } from '@simwright/contract/profiles/tag'
import { ruleTexts } from '@simwright/contract/rule-text'
import { changesDirection } from '@simwright/contract/text-direction'
import {
  IdError,
  isPlmn,
  type Reading,
  readConfirmationCode,
  readDigits,
  readEid,
  readHex,
  readHexDigits,
  readImsi,
  readMsisdn,
  readServiceCenter,
  unchanged,
} from '@simwright/ids'
import { imsIdentityFindings } from '@simwright/saip/build/ims-config'
import { weakness } from '@simwright/saip/build/weak-key'
import { stagedIccid } from './iccid.ts'
import { type AttributeNeed, attributeNeeds, type SubscriberNeeds } from './needs.ts'

/** A violated rule: a stable name, and a text for the user. */
export type RuleViolation = { rule: string; text: string }

/**
 * Reads a cell: its stored form, and what was changed to get it. `min` and `max` are numbers of characters, which `unit`
 * names, for the texts.
 */
export type CellRule = {
  read: (cell: string) => Reading<string>
  min: number
  max: number
  unit?: 'digits' | 'hexadecimal digits'
}

/** Characters of the longest text that a column takes. */
export const NOTES_LIMIT = 500
const GROUP_LIMIT = 64

/** A key of this many bytes. Refuses publicly known keys and patterns unless the needs allow any key. */
const key = (bytes: number, { keys }: SubscriberNeeds): CellRule => ({
  read: (cell) => {
    const { value, changes } = readHex(cell, bytes)
    const weak = keys === 'secret' ? weakness(value) : undefined
    if (weak) throw new IdError('forbidden', weak.text)
    return { value: Buffer.from(value).toString('hex').toUpperCase(), changes }
  },
  min: bytes * 2,
  max: bytes * 2,
  unit: 'hexadecimal digits',
})
const digits = (min: number, max: number): CellRule => ({
  read: (cell) => readDigits(cell, min, max),
  min,
  max,
  unit: 'digits',
})

export type CellRules = Partial<Record<SourceColumn, CellRule>>

/** The rules of the columns that a configuration uses (decisions, section 4). */
export const cellRules = (needs: SubscriberNeeds): CellRules =>
  needs.packages === 'supplied'
    ? { ...profileRules(needs), ...ownRules(needs) }
    : {
        ...profileRules(needs),
        ...cardRules,
        ...keyRules(needs),
        ...identityRules(needs),
        ...parameterRules(needs),
        ...ownRules(needs),
      }

function keyRules(needs: SubscriberNeeds): CellRules {
  const { operatorKeys, operatorKeyBytes } = algorithmKeys[needs.algorithm]
  const operatorRules = operatorKeys.map((column) => [column, key(operatorKeyBytes, needs)])
  return { KI: key(needs.kiBytes, needs), ...Object.fromEntries(operatorRules) }
}

/** Characters of an identity, as EF.IMPI and EF.IMPU hold them. */
const IDENTITY_LIMIT = 126

/** The identities of an ISIM, which few configurations have. */
function identityRules({ publicIdentities }: SubscriberNeeds): CellRules {
  if (publicIdentities === 0) return {}
  const ims = { publicIdentityRecords: publicIdentities }
  const parse = (cell: string, identities: Identities) => {
    const [found] = imsIdentityFindings(ims, identities)
    if (found) throw new IdError('format', found.text)
    return cell
  }
  return {
    IMPI: { read: unchanged((cell) => parse(cell, { impi: cell })), min: 1, max: IDENTITY_LIMIT },
    IMPU: {
      read: unchanged((cell) => parse(cell, { impu: cell.split(/\s+/) })),
      min: 1,
      max: (IDENTITY_LIMIT + 1) * publicIdentities,
    },
  }
}

type Identities = { impi?: string; impu?: readonly string[] }

/** The column C9, if the configuration has an applet that takes it. */
function parameterRules({ parameterBytes }: SubscriberNeeds): CellRules {
  if (parameterBytes === 0) return {}
  return { C9: hexadecimal(parameterBytes) }
}

/** The columns that replace values of the configuration. Their limits are those of its fields. */
function ownRules({ ownColumns, operatorNetworks, forbiddenNetworks }: SubscriberNeeds): CellRules {
  const rules: Record<OwnColumn, CellRule> = {
    PROFILE_NAME: text(64),
    SPN: text(32),
    PNN: text(32),
    GID1: hexadecimal(20),
    GID2: hexadecimal(20),
    HPLMN: networks(HOMES_MAX, `Up to ${HOMES_MAX} networks.`),
    EHPLMN: networks(HOMES_MAX, `Up to ${HOMES_MAX} networks.`),
    OPLMN: networks(operatorNetworks, `Up to ${operatorNetworks} networks in your plan.`),
    FPLMN: networks(forbiddenNetworks, `Up to ${forbiddenNetworks} networks in your plan.`),
    ARA: certificateHash,
  }
  const names = ownColumns.split(' ')
  return Object.fromEntries(Object.entries(rules).filter(([column]) => names.includes(column)))
}

const HOMES_MAX = 100

/** The profile name in the package's header takes up to 100 bytes. */
const NAME_BYTES = 100

const text = (max: number): CellRule => ({
  read: unchanged((cell) => {
    if (cell.length > max) throw new IdError('length', '')
    if (Buffer.byteLength(cell) > NAME_BYTES)
      throw new IdError('format', 'Letters outside ASCII take 2 to 4 of the 100 bytes.')
    return cell
  }),
  min: 1,
  max,
})

const hexadecimal = (maxBytes: number): CellRule => ({
  read: (cell) => {
    const { value, changes } = readHexDigits(cell, { min: 1, max: maxBytes })
    return { value: value.toUpperCase(), changes }
  },
  min: 2,
  max: maxBytes * 2,
})

/** Characters of a network with the separator after it. */
const NETWORK_CHARS = 7

const networks = (max: number, tooMany: string): CellRule => ({
  read: unchanged((cell) => {
    const plmns = cell.split(/[\s,;]+/).filter((plmn) => plmn !== '')
    const wrong = plmns.find((plmn) => !isPlmn(plmn))
    if (wrong !== undefined) throw new IdError('format', 'MCC and MNC together are 5 or 6 digits.')
    if (plmns.length > max) throw new IdError('forbidden', tooMany)
    return plmns.join(' ')
  }),
  min: 1,
  max: max * NETWORK_CHARS,
})

/** SHA-1 or SHA-256. */
const certificateHash: CellRule = {
  read: (cell) => {
    const hash = readHexDigits(cell, { min: 1, max: 128 })
    if (hash.value.length !== 40 && hash.value.length !== 64)
      throw new IdError('format', 'A certificate hash has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits.')
    return { value: hash.value.toUpperCase(), changes: hash.changes }
  },
  min: 40,
  max: 95,
}

/** Columns of every profile. */
const profileRules = ({ leastIccidDigits: min, iccidPrefix: prefix, ...needs }: SubscriberNeeds): CellRules => ({
  ICCID: { read: (cell) => stagedIccid(cell, { leastDigits: min, prefix }), min, max: 20, unit: 'digits' },
  IMSI: { read: readImsi, min: 15, max: 15, unit: 'digits' },
  MSISDN: { read: readMsisdn, min: 1, max: 15, unit: 'digits' },
  EXPIRE_TIME: { read: unchanged<string>(utcTime), min: 19, max: 29 },
  CONFIRMATION_CODE: { read: readConfirmationCode, min: 4, max: 8, unit: 'digits' },
  EID: { read: readEid, min: 32, max: 32, unit: 'digits' },
  NOTES: { read: unchanged<string>(notes), min: 0, max: NOTES_LIMIT },
  GROUP: { read: unchanged<string>(groupName), min: 1, max: GROUP_LIMIT },
  TAGS: { read: unchanged<string>(tagNames), min: 1, max: TAGS_LIMIT },
  ...attributeRules(needs),
})

/** Characters of a cell with all tags of a profile. */
const TAGS_LIMIT = (TAG_NAME_MAX + 2) * TAGS_PER_PROFILE

/** @throws IdError for too many tags, and for names that no tag can have */
function tagNames(cell: string): string {
  const names = namesOfTags(cell)
  if (names.length > TAGS_PER_PROFILE) throw new IdError('forbidden', `Up to ${TAGS_PER_PROFILE} tags.`)
  for (const name of names) {
    const fault = TagName.safeParse(name).error?.issues[0]?.message
    if (fault !== undefined) throw new IdError('format', `The tag "${name.slice(0, TAG_NAME_MAX)}": ${fault}`)
  }
  return names.join('; ')
}

/** The names of a cell, each once, with commas or semicolons between them. */
export function namesOfTags(cell: string): string[] {
  const names = cell.split(/[,;]/).map((name) => name.trim())
  return [...new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name])).values()]
}

/** The columns of attributes. */
function attributeRules(needs: Pick<SubscriberNeeds, 'attributes'>): CellRules {
  const ruleOf = (attribute: AttributeNeed): CellRule => ({
    read: unchanged<string>((cell) => {
      const found = readAttribute(attribute, cell)
      if ('fault' in found) throw new IdError('format', found.fault)
      return String(found.value)
    }),
    min: 1,
    max: ATTRIBUTE_LINK_MAX,
  })
  return Object.fromEntries(attributeNeeds(needs).map((one) => [attributeColumn(one.word), ruleOf(one)]))
}

/** Columns that are written to the package. */
const cardRules: CellRules = {
  PIN1: digits(4, 8),
  PIN2: digits(4, 8),
  PUK1: digits(8, 8),
  PUK2: digits(8, 8),
  ADM1: digits(8, 8),
  SMSP: { read: readServiceCenter, min: 3, max: 15, unit: 'digits' },
}

/** The columns that a file for the configuration can have. */
export function usedColumns(needs: SubscriberNeeds): SourceColumn[] {
  const rules = cellRules(needs)
  return [...sourceColumns.filter((column) => rules[column]), ...Object.keys(rules).filter(isAttributeColumn)]
}

/**
 * The columns of the template: those that the configuration uses, with one form of the operator key, and without those
 * that replace its values.
 */
export function templateColumns(needs: SubscriberNeeds): SourceColumn[] {
  const [, ...otherForms] = algorithmKeys[needs.algorithm].operatorKeys
  const leftOut: readonly SourceColumn[] = [...otherForms, ...ownColumns, 'TAGS']
  return usedColumns(needs).filter((column) => !leftOut.includes(column))
}

const EXAMPLE_KI = '00112233445566778899AABBCCDDEEFF'
const EXAMPLE_OPC = '000102030405060708090A0B0C0D0E0F'

/** Example cells of the template. Its keys are patterns, which are refused, so no profile can be generated from it. */
const examples: SourceValues = {
  ICCID: '89440000000000000010',
  IMSI: '001010000000001',
  MSISDN: '447700900001',
  PIN1: '1234',
  PUK1: '12345678',
  EXPIRE_TIME: '2030-12-31 23:59:59',
  NOTES: 'Optional columns may be left empty or taken out',
  GROUP: '',
}

export function exampleOf(column: SourceColumn, { algorithm, kiBytes }: SubscriberNeeds): string {
  const { operatorKeys, operatorKeyBytes } = algorithmKeys[algorithm]
  if (column === 'KI') return EXAMPLE_KI.repeat(kiBytes / 16)
  if (operatorKeys.some((one) => one === column)) return EXAMPLE_OPC.repeat(operatorKeyBytes / 16)
  return examples[column] ?? ''
}

const exampleColumns = ['ICCID', 'IMSI', 'KI'] as const

/** A function that says whether a record is the example row of the template. */
export function exampleFinder(columns: readonly SourceColumn[], needs: SubscriberNeeds) {
  const expected = exampleColumns.map((column) => [columns.indexOf(column), exampleOf(column, needs)] as const)
  return (cells: readonly string[]): boolean =>
    expected.every(([index, cell]) => cells[index]?.trim().toUpperCase() === cell)
}

export const exampleRow: RuleViolation = { rule: 'example', text: 'This is the example: replace it.' }

/**
 * Reads a cell that is not blank. Texts are those of the specification, if it has one (section 5).
 * @returns the stored form with what was changed, or the violated rule
 */
export function applyRule(rules: CellRules, column: SourceColumn, cell: string): Reading<string> | RuleViolation {
  const rule = rules[column]
  if (!rule && isAttributeColumn(column)) return { rule: 'unused', text: 'There is no attribute with this name.' }
  if (!rule) return { rule: 'unused', text: 'Leave empty: this profile configuration does not use the column.' }
  if (changesDirection(cell)) return { rule: 'text', text: ruleTexts.reordering }
  try {
    return rule.read(cell)
  } catch (error) {
    if (error instanceof IdError) return { rule: error.code, text: textOf(column, rule, { cell, error }) }
    throw error
  }
}

export const required: RuleViolation = { rule: 'required', text: 'Required' }

function textOf(
  column: SourceColumn,
  { min, max, unit }: CellRule,
  { cell, error }: { cell: string; error: IdError },
): string {
  if (error.code === 'forbidden') return error.message
  if (error.code !== 'length') return `Invalid ${column}. ${error.message}`
  if (unit) return `Must be ${numberText(min, max)} ${unit}; this has ${digitCount(cell)}.`
  return min <= 1 ? `Up to ${max} characters.` : `From ${min} to ${max} characters.`
}

/** The digits of a number or key, without `0x` before groups of them. */
const digitCount = (cell: string): number => cell.replace(/(?<![0-9a-z])0x|[^0-9a-f]/gi, '').length

function numberText(min: number, max: number): string {
  if (min === max) return String(max)
  if (min <= 1) return `up to ${max}`
  return max - min === 1 ? `${min} or ${max}` : `${min} to ${max}`
}

/** The form of the template, and ISO 8601 as our exports and calls have it. */
const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,3})\d*)?(Z|[+-]\d{2}:\d{2})?$/i

/** Converts `yyyy-MM-dd HH:mm:ss`, in UTC, or ISO 8601 to ISO 8601 in UTC. */
function utcTime(cell: string): string {
  const [, day, time, fraction = '', zone = 'Z'] = TIME.exec(cell.trim()) ?? []
  const local = `${day}T${time}.${fraction.padEnd(3, '0')}`
  const isReal = !Number.isNaN(Date.parse(`${local}Z`)) && new Date(`${local}Z`).toISOString() === `${local}Z`
  const at = new Date(`${local}${zone.toUpperCase()}`)
  if (!isReal || Number.isNaN(at.getTime())) throw new IdError('format', 'Write it as yyyy-MM-dd HH:mm:ss, in UTC.')
  return at.toISOString()
}

/** The form of a stored time in which the template and our files have it. */
export const timeCell = (iso: string): string => iso.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\.000Z$/, '$1 $2')

function groupName(cell: string): string {
  const text = cell.trim()
  if (text.length > GROUP_LIMIT) throw new IdError('length', '')
  if (text.toLowerCase() === 'none') throw new IdError('format', '"none" is reserved for profiles without a group.')
  return text
}

function notes(cell: string): string {
  const text = cell.trim()
  if (text.length > NOTES_LIMIT) throw new IdError('length', '')
  return text
}
