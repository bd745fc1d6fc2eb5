import { type Fault, fillText, Problem } from '@simwright/contract'
import { ruleText, ruleTexts } from '@simwright/contract/rule-text'
import { changesDirection } from '@simwright/contract/text-direction'
import type { z } from 'zod'

type FoundIssue = z.core.$ZodIssue

/** @throws Problem `invalid` with one fault for each invalid field */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const unwritable = unwritableTexts(raw)
  if (unwritable.length > 0) throw new Problem('invalid', {}, { faults: unwritable })
  const parsed = schema.safeParse(raw, { error: ruleText, reportInput: true })
  if (parsed.success) return parsed.data
  throw new Problem('invalid', {}, { faults: parsed.error.issues.flatMap(faultsOf) })
}

/** Texts that PostgreSQL cannot store, with a NUL or an unpaired surrogate, and texts that would be shown in another order. */
function unwritableTexts(raw: unknown): Fault[] {
  const faults: Fault[] = []
  // one list that grows and shrinks: an input can have 100,000 values
  const path: (string | number)[] = []
  const refuse = (text: string) => faults.push({ path: path.join('.'), rule: 'text', text })
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (PLAIN.test(value)) return
      if (!isWritable(value)) refuse(fillText(ruleTexts.invalid, { name: String(path.at(-1) ?? 'input') }))
      else if (changesDirection(value) && !isPassword(path)) refuse(ruleTexts.reordering)
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) visitAt(at, value[at])
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        if (!isWritable(name)) refuse('Invalid name.')
        else visitAt(name, child)
      }
    }
  }
  const visitAt = (name: string | number, child: unknown) => {
    path.push(name)
    visit(child)
    path.pop()
  }
  visit(raw)
  return faults
}

/** Nearly all texts have printable ASCII only, and need no closer look. */
const PLAIN = /^[ -~]*$/

/** A password is never shown, and may have any character. */
const isPassword = (path: readonly (string | number)[]) => /password/i.test(String(path.at(-1) ?? ''))

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
