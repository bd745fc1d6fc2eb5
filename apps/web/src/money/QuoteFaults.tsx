import { Alert } from '@mantine/core'
import type { Fault } from '@simwright/contract/problem'
import { purchaseTexts as texts } from '../texts/order.ts'

const names: Readonly<Record<string, string>> = {
  discountCode: texts.discountCode,
  downloads: texts.downloads,
  paymentMethod: texts.payment,
  plan: texts.plan,
}

/** Why there is no price: each fault with the name of its field, which may be out of sight. */
export function QuoteFaults({ faults }: { faults: readonly Fault[] }) {
  return (
    <Alert color="red" role="alert" title={texts.noPrice}>
      {faults.map(({ path, text }) => {
        const name = names[path.split('.').at(-1) ?? '']
        return <div key={path}>{name === undefined ? text : `${name}: ${text}`}</div>
      })}
    </Alert>
  )
}
