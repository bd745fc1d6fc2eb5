import { isSignedIn } from '../../../session/session.ts'
import { accountTexts } from '../../../texts/account.ts'
import { LonePage } from './LonePage.tsx'

const texts = accountTexts.notFound

/** Any address that no page has, signed in or not. */
export function NotFoundPage() {
  const label = isSignedIn() ? texts.home : texts.signIn
  return <LonePage drawing="lost" title={texts.title} text={texts.text} way={{ label, to: '/' }} />
}
