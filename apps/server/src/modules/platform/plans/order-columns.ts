import { sql } from 'kysely'
import type { PlanOrderTable } from '../../../db/tables.gen.ts'

/** Complete: a column that is missing here, or is none, does not compile. */
const columns: Readonly<Record<keyof PlanOrderTable, true>> = {
  enterprise_id: true,
  id: true,
  code: true,
  kind: true,
  plan: true,
  state: true,
  billing_type: true,
  billing_dimension: true,
  payment_method: true,
  amount_cents: true,
  original_cents: true,
  currency: true,
  quantity: true,
  paid_at: true,
  downloads: true,
  extra_download_cents: true,
  starts_at: true,
  ends_at: true,
  created_by: true,
  created_at: true,
  operation: true,
  tier_downloads: true,
  time_zone: true,
  anchor_day: true,
  lines: true,
  discount_cents: true,
  tax_cents: true,
  paid_cents: true,
  refunded_cents: true,
  payment_channel: true,
  payment_reference: true,
  discount_id: true,
  billed_to: true,
  expires_at: true,
  period_ends_at: true,
  previous_id: true,
  billed_extra: true,
  overage_factor: true,
  next_step_at: true,
  attempts: true,
}

/** The names of all columns of an order, for prepared statements. */
export const orderColumns = Object.keys(columns).join(', ')

export const orderColumnsSql = sql.raw(orderColumns)
