import type { OrderRow } from '../../platform/plans/service.ts'

/** What an order costs, for people. */
export const amountOf = ({ currency, amount_cents }: Pick<OrderRow, 'currency' | 'amount_cents'>): string =>
  `${currency} ${(amount_cents / 100).toFixed(2)}`
