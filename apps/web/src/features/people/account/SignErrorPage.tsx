import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { publicPages } from '../../../paths.ts'
import { accountTexts } from '../../../texts/account.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { Illustration } from '../../../ui/Illustration.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { useWayTo } from './way-to.ts'

const texts = accountTexts.signError
const { reasons } = providerTexts.signError

/** Where a sign-in that failed on its way ends, with the reason. */
export function SignErrorPage() {
  const login = useWayTo()(publicPages.login)
  const { reason } = useSearch({ from: publicPages.signError.path })
  return (
    <AccountFrame title={texts.title} text={reasons[reason as keyof typeof reasons] ?? texts.text}>
      <div className={classes.form}>
        <Illustration name="broken" />
        <Button component={Link} {...login} size="md">
          {texts.back}
        </Button>
      </div>
    </AccountFrame>
  )
}
