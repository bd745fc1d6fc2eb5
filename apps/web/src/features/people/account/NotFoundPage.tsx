import { useLayoutEffect } from 'react'
import { isSignedIn } from '../../../api/session.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { pageTexts } from '../../../texts/page.ts'
import { showOwnTitle } from '../../../ui/page/page-title.ts'
import { MessagePage } from './MessagePage.tsx'

const texts = accountTexts.notFound

/** Shown for every unknown address, signed in or not. */
export function NotFoundPage() {
  const { appName } = usePlatform()
  // before the router shows the title of the next page
  useLayoutEffect(() => showOwnTitle(`${pageTexts.notFound} - ${appName}`), [appName])
  const label = isSignedIn() ? texts.home : texts.signIn
  return <MessagePage drawing="lost" title={texts.title} text={texts.text} link={{ label, to: '/' }} />
}
