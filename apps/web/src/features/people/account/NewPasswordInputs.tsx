import { PasswordInput } from '@mantine/core'
import { passwordLength } from '@simwright/contract/people/account'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import classes from './PasswordRules.module.css'

const texts = accountTexts.passwordRules

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

/** The password rules, ticked off while the user types. */
function PasswordRules({ password, max }: { password: string; max: number }) {
  const rules = [
    { text: say(texts.length, { max }), isMet: passwordLength(password) >= 10 && passwordLength(password) <= max },
    { text: texts.upper, isMet: /[A-Z]/.test(password) },
    { text: texts.lower, isMet: /[a-z]/.test(password) },
    { text: texts.digit, isMet: /[0-9]/.test(password) },
    { text: texts.special, isMet: /[^A-Za-z0-9]/.test(password) },
  ]
  return (
    <Row as="ul" gap="2 12" mt={8} aria-label={texts.label}>
      {rules.map(({ text, isMet }) => (
        <li key={text} className={classes.rule} data-met={isMet || undefined}>
          {isMet ? <IconCheck size={13} stroke={2.5} aria-hidden /> : <IconPoint size={13} aria-hidden />}
          {text}
          <span className="visually-hidden">, {isMet ? texts.met : texts.open}</span>
        </li>
      ))}
    </Row>
  )
}
