import type { DiscountRow } from '@simwright/contract/money/discount'
import { dollars } from '../../../base/money.ts'
import { say } from '../../../texts/text.ts'
import { textOf } from '../../../ui/form/date-text.ts'
import { discountTexts as texts } from './discount-texts.ts'

/** What a code deducts. */
export const worthOf = ({ percent, cents }: DiscountRow): string =>
  percent === null ? dollars(cents ?? 0) : say(texts.percent, { percent })

export const usesOf = ({ used, terms: { maxUses } }: DiscountRow): string =>
  maxUses === null ? used.toLocaleString('en') : say(texts.usedOf, { used, max: maxUses })

/** The last day, written as in the form. */
export const untilOf = ({ terms: { until } }: DiscountRow): string => (until === null ? texts.noEnd : textOf(until))

export const plansOf = ({ terms: { plans } }: DiscountRow): string =>
  plans.length === 0 ? texts.all : plans.join(', ')

export const billingOf = ({ terms: { billingTypes } }: DiscountRow): string =>
  billingTypes.length === 0 ? texts.all : billingTypes.map((type) => texts.billing[type]).join(', ')
