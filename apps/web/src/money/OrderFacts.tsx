import { countryNameOf } from '@simwright/contract/country'
import type * as order from '@simwright/contract/money/order'
import type { BilledTo } from '@simwright/contract/money/price'
import { dollarsAndCents } from '../base/money.ts'
import { orderTexts } from '../texts/order.ts'
import { KeyValue } from '../ui/layout/KeyValue.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Time } from '../ui/text/Time.tsx'

const texts = orderTexts.drawer
const names = orderTexts.columns

const time = (at: string | null) => (at === null ? null : <Time at={at} />)
const count = (value: number | null) => (value === null ? texts.noLimit : value.toLocaleString('en'))

/** The brand of a card as its owner writes it; null for an order that cost nothing. */
const channelOf = (channel: string | null) => (channel ? `${channel.charAt(0).toUpperCase()}${channel.slice(1)}` : null)

/** What the lines of the price say, for an order without them. */
const partsOf = ({ discountCents, taxCents, amountCents }: order.OrderDetail) => [
  { label: texts.discount, value: dollarsAndCents(discountCents) },
  { label: texts.tax, value: dollarsAndCents(taxCents) },
  { label: names.amount, value: dollarsAndCents(amountCents) },
]

/** All values of an order that the lines of its price do not show. */
export function OrderFacts({ order: shown }: { order: order.OrderDetail }) {
  const { billingType, billingDimension, operation, kind, paymentMethod, billedTo, usage } = shown
  return (
    <Section title={texts.facts}>
      <KeyValue
        items={[
          { label: names.plan, value: shown.plan },
          { label: names.operation, value: operation ? orderTexts.operations[operation] : orderTexts.kinds[kind] },
          { label: texts.billingType, value: billingType && orderTexts.billingTypes[billingType] },
          { label: texts.dimension, value: orderTexts.dimensions[billingDimension] },
          { label: texts.createdAt, value: time(shown.createdAt) },
          ...(shown.expiresAt ? [{ label: texts.expiresAt, value: time(shown.expiresAt) }] : []),
          { label: texts.original, value: dollarsAndCents(shown.originalCents) },
          ...(shown.lines.length > 0 ? [] : partsOf(shown)),
          { label: texts.paid, value: dollarsAndCents(shown.paidCents) },
          ...(shown.refundedCents > 0 ? [{ label: texts.refunded, value: dollarsAndCents(shown.refundedCents) }] : []),
          { label: texts.paidAt, value: time(shown.paidAt) },
          {
            label: names.paymentMethod,
            value: paymentMethod === null ? null : orderTexts.paymentMethods[paymentMethod],
          },
          { label: texts.channel, value: channelOf(shown.paymentChannel) },
          { label: texts.startsAt, value: time(shown.startsAt) },
          { label: texts.endsAt, value: time(shown.endsAt) },
          { label: texts.quantity, value: shown.quantity },
          { label: texts.total[billingDimension], value: count(usage.total) },
          { label: texts.used[billingDimension], value: count(usage.used) },
          { label: texts.available[billingDimension], value: count(usage.available) },
          ...(usage.exceeded > 0 ? [{ label: texts.exceeded, value: count(usage.exceeded) }] : []),
          billingDimension === 0
            ? { label: texts.installations, value: count(shown.installations) }
            : { label: texts.downloads, value: count(shown.usedDownloads) },
          ...(billedTo ? [{ label: texts.billedTo, value: <Recipient billedTo={billedTo} /> }] : []),
        ]}
      />
    </Section>
  )
}

function Recipient({ billedTo }: { billedTo: BilledTo }) {
  const { company, street, postalCode, city, region, country, taxId, email } = billedTo
  const lines = [
    company,
    street,
    `${postalCode} ${city}`.trim(),
    region,
    countryNameOf(country) ?? country,
    taxId,
    email,
  ]
  return <span className="lines">{lines.filter(Boolean).join('\n')}</span>
}
