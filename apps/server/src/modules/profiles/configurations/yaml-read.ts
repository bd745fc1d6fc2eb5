import { type Fault, Problem } from '@simwright/contract'
import { type FieldTable, fieldAt, isValues } from '@simwright/contract/field'
import type { z } from 'zod'
import { parseInput } from '../../../http/input.ts'
import { FAULTS_MAX, type Lines, lineText, type ParsedYaml, parseYaml, YamlRefusal } from './yaml-parse.ts'

/** The values of a YAML document, and the lines that they are on. */
export type YamlDocument = {
  lines: Lines
  /** @throws Problem `invalid`, with line and field of each fault */
  parse: <S extends z.ZodType>(schema: S) => z.output<S>
}

/**
 * Reads a YAML document whose keys are the names of the table's fields. Empty values are absent.
 * @throws Problem `invalid` for a malformed document, with the line of each fault
 */
export function readYaml(table: FieldTable, text: string): YamlDocument {
  const { values, lines } = parsed(text)
  const wrongTypes = typeFaults(table, values)
  return {
    lines,
    parse: (schema) => {
      let faults: Fault[] = wrongTypes
      try {
        const fields = parseInput(schema, values)
        if (faults.length === 0) return fields
      } catch (error) {
        if (!(error instanceof Problem) || error.faults === undefined) throw error
        faults = withoutRepeated(wrongTypes, error.faults)
      }
      throw located(table, lines, new Problem('invalid', {}, { faults }))
    },
  }
}

function parsed(text: string): ParsedYaml {
  try {
    return parseYaml(text)
  } catch (error) {
    if (!(error instanceof YamlRefusal)) throw error
    throw new Problem('invalid', {}, { faults: [...error.faults], cause: error })
  }
}

/** For each path only its most helpful faults: an unknown key needs no quotes, and without quotes no other rule matters. */
function withoutRepeated(wrongTypes: readonly Fault[], found: readonly Fault[]): Fault[] {
  const unknown = new Set(found.filter(({ rule }) => rule === 'unknown').map(({ path }) => path))
  const unquoted = wrongTypes.filter(({ path }) => !unknown.has(path))
  const wrong = new Set(unquoted.map(({ path }) => path))
  return [...unquoted, ...found.filter(({ path }) => !wrong.has(path))]
}

/** Numbers and truth values where the field has a text: their digits may have changed, so they are not converted. */
function typeFaults(table: FieldTable, values: unknown, within = ''): Fault[] {
  if (!isValues(values)) return []
  return Object.entries(table).flatMap(([name, field]) => {
    const path = `${within}${name}`
    const value = values[name]
    if (field.kind === 'group') return typeFaults(field.fields, value, `${path}.`)
    if (field.kind === 'entries' && Array.isArray(value))
      return value.flatMap((entry, index) => entryFaults(field.fields, entry, `${path}.${index}`))
    if (field.kind === 'number' || field.kind === 'flag') return []
    return quoteFaults(value, path)
  })
}

const entryFaults = (table: FieldTable, entry: unknown, path: string): Fault[] =>
  isValues(entry) ? typeFaults(table, entry, `${path}.`) : quoteFaults(entry, path)

const quoteFaults = (value: unknown, path: string): Fault[] =>
  scalarPaths(value, path).map((at) => ({ path: at, rule: 'type', text: QUOTE_TEXT }))

const QUOTE_TEXT = 'This is a text: put it in quotes.'

/** The paths of numbers and truth values, in nested values too. */
function scalarPaths(value: unknown, path: string): string[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [path]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return []
  return Object.entries(value).flatMap(([name, one]) => scalarPaths(one, `${path}.${name}`))
}

/** Gives the faults of a problem their lines and labels. Other errors are returned as they are. */
export function located<E>(table: FieldTable, lines: Lines, error: E): E | Problem {
  if (!(error instanceof Problem) || error.faults === undefined) return error
  const faults = error.faults.map(({ path, rule, text }) => {
    const names = path.split('.').filter((name, index) => index > 0 || name !== 'fields')
    const line = lineIn(lines, names)
    return { path: names.join('.'), rule, text: lineText(line, text, labelAt(table, names)), line }
  })
  faults.sort((a, b) => a.line - b.line)
  const shown = faults.slice(0, FAULTS_MAX).map(({ line: _line, ...fault }) => fault)
  return new Problem(error.kind, { reason: '' }, { faults: shown, cause: error })
}

/** The line of the value at a path; of its nearest ancestor if there is no such value. */
function lineIn(lines: Lines, [name, ...rest]: readonly string[]): number {
  if (typeof lines === 'number') return lines
  const inner = name === undefined ? undefined : lines.entries.get(name)
  return inner === undefined ? lines.line : lineIn(inner, rest)
}

/** The label of the field, or of the group around an unknown key, as the form has it; with the position in a list. */
function labelAt(table: FieldTable, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const label = fieldAt(table, names.join('.'))?.label
  if (label === undefined) return labelAt(table, names.slice(0, -1))
  const position = names.find((name) => /^\d+$/.test(name))
  return position === undefined ? label : `${label}, entry ${Number(position) + 1}`
}
