import { Alert } from '@mantine/core'
import type { Frozen } from '@simwright/contract/money/order'
import { purchaseTexts as texts } from '../texts/order.ts'
import { say } from '../texts/text.ts'

/** What another plan would freeze; nothing is shown if it is nothing. */
export function FrozenNotice({ frozen }: { frozen: readonly Frozen[] }) {
  if (frozen.length === 0) return null
  return (
    <Alert color="yellow" title={texts.frozenTitle}>
      <p style={{ marginBottom: 8 }}>{texts.frozenText}</p>
      <ul className="bullets wrap">
        {frozen.map(({ what, used, max, names }) => (
          <li key={what}>{say(texts.frozen[what], { used, max, names: names.join(', ') })}</li>
        ))}
      </ul>
    </Alert>
  )
}
