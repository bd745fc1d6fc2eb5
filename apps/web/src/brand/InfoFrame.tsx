import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../api/session.ts'
import { linkTo, publicPages } from '../paths.ts'
import { Note, Row, Stack } from '../ui/layout/layout.tsx'
import { SchemeButton } from '../ui/page/SchemeButton.tsx'
import { Brand } from './Brand.tsx'
import classes from './InfoFrame.module.css'
import { infoTexts as texts } from './info-texts.ts'
import { PlatformFooter } from './PlatformFooter.tsx'
import { sysParam } from './platform.ts'

type InfoFrameProps = { title: string; text?: string; width?: 'text' | 'table'; children: ReactNode }

/** Layout of the pages that inform visitors before the sign-in: prices, terms, privacy. */
export function InfoFrame({ title, text, width = 'table', children }: InfoFrameProps) {
  return (
    <Stack gap={0} style={{ minHeight: '100dvh' }}>
      <header className={classes.top}>
        <Link to="/" className={`brand-name ${classes.brand}`}>
          <Brand size={26} />
        </Link>
        <Entry />
        <SchemeButton />
      </header>
      <main className={classes.main} data-width={width}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {text && (
            <Note size="same" mt={6}>
              {text}
            </Note>
          )}
        </div>
        {children}
      </main>
      <PlatformFooter />
    </Stack>
  )
}

/** Leads into the portal. */
function Entry() {
  const isSignedIn = useCurrentUser() !== undefined
  if (isSignedIn) {
    return (
      <Button component={Link} to="/" size="xs" variant="default">
        {texts.portal}
      </Button>
    )
  }
  const params = sysParam()
  return (
    <Row as="nav" nowrap aria-label={texts.entry}>
      <Button component={Link} {...linkTo(publicPages.login, { params })} size="xs" variant="default">
        {texts.signIn}
      </Button>
      <Button component={Link} {...linkTo(publicPages.signUp, { params })} size="xs">
        {texts.signUp}
      </Button>
    </Row>
  )
}
