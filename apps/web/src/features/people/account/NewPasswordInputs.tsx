import { PasswordInput } from '@mantine/core'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { PasswordRules } from './PasswordRules.tsx'

const reveal = { 'aria-label': uiTexts.showPassword, tabIndex: 0 }

type NewPasswordInputsProps<Name extends string> = {
  /** The field of the new password. */
  name: Name
  label: string
  /** The new password as typed so far; the rules below the input are ticked off against it. */
  password: string
  /** Whether both inputs have the asterisk of required ones. */
  withAsterisk?: boolean
  inputProps: (path: NoInfer<Name> | 'confirmPassword') => object
}

/** Inputs for a new password and its repetition, with the password rules. */
export function NewPasswordInputs<Name extends string>({
  name,
  label,
  password,
  withAsterisk,
  inputProps,
}: NewPasswordInputsProps<Name>) {
  const { passwordMax } = usePlatform()
  return (
    <>
      <div>
        <PasswordInput
          label={label}
          autoComplete="new-password"
          withAsterisk={withAsterisk}
          name={name}
          visibilityToggleButtonProps={reveal}
          {...inputProps(name)}
        />
        <PasswordRules password={password} max={passwordMax} />
      </div>
      <PasswordInput
        label={accountTexts.confirmPassword}
        autoComplete="new-password"
        withAsterisk={withAsterisk}
        name="confirmPassword"
        visibilityToggleButtonProps={reveal}
        {...inputProps('confirmPassword')}
      />
    </>
  )
}
