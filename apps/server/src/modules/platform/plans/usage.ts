import type { Usage } from '@simwright/contract/platform/plan'

/** The columns of an order, or of the base plan, that hold what is used of it. */
export type Metered = {
  /** Null: no limit. */
  downloads: number | null
  /** 0: each download counts, 1: each installation. */
  billing_dimension: number
  used_downloads: number
  installations: number
}

/** What is used of a plan. All screens, notices and invoices have their figures from here. */
export function usageOf({ downloads: total, billing_dimension, used_downloads, installations }: Metered): Usage {
  const used = billing_dimension === 1 ? installations : used_downloads
  if (total === null) return { total, used, available: null, exceeded: 0 }
  return { total, used, available: Math.max(0, total - used), exceeded: Math.max(0, used - total) }
}
