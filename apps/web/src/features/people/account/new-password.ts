import { Password } from '@simwright/contract/people/account'
import { z } from 'zod'
import { accountTexts } from '../../../texts/account.ts'
import { uiTexts } from '../../../texts/ui.ts'

/** A new password, typed twice. */
export const NewPasswordFields = z
  .object({ newPassword: Password, confirmPassword: z.string().min(1, uiTexts.required) })
  .refine((fields) => fields.newPassword === fields.confirmPassword, {
    path: ['confirmPassword'],
    message: accountTexts.confirmMismatch,
    when: () => true,
  })
