import { isSignedIn } from '../../../session/session.ts'
import { accountTexts } from '../../../texts/account.ts'
import { MessagePage } from './MessagePage.tsx'

const texts = accountTexts.notFound

/** Shown for every unknown address, signed in or not. */
export function NotFoundPage() {
  const label = isSignedIn() ? texts.home : texts.signIn
  return <MessagePage drawing="lost" title={texts.title} text={texts.text} link={{ label, to: '/' }} />
}
