import type { InputOf } from '@simwright/contract/endpoint'
import type { single } from '@simwright/contract/provisioning/batch'
import { z } from 'zod'
import { uiTexts } from '../../../texts/ui.ts'

const required = z.string().trim().min(1, uiTexts.required)
const optional = z.string().trim()

/** Checks only that the required fields are filled in; the server validates the values. */
export const QuickForm = z
  .object({
    configurationId: required,
    iccid: required,
    imsi: required,
    keys: z.enum(['own', 'generate']),
    ki: optional,
    opc: optional,
    msisdn: optional,
    confirmationCode: optional,
    eid: optional,
  })
  .superRefine(({ keys, ki, opc }, ctx) => {
    if (keys === 'generate') return
    for (const [path, value] of Object.entries({ ki, opc }))
      if (value === '') ctx.addIssue({ code: 'custom', path: [path], message: uiTexts.required })
  })
export type QuickValues = z.input<typeof QuickForm>

export const emptyQuickValues: QuickValues = {
  configurationId: '',
  iccid: '',
  imsi: '',
  keys: 'own',
  ki: '',
  opc: '',
  msisdn: '',
  confirmationCode: '',
  eid: '',
}

export function inputOf(values: QuickValues): InputOf<typeof single> {
  const { configurationId, iccid, imsi, keys, ki, opc, msisdn, confirmationCode, eid } = QuickForm.parse(values)
  const optionalFields = Object.entries({ msisdn, confirmationCode, eid }).filter(([, value]) => value !== '')
  return {
    configurationId,
    iccid,
    imsi,
    ...(keys === 'generate' ? { makeKeys: true } : { ki, opc }),
    ...Object.fromEntries(optionalFields),
  }
}
