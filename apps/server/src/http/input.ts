import { type Fault, fillText, Problem } from '@simwright/contract'
import { ruleText, ruleTexts } from '@simwright/contract/rule-text'
import type { z } from 'zod'

type FoundIssue = z.core.$ZodIssue

/** @throws Problem `invalid` with one fault for each invalid field */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const unwritable = [...unwritableTexts(raw)]
  if (unwritable.length > 0) throw new Problem('invalid', {}, { faults: unwritable })
  const parsed = schema.safeParse(raw, { error: ruleText, reportInput: true })
  if (parsed.success) return parsed.data
  throw new Problem('invalid', {}, { faults: parsed.error.issues.flatMap(faultsOf) })
}

/** Texts that PostgreSQL cannot store, with a NUL or an unpaired surrogate, and texts that would be shown in another order. */
function* unwritableTexts(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value === 'string' && !isWritable(value))
    yield { path: path.join('.'), rule: 'text', text: fillText(ruleTexts.invalid, { name: path.at(-1) ?? 'input' }) }
  else if (typeof value === 'string' && REORDERS.test(value) && !isPassword(path))
    yield { path: path.join('.'), rule: 'text', text: ruleTexts.reordering }
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    if (isWritable(name)) yield* unwritableTexts(child, [...path, name])
    else yield { path: path.join('.'), rule: 'text', text: 'Invalid name.' }
  }
}

/** Embeddings, overrides and isolates of the text direction (Unicode, UAX 9): `gpj.exe` could be shown as `exe.jpg`. */
const REORDERS = /[\u202A-\u202E\u2066-\u2069]/u

/** A password is never shown, and may have any character. */
const isPassword = (path: readonly string[]) => /password/i.test(path.at(-1) ?? '')

const isWritable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** A fault in one field that the schema cannot detect. */
export function fault(path: string, rule: string, text: string): Problem {
  return new Problem('invalid', {}, { faults: [{ path, rule, text }] })
}

/** The faults of an issue: one, or one for each unknown key. */
function faultsOf(issue: FoundIssue): Fault[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ path: issue.path.join('.'), rule: ruleOf(issue), text: issue.message }]
  return issue.keys.map((key) => ({
    path: [...issue.path, key].join('.'),
    rule: 'unknown',
    text: fillText('Unknown key "{key}".', { key }),
  }))
}

/** The stable name of a broken rule. */
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
