import type { InputOf } from '@simwright/contract/endpoint'
import type { single } from '@simwright/contract/provisioning/batch'
import { z } from 'zod'
import { uiTexts } from '../../../texts/ui.ts'

const needed = z.string().trim().min(1, uiTexts.required)
const optional = z.string().trim()

/** What the form asks for; whether it is right, the rules of the server say, in their own words. */
export const QuickForm = z
  .object({
    configurationId: needed,
    iccid: needed,
    imsi: needed,
    keys: z.enum(['own', 'make']),
    ki: optional,
    opc: optional,
    msisdn: optional,
    confirmationCode: optional,
    eid: optional,
  })
  .superRefine(({ keys, ki, opc }, ctx) => {
    if (keys === 'make') return
    for (const [path, value] of Object.entries({ ki, opc }))
      if (value === '') ctx.addIssue({ code: 'custom', path: [path], message: uiTexts.required })
  })
export type QuickValues = z.input<typeof QuickForm>

export const newQuick: QuickValues = {
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
  const given = Object.entries({ msisdn, confirmationCode, eid }).filter(([, value]) => value !== '')
  return {
    configurationId,
    iccid,
    imsi,
    ...(keys === 'make' ? { makeKeys: true } : { ki, opc }),
    ...Object.fromEntries(given),
  }
}
