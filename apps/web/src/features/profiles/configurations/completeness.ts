import { eachField, type Field, isEmpty } from '@simwright/contract/field'
import { fillText } from '@simwright/contract/fill-text'
import type { PlanLimits } from '@simwright/contract/platform/plan'
import { missingForCodes } from '@simwright/contract/profiles/configuration'
import { fieldsBeyond } from '@simwright/contract/profiles/plan-limit'
import { fieldsOf } from '@simwright/contract/profiles/type-field'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { inFormOrder } from './error-order.ts'
import {
  type ConfigurationValues,
  NewConfigurationForm,
  needsInput,
  ConfigurationForm as StoredCodeForm,
} from './form-values.ts'
import { labelOf } from './sections.ts'

/** What completeness depends on besides the entered values. */
export type CompletenessContext = {
  /** A fixed confirmation code is stored. */
  readonly isCodeStored: boolean
  /** Undefined until they are loaded. */
  readonly limits: PlanLimits | undefined
}

/**
 * One sentence: what the entered values still need before codes can be generated, or that they are complete. They are
 * complete only if they can be saved and then used.
 */
export function completenessOf(values: ConfigurationValues, { isCodeStored, limits }: CompletenessContext): string {
  const needed = neededFields(values, isCodeStored)
  if (needed.length > 0) return fillText(texts.incompleteNote, { fields: needed.join(', ') })
  const parsed = (isCodeStored ? StoredCodeForm : NewConfigurationForm).safeParse(values)
  if (!parsed.success) return fillText(texts.invalidNote, { fields: fieldsWith(parsed.error.issues).join(', ') })
  const beyond = limits ? fieldsBeyond(limits, parsed.data).map(({ path }) => labelOf(path)) : []
  if (beyond.length > 0) return fillText(texts.beyondNote, { fields: beyond.join(', ') })
  return values.orderedBy === 'operator' ? texts.completeForOperators : texts.completeNote
}

/** The fields without which the configuration cannot be saved or no codes can be generated. */
function neededFields(values: ConfigurationValues, isCodeStored: boolean): string[] {
  const required = [...eachField(fieldsOf(values.type), values)]
    .filter(({ field, value }) => isTyped(field) && !field.isSecret && needsInput(field) && isEmpty(value))
    .map(({ path }) => withinSentence(labelOf(path)))
  return [...required, ...missingForCodes(values, isCodeStored || values.confirmationCode.code !== '')]
}

/** Lists that must not be empty are checked with the other values. */
const isTyped = ({ kind }: Field) => kind === 'text' || kind === 'number'

/** A label within a sentence; abbreviations stay as they are. */
const withinSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** The labels of the fields with an error, in the order of the form. */
function fieldsWith(issues: readonly { path: PropertyKey[] }[]): string[] {
  const errors = Object.fromEntries(issues.map(({ path }) => [path.join('.'), true]))
  return [...new Set(Object.keys(inFormOrder(errors)).map(labelOf))]
}
