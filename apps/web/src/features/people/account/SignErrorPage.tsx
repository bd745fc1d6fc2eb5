import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { publicPages } from '../../../paths.ts'
import { accountTexts } from '../../../texts/account.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { usePublicLink } from './public-link.ts'

const texts = accountTexts.signError
const { reasons } = providerTexts.signError

/** Shows why a sign-in with an identity provider failed. */
export function SignErrorPage() {
  const login = usePublicLink()(publicPages.login)
  const { reason } = useSearch({ from: publicPages.signError.path })
  return (
    <AccountFrame title={texts.title} text={reasons[reason as keyof typeof reasons] ?? texts.text}>
      <Stack className={classes.form}>
        <Illustration name="broken" />
        <Button component={Link} {...login} size="md">
          {texts.back}
        </Button>
      </Stack>
    </AccountFrame>
  )
}
