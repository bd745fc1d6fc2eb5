import { passwordUpTo } from '@simwright/contract/people/account'
import { useMemo } from 'react'
import { z } from 'zod'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { uiTexts } from '../../../texts/ui.ts'

/** A new password, typed twice. `max`: the platform's maximum. */
const newPasswordFields = (max: number) =>
  z
    .object({ newPassword: passwordUpTo(max), confirmPassword: z.string().min(1, uiTexts.required) })
    .refine((fields) => fields.newPassword === fields.confirmPassword, {
      path: ['confirmPassword'],
      message: accountTexts.confirmMismatch,
      when: () => true,
    })

export function useNewPasswordFields(): ReturnType<typeof newPasswordFields> {
  const { passwordMax } = usePlatform()
  return useMemo(() => newPasswordFields(passwordMax), [passwordMax])
}
