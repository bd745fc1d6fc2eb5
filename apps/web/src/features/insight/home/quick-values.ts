import type { InputOf } from '@simwright/contract/endpoint'
import type { single } from '@simwright/contract/provisioning/batch'
import { z } from 'zod'
import { noTraits, sentTraits } from '../../../esim/trait-value.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { type MoreField, type MoreFieldRow, moreFieldNames, moreFields } from './more-field.ts'

const required = z.string().trim().min(1, uiTexts.required)
const optional = z.string().trim()

/** The forms in which the operator key can be entered; `none`: the algorithm has none. */
export const operatorForms = ['opc', 'op', 'topc', 'top', 'none'] as const
export type OperatorForm = (typeof operatorForms)[number]

const forMore = <T>(value: T) => Object.fromEntries(moreFieldNames.map((name) => [name, value])) as Record<MoreField, T>
const moreSchemas = forMore(optional)
const emptyMore = forMore('')

/** Checks only that the required fields are filled in; the server validates the values. */
export const QuickForm = z
  .object({
    configurationId: required,
    iccid: required,
    imsi: required,
    /** `package`: the configuration's type is UPP, so a whole package replaces the keys. */
    keys: z.enum(['own', 'generate', 'package']),
    ki: optional,
    /** The field of the operator key that is shown and sent. */
    form: z.enum(operatorForms),
    opc: optional,
    op: optional,
    topc: optional,
    top: optional,
    upp: optional,
    ...moreSchemas,
    tags: z.array(z.string()),
    attributes: z.record(z.string(), z.string()),
  })
  .superRefine((values, ctx) => {
    for (const [path, value] of Object.entries(enteredKeys(values)))
      if (value === '') ctx.addIssue({ code: 'custom', path: [path], message: uiTexts.required })
  })
export type QuickValues = z.input<typeof QuickForm>

export const emptyQuickValues: QuickValues = {
  configurationId: '',
  iccid: '',
  imsi: '',
  keys: 'own',
  ki: '',
  form: 'opc',
  opc: '',
  op: '',
  topc: '',
  top: '',
  upp: '',
  ...emptyMore,
  ...noTraits,
}

/** Ki and the operator key in the chosen form, or the package. */
function enteredKeys(values: QuickValues): Partial<Record<'ki' | 'upp' | OperatorForm, string>> {
  const { keys, ki, form, upp } = values
  if (keys === 'package') return { upp }
  if (keys === 'generate') return {}
  return form === 'none' ? { ki } : { ki, [form]: values[form] }
}

/** `used`: the optional fields of the configuration. What was typed into others for another one is not sent. */
export function inputOf(values: QuickValues, used: readonly MoreField[]): InputOf<typeof single> {
  const parsed = QuickForm.parse(values)
  const { configurationId, iccid, imsi, keys } = parsed
  const more = Object.fromEntries(
    used.filter((name) => parsed[name] !== '').map((name) => [name, sentValue(name, parsed[name])]),
  )
  return {
    configurationId,
    iccid,
    imsi,
    ...(keys === 'generate' ? { makeKeys: true } : enteredKeys(parsed)),
    ...more,
    ...sentTraits(parsed),
  }
}

function sentValue(name: MoreField, text: string): string | string[] {
  const { isList }: MoreFieldRow = moreFields[name]
  return isList ? text.split(/[\s,;]+/) : text
}
