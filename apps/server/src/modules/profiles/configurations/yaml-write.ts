import { type FieldTable, isValues, type Values } from '@simwright/contract/field'
import { Document, isSeq, visit } from 'yaml'

/**
 * The values of a field table as a YAML document: the names of the fields are the keys, in the order of the table. An
 * entry of a list takes one line. Absent values are left out.
 */
export function writeYaml(table: FieldTable, values: object): string {
  // texts that a parser of YAML 1.1 reads as another type are quoted, too
  const document = new Document(inOrder(table, { ...values }), { compat: 'yaml-1.1' })
  visit(document, {
    Map: (_key, node, parents) => {
      node.flow = isSeq(parents.at(-1))
    },
  })
  return document.toString({ lineWidth: 0 })
}

function inOrder(table: FieldTable, values: Values): Values {
  const entries = Object.entries(table).map(([name, field]): [string, unknown] => {
    const value = values[name]
    return [name, field.kind === 'group' && isValues(value) ? inOrder(field.fields, value) : value]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
