import { type Fault, Problem } from '@simwright/contract'
import { type FieldTable, fieldAt, isValues } from '@simwright/contract/field'
import type { z } from 'zod'
import { parseInput } from '../../../http/input.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
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
 * @throws Problem `invalid` for a malformed document
 */
export async function readYaml(taskFor: TaskFor, table: FieldTable, text: string): Promise<YamlDocument> {
  const source = await readSource(taskFor, text)
  // what `parse` refuses has its lines already
  const done = new WeakSet<object>()
  let wrongTypes: Fault[] | undefined
  const locate = (problem: unknown) => {
    if (!(problem instanceof Problem) || done.has(problem)) return problem
    const found = located(table, source, problem)
    done.add(found)
    return found
  }
  return {
    locate,
    parse: (schema) => {
      wrongTypes ??= typeFaults(table, source.values)
      try {
        const parsed = parseInput(schema, source.values)
        if (wrongTypes.length === 0) return parsed
      } catch (error) {
        if (!(error instanceof Problem) || error.faults === undefined) throw error
        throw locate(new Problem('invalid', {}, { faults: withoutRepeated(wrongTypes, error.faults) }))
      }
      throw locate(new Problem('invalid', {}, { faults: wrongTypes }))
    },
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

function located(table: FieldTable, { lineOf }: YamlSource, problem: Problem): Problem {
  if (problem.faults === undefined) return problem
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
