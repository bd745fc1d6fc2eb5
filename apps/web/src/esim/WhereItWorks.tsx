import { enterpriseInfo } from '@simwright/contract/people/session'
import { useAsk } from '../api/query.ts'
import { virtualPhoneTexts } from '../texts/virtual-phone.ts'
import { Note } from '../ui/layout/layout.tsx'
import { GuideLink } from '../ui/text/GuideLink.tsx'

const texts = virtualPhoneTexts.where
const FRESH_MS = 5 * 60_000

/** Hosts that name the computer which asks for them. */
const LOCAL = /^(localhost|127\.|\[?::1)/

/** Says next to a QR code that real phones cannot install it, why, and how to change it; nothing if they can. */
export function WhereItWorks({ mt = 12 }: { mt?: 0 | 12 }) {
  const { data } = useAsk(enterpriseInfo, {}, { staleMs: FRESH_MS })
  if (!data) return null
  const isLocal = LOCAL.test(data.smdpAddress)
  if (!data.testIssuerOnly && !isLocal) return null
  const text = !data.testIssuerOnly ? texts.local : isLocal ? texts.testLocal : texts.test
  return (
    <Note mt={mt}>
      {text} <GuideLink page="certificates">{texts.change}</GuideLink>
    </Note>
  )
}
