import { Alert } from '@mantine/core'
import type { Quote } from '@simwright/contract/money/order'
import type { ReactNode } from 'react'
import { purchaseTexts as texts } from '../texts/order.ts'
import { say } from '../texts/text.ts'
import { formatDate } from '../ui/time.ts'
import { PriceLines } from './PriceLines.tsx'
import classes from './QuoteFacts.module.css'

/** A price line by line, when the plan applies, and what it would freeze. */
export function QuoteFacts({ quote, children }: { quote: Quote; children?: ReactNode }) {
  const { lines, startsAt, endsAt, downloads, frozen } = quote
  return (
    <>
      <PriceLines lines={lines} />
      <p className={classes.note}>
        {say(texts.appliesFrom, { from: formatDate(startsAt), to: formatDate(endsAt) })}
        {downloads !== null && ` · ${say(texts.includes, { count: downloads })}`}
      </p>
      {children && <p className={classes.note}>{children}</p>}
      {frozen.length > 0 && (
        <Alert color="yellow" title={texts.frozenTitle}>
          <p className={classes.frozen}>{texts.frozenText}</p>
          <ul className={classes.list}>
            {frozen.map(({ what, used, max, names }) => (
              <li key={what}>{say(texts.frozen[what], { used, max, names: names.join(', ') })}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
