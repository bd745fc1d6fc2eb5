import type { z } from 'zod'
import { fillText } from './fill-text.ts'

/** The specification's texts of broken rules (section 5). */
export const ruleTexts = {
  required: 'Required',
  tooLong: 'Up to {max} characters.',
  tooShort: 'At least {min} characters.',
  characters: 'Any or a combination of letters, digits and special symbols.',
  invalid: 'Invalid {name}.',
  reordering: 'Must not contain characters that change the direction of the text.',
} as const

/** The text of a broken rule, for schemas without a text of their own; the same in the server and in the browser. */
export function ruleText(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return ruleTexts.required
  if (issue.code === 'too_big' && issue.origin === 'string')
    return fillText(ruleTexts.tooLong, { max: Number(issue.maximum) })
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.input === '') return ruleTexts.required
  if (issue.code === 'too_small' && issue.origin === 'string')
    return fillText(ruleTexts.tooShort, { min: Number(issue.minimum) })
  return fillText(ruleTexts.invalid, { name: String(issue.path?.at(-1) ?? 'input') })
}
