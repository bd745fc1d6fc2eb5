import { PasswordInput } from '@mantine/core'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { securityTexts } from '../../../texts/security.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { PasswordRules } from './PasswordRules.tsx'

const reveal = { 'aria-label': uiTexts.form.showPassword, tabIndex: 0 }

type NewPasswordInputsProps = {
  /** The new password as typed so far; the rules below the input are ticked off against it. */
  password: string
  inputProps: (path: 'newPassword' | 'confirmPassword') => object
}

/** Inputs for a new password and its repetition, with the password rules. */
export function NewPasswordInputs({ password, inputProps }: NewPasswordInputsProps) {
  const { passwordMax } = usePlatform()
  return (
    <>
      <div>
        <PasswordInput
          label={securityTexts.reset.newPassword}
          autoComplete="new-password"
          name="newPassword"
          visibilityToggleButtonProps={reveal}
          {...inputProps('newPassword')}
        />
        <PasswordRules password={password} max={passwordMax} />
      </div>
      <PasswordInput
        label={accountTexts.confirmPassword}
        autoComplete="new-password"
        name="confirmPassword"
        visibilityToggleButtonProps={reveal}
        {...inputProps('confirmPassword')}
      />
    </>
  )
}
