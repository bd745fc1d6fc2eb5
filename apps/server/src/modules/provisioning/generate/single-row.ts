import { type Fault, type ParsedInputOf, Problem } from '@simwright/contract'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { attributeColumn, isAttributeColumn, type SourceColumn } from '@simwright/contract/profiles/source-file'
import type * as batch from '@simwright/contract/provisioning/batch'
import { fault } from '../../../http/input.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import type { readForGenerating } from '../../profiles/configurations/service.ts'
import { needsOf, readSingleRow, suppliedNeedsOf, type ValidRow } from '../../profiles/source/service.ts'
import { generateSubscriberKeys } from './draw.ts'
import { readSuppliedPackage } from './supplied.ts'

export type SingleInput = ParsedInputOf<typeof batch.single>
type SingleField = keyof SingleInput
type Configuration = Awaited<ReturnType<typeof readForGenerating>>

/** A row, with its package if that is supplied. */
type SingleRow = ValidRow & { upp?: Uint8Array }

/** The column of the source data for each field that every profile can have. A list has spaces between its entries. */
const columnOf = {
  iccid: 'ICCID',
  imsi: 'IMSI',
  msisdn: 'MSISDN',
  confirmationCode: 'CONFIRMATION_CODE',
  eid: 'EID',
  impi: 'IMPI',
  impu: 'IMPU',
  pin1: 'PIN1',
  pin2: 'PIN2',
  puk1: 'PUK1',
  puk2: 'PUK2',
  adm1: 'ADM1',
  smsp: 'SMSP',
  c9: 'C9',
  expireTime: 'EXPIRE_TIME',
  notes: 'NOTES',
  group: 'GROUP',
  profileName: 'PROFILE_NAME',
  spn: 'SPN',
  pnn: 'PNN',
  gid1: 'GID1',
  gid2: 'GID2',
  hplmnList: 'HPLMN',
  ehplmnList: 'EHPLMN',
  oplmnList: 'OPLMN',
  fplmnList: 'FPLMN',
  ara: 'ARA',
} as const satisfies Partial<Record<SingleField, SourceColumn>>

/** The columns of the keys, which the portal can generate. */
const keyColumnOf = { ki: 'KI', opc: 'OPC', op: 'OP', topc: 'TOPC', top: 'TOP' } as const

/** @throws Problem `invalid` naming the fields of the form */
export function readSingle(server: Server, input: SingleInput, configuration: Configuration): SingleRow {
  const row =
    typeFacts[configuration.fields.type].packages === 'supplied'
      ? readSupplied(server, input, configuration)
      : readBuilt(server, input, configuration)
  const faults = hashFaults(input)
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
  return row
}

function readBuilt(server: Server, input: SingleInput, configuration: Configuration): SingleRow {
  if (input.upp !== undefined)
    throw fault('upp', 'unused', 'Leave empty: this profile configuration builds its packages.')
  const needs = needsOf(configuration)
  const keys = input.makeKeys ? generateSubscriberKeys(server.random, needs) : enteredKeys(input)
  const { row, faults } = readSingleRow({ ...cellsOf(input), ...keys }, { needs, now: server.clock.now() })
  if (faults.length > 0) throw new Problem('invalid', {}, { faults: faults.map(formFault) })
  return row
}

/** The row of a profile whose package is supplied. */
function readSupplied(server: Server, input: SingleInput, configuration: Configuration): SingleRow {
  const { row, faults } = readSingleRow(cellsOf(input), {
    needs: suppliedNeedsOf(configuration),
    now: server.clock.now(),
  })
  const unused = (['ki', 'opc', 'op', 'topc', 'top'] as const)
    .filter((path) => input[path])
    .map((path): Fault => ({ path, rule: 'unused', text: 'Leave empty: the package has the keys.' }))
  const { ICCID: iccid = '', IMSI: imsi = '' } = row.values
  const trust = server.smdp.testIssuerOnly ? 'test' : 'live'
  const supplied =
    faults.length > 0 ? { faults: faults.map(formFault) } : readSuppliedPackage(input.upp ?? '', { iccid, imsi, trust })
  const found = [...('faults' in supplied ? supplied.faults : []), ...unused]
  if ('faults' in supplied || found.length > 0) throw new Problem('invalid', {}, { faults: found })
  return { ...row, values: { ...row.values, ICCID: supplied.iccid }, upp: supplied.upp }
}

/** The cells of the fields that are filled. */
export function cellsOf(input: SingleInput): ValidRow['values'] {
  const cells = Object.entries(columnOf).flatMap(([field, column]) => {
    const value = input[field as keyof typeof columnOf]
    const cell = Array.isArray(value) ? value.join(' ') : value
    return cell ? [[column, cell]] : []
  })
  return { ICCID: input.iccid, IMSI: input.imsi, ...Object.fromEntries(cells), ...traitCells(input) }
}

/** The cells of tags and attributes that are filled. */
export function traitCells({
  tags = [],
  attributes = {},
}: Pick<SingleInput, 'tags' | 'attributes'>): ValidRow['values'] {
  const values = Object.entries(attributes).map(([word, text]) => [attributeColumn(word), text] as const)
  return { ...(tags.length > 0 ? { TAGS: tags.join(';') } : {}), ...Object.fromEntries(values) }
}

/** Ki, and the forms of the operator key that were entered. */
export function enteredKeys(input: SingleInput): ValidRow['values'] {
  const { ki = '', opc, op, topc, top } = input
  const operatorKeys = Object.entries({ OPC: opc, OP: op, TOPC: topc, TOP: top }).filter(([, value]) => value)
  return { KI: ki, ...Object.fromEntries(operatorKeys) }
}

const hashLengths = { SHA1: 40, SHA256: 64 } as const

/** The access rule says which hash it has. */
export function hashFaults({ ara, araType }: Pick<SingleInput, 'ara' | 'araType'>): Fault[] {
  if (araType === undefined) return []
  const digits = ara?.replace(/[:\s]/g, '').length
  if (digits === hashLengths[araType]) return []
  return [{ path: 'araType', rule: 'hash', text: `The certificate hash does not have ${hashLengths[araType]} digits.` }]
}

const fields = new Map<string, string>(
  Object.entries({ ...columnOf, ...keyColumnOf, tags: 'TAGS' }).map(([field, column]) => [column, field]),
)

/** A fault of a cell, which names the field of the form. */
export function formFault({ column, rule, text }: { column: string; rule: string; text: string }): Fault {
  const path = isAttributeColumn(column)
    ? `attributes.${column.slice('ATTR.'.length).toLowerCase()}`
    : fields.get(column)
  return { path: path ?? column, rule, text }
}
