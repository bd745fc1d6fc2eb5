import { countryNameOf } from '@simwright/contract/country'
import { type PriceLine, sumOf } from '@simwright/contract/money/price'
import { isInEu } from '@simwright/contract/money/vat-number'
import { dollars, dollarsAndCents } from '../base/money.ts'
import { formatDate } from '../base/time.ts'
import { orderTexts } from '../texts/order.ts'
import { say, sayCount } from '../texts/text.ts'
import classes from './PriceLines.module.css'

const texts = orderTexts.lines

/** A price line by line, with its total. */
export function PriceLines({ lines }: { lines: readonly PriceLine[] }) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{texts.caption}</caption>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a price never move
          <tr key={index}>
            <th scope="row">{lineText(line)}</th>
            <td>{dollarsAndCents(line.cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.total}</th>
          <td>{dollarsAndCents(sumOf(lines))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Where the tax on sales is called VAT on invoices. */
const hasVat = (country: string) => isInEu(country) || country === 'GB'

function lineText(line: PriceLine): string {
  switch (line.kind) {
    case 'PLAN': {
      const { plan, downloads, months } = line
      const time = sayCount(texts.months, months)
      return downloads === null ? say(texts.PLAN_UNLIMITED, { plan, time }) : say(texts.PLAN, { plan, downloads, time })
    }
    case 'DISCOUNT': {
      const { code, percent } = line
      return percent === null ? say(texts.DISCOUNT, { code }) : say(texts.DISCOUNT_PERCENT, { code, percent })
    }
    case 'CREDIT':
      return say(texts.CREDIT, { code: line.orderCode, from: formatDate(line.from), to: formatDate(line.to) })
    case 'OVERAGE':
      return say(texts.OVERAGE[line.dimension], { quantity: line.quantity, price: dollars(line.unitCents) })
    case 'BALANCE':
      return line.cents < 0 ? texts.balanceUsed : texts.balanceKept
    case 'TAX':
      return line.reverseCharge
        ? texts.reverseCharge
        : say(hasVat(line.country) ? texts.VAT : texts.TAX, {
            country: countryNameOf(line.country) ?? line.country,
            percent: String(line.rate / 100),
          })
  }
}
