import { type Fault, fillText, Problem } from '@simwright/contract'
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue
type FoundIssue = z.core.$ZodIssue

/** @throws Problem `invalid` with one fault for each field that breaks a rule. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const unwritable = [...unwritableTexts(sent)]
  if (unwritable.length > 0) throw new Problem('invalid', {}, { faults: unwritable })
  const parsed = schema.safeParse(sent, { error: textOf, reportInput: true })
  if (parsed.success) return parsed.data
  throw new Problem('invalid', {}, { faults: parsed.error.issues.map(faultOf) })
}

/** Texts that are none in the database: with a NUL, or half of a character. */
function* unwritableTexts(sent: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof sent === 'string' && !isWritable(sent))
    yield { path: path.join('.'), rule: 'text', text: fillText('Invalid {name}.', { name: path.at(-1) ?? 'input' }) }
  if (typeof sent !== 'object' || sent === null) return
  for (const [name, value] of Object.entries(sent)) {
    if (isWritable(name)) yield* unwritableTexts(value, [...path, name])
    else yield { path: path.join('.'), rule: 'text', text: 'Invalid name.' }
  }
}

const isWritable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** A refusal of one field that a schema cannot see. */
export function fault(path: string, rule: string, text: string): Problem {
  return new Problem('invalid', {}, { faults: [{ path, rule, text }] })
}

function faultOf(issue: FoundIssue): Fault {
  return { path: issue.path.join('.'), rule: ruleOf(issue), text: issue.message }
}

/** The stable word of a broken rule. */
function ruleOf(issue: FoundIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type'
    case 'too_big':
      return 'too_big'
    case 'too_small':
      return 'too_small'
    case 'invalid_format':
      return 'format'
    case 'invalid_value':
      return 'choice'
    default:
      return 'rule'
  }
}

/** In the specification's words (section 5), where a schema brings no text of its own. */
function textOf(issue: Issue): string {
  const name = String(issue.path?.at(-1) ?? 'input')
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Required'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return fillText('Up to {max} characters.', { max: Number(issue.maximum) })
  if (issue.code === 'too_small' && issue.origin === 'string')
    return fillText('At least {min} characters.', { min: Number(issue.minimum) })
  return fillText('Invalid {name}.', { name })
}
