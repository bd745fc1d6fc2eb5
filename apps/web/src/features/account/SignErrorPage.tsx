import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { accountTexts } from '../../texts/account.ts'
import { Illustration } from '../../ui/Illustration.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'

const texts = accountTexts.signError

/** Where a sign-in that failed on its way ends. */
export function SignErrorPage() {
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      <div className={classes.form}>
        <Illustration name="broken" />
        <Button component={Link} to="/login" size="md">
          {texts.back}
        </Button>
      </div>
    </AccountFrame>
  )
}
