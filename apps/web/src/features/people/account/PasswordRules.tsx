import { passwordLength } from '@simwright/contract/people/account'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { accountTexts } from '../../../texts/account.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import classes from './PasswordRules.module.css'

const texts = accountTexts.passwordRules

/** The password rules, ticked off while the user types. */
export function PasswordRules({ password, max }: { password: string; max: number }) {
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
