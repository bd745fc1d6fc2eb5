import { type Fault, Problem } from '@simwright/contract'
import { type FieldTable, fieldAt, isValues } from '@simwright/contract/field'
import type { z } from 'zod'
import { parseInput } from '../../../http/input.ts'
import { FAULTS_MAX, lineText } from './yaml-parse.ts'
import { readSource, type YamlSource } from './yaml-source.ts'

/** The values of a YAML document, and faults as the user sees them: with line and field. */
export type YamlDocument = {
  /** @throws Problem `invalid` */
  parse: <S extends z.ZodType>(schema: S) => z.output<S>
  /** Gives the faults of a refusal their lines. */
  locate: (problem: unknown) => unknown
}

/**
 * Reads a YAML document whose keys are the names of the table's fields.
 * @throws Problem `invalid` for a malformed document and for unknown keys
 */
export async function readYaml(table: FieldTable, text: string): Promise<YamlDocument> {
  const source = await readSource(text)
  const locate = (problem: unknown) => located(table, source, problem)
  const unknown = isValues(source.values) ? unknownKeys(table, source.values) : []
  return {
    locate,
    parse: (schema) => {
      const faults = uniquePaths([...unknown, ...typeFaults(table, source.values)])
      const wrong = new Set(faults.map(({ path }) => path))
      try {
        const parsed = parseInput(schema, source.values)
        if (faults.length === 0) return parsed
      } catch (error) {
        if (!(error instanceof Problem) || error.faults === undefined) throw error
        faults.push(...error.faults.filter(({ path }) => !wrong.has(path)))
      }
      throw locate(new Problem('invalid', {}, { faults }))
    },
  }
}

/** The first fault of each path. */
const uniquePaths = (faults: readonly Fault[]) => [
  ...new Map(faults.toReversed().map((fault) => [fault.path, fault])).values(),
]

/** Keys that are in no field. What a field's own schema leaves out of a value is an unknown key of that value. */
function unknownKeys(table: FieldTable, values: object): Fault[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(table, name) ? table[name] : undefined
    if (field === undefined) return [unknownKey([name])]
    const parsed = field.schema.safeParse(value)
    return parsed.success ? droppedKeys(value, parsed.data, [name]).map(unknownKey) : []
  })
}

const unknownKey = (path: readonly string[]): Fault => ({
  path: path.join('.'),
  rule: 'unknown',
  text: `Unknown key "${path.at(-1)}".`,
})

function droppedKeys(raw: unknown, parsed: unknown, path: readonly string[]): string[][] {
  if (Array.isArray(raw) && Array.isArray(parsed))
    return raw.flatMap((one, index) => droppedKeys(one, parsed[index], [...path, String(index)]))
  if (!isValues(raw) || !isValues(parsed)) return []
  return Object.entries(raw).flatMap(([name, one]) =>
    Object.hasOwn(parsed, name) ? droppedKeys(one, parsed[name], [...path, name]) : [[...path, name]],
  )
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
  return Object.entries(value).flatMap(([name, one]) => scalarPaths(one, `${path}.${name}`))
}

function located(table: FieldTable, { lineOf }: YamlSource, problem: unknown): unknown {
  if (!(problem instanceof Problem) || problem.faults === undefined) return problem
  const faults = problem.faults.map(({ path, rule, text }) => {
    const names = path.split('.').filter((name, index) => index > 0 || name !== 'fields')
    const line = lineOf(names)
    return { path: names.join('.'), rule, text: lineText(line, text, labelAt(table, names)), line }
  })
  faults.sort((a, b) => a.line - b.line)
  const shown = faults.slice(0, FAULTS_MAX).map(({ line: _line, ...fault }) => fault)
  return new Problem(problem.kind, { reason: '' }, { faults: shown, cause: problem })
}

/** The label of the field, or of the group around an unknown key, as the form has it; with the position in a list. */
function labelAt(table: FieldTable, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const label = fieldAt(table, names.join('.'))?.label
  if (label === undefined) return labelAt(table, names.slice(0, -1))
  const position = names.find((name) => /^\d+$/.test(name))
  return position === undefined ? label : `${label}, entry ${Number(position) + 1}`
}
