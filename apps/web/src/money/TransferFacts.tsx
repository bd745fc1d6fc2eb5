import type { TransferInstructions } from '@simwright/contract/money/transfer'
import { orderTexts } from '../texts/order.ts'
import { KeyValue } from '../ui/layout/KeyValue.tsx'
import { Mono } from '../ui/text/Mono.tsx'

const texts = orderTexts.transfer

/** The values of a bank transfer that pays an order; each can be copied. */
export function TransferFacts({ transfer }: { transfer: TransferInstructions }) {
  const { holder, bank, account, bic, reference, cents, currency } = transfer
  const amount = `${currency} ${(cents / 100).toFixed(2)}`
  return (
    <KeyValue
      items={[
        { label: texts.amount, value: <Mono copyAs={texts.amount}>{amount}</Mono> },
        { label: texts.reference, value: <Mono copyAs={texts.reference}>{reference}</Mono> },
        { label: texts.holder, value: holder },
        { label: texts.account, value: <Mono copyAs={texts.account}>{account}</Mono> },
        { label: texts.bank, value: bank },
        ...(bic === '' ? [] : [{ label: texts.bic, value: <Mono copyAs={texts.bic}>{bic}</Mono> }]),
      ]}
    />
  )
}
