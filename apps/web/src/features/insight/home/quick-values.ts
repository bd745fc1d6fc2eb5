import type { InputOf } from '@simwright/contract/endpoint'
import type { single } from '@simwright/contract/provisioning/batch'
import { z } from 'zod'
import { uiTexts } from '../../../texts/ui.ts'

const required = z.string().trim().min(1, uiTexts.required)
const optional = z.string().trim()

/** The forms in which the operator key can be entered; `none`: the algorithm has none. */
export const operatorForms = ['opc', 'op', 'topc', 'top', 'none'] as const
export type OperatorForm = (typeof operatorForms)[number]

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
    msisdn: optional,
    impi: optional,
    /** With spaces between several. */
    impu: optional,
    confirmationCode: optional,
    eid: optional,
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
  msisdn: '',
  impi: '',
  impu: '',
  confirmationCode: '',
  eid: '',
}

/** Ki and the operator key in the chosen form, or the package. */
function enteredKeys(values: QuickValues): Partial<Record<'ki' | 'upp' | OperatorForm, string>> {
  const { keys, ki, form, upp } = values
  if (keys === 'package') return { upp }
  if (keys === 'generate') return {}
  return form === 'none' ? { ki } : { ki, [form]: values[form] }
}

/** `withIms`: the configuration has an ISIM. Identities that were typed for another one are not sent. */
export function inputOf(values: QuickValues, { withIms }: { withIms: boolean }): InputOf<typeof single> {
  const parsed = QuickForm.parse(values)
  const { configurationId, iccid, imsi, keys, msisdn, confirmationCode, eid } = parsed
  const optionalFields = Object.entries({ msisdn, confirmationCode, eid }).filter(([, value]) => value !== '')
  return {
    configurationId,
    iccid,
    imsi,
    ...(keys === 'generate' ? { makeKeys: true } : enteredKeys(parsed)),
    ...Object.fromEntries(optionalFields),
    ...(withIms ? identities(parsed) : {}),
  }
}

/** The identities of the ISIM that were entered; the others are derived from the IMSI. */
const identities = ({ impi, impu }: QuickValues): Pick<InputOf<typeof single>, 'impi' | 'impu'> => ({
  ...(impi === '' ? {} : { impi }),
  ...(impu === '' ? {} : { impu: impu.split(/\s+/) }),
})
