import type { Quote } from '@simwright/contract/money/order'
import type { ReactNode } from 'react'
import { formatDate } from '../base/time.ts'
import { purchaseTexts as texts } from '../texts/order.ts'
import { say } from '../texts/text.ts'
import { Note } from '../ui/layout/layout.tsx'
import { FrozenNotice } from './FrozenNotice.tsx'
import { PriceLines } from './PriceLines.tsx'

/** A price line by line, when the plan applies, and what it would freeze. */
export function QuoteFacts({ quote, children }: { quote: Quote; children?: ReactNode }) {
  const { lines, startsAt, endsAt, downloads, frozen } = quote
  return (
    <>
      <PriceLines lines={lines} />
      <Note>
        {say(texts.appliesFrom, { from: formatDate(startsAt), to: formatDate(endsAt) })}
        {downloads !== null && ` · ${say(texts.includes, { count: downloads })}`}
      </Note>
      {children && <Note>{children}</Note>}
      <FrozenNotice frozen={frozen} />
    </>
  )
}
