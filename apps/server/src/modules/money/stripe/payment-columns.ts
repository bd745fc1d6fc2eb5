import { sql } from 'kysely'
import type { PaymentTable } from '../../../db/tables.gen.ts'

/** Complete: a column that is missing here, or is none, does not compile. */
const columns: Readonly<Record<keyof PaymentTable, true>> = {
  enterprise_id: true,
  id: true,
  order_id: true,
  way: true,
  attempt: true,
  state: true,
  amount_cents: true,
  currency: true,
  customer_id: true,
  method_id: true,
  session_id: true,
  intent_id: true,
  charge_id: true,
  channel: true,
  failure_code: true,
  failure_text: true,
  refunded_cents: true,
  created_at: true,
  expires_at: true,
  settled_at: true,
  next_check_at: true,
  checked_at: true,
}

/** All columns of `payment p` by name, for prepared statements. */
export const PAYMENT_COLUMNS = sql.raw(
  Object.keys(columns)
    .map((column) => `p.${column}`)
    .join(', '),
)
