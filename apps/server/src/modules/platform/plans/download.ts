import type { TenantDb } from '../../../db/database.ts'
import { downloadsLeft, type Entitlement, readEntitlement } from './entitlement.ts'
import type { Server } from './port.ts'
import { countRedownloads, takeDownload } from './queries.ts'

/** What the plan needs to know of a download order. */
export type Download = {
  enterpriseId: string
  activationCodeId: string
  /** `retry`: its package was delivered before. */
  is: 'first' | 'redownload' | 'retry'
  at: Date
}

type Needs = Pick<Server, 'random'>

/** Why the plan refuses the download, as a text for the portal; undefined when it allows it. Charges nothing. */
export async function whyNoDownload(server: Needs, db: TenantDb, download: Download): Promise<string | undefined> {
  const entitlement = await readEntitlement(server, db, download)
  if (entitlement.enterprise_state === 'CLOSING') return 'Refused: the enterprise account is being deleted.'
  if (entitlement.enterprise_state !== 'ACTIVE') return 'Refused: the enterprise account is suspended.'
  if (download.is === 'first') return whyNoneLeft(entitlement)
  return download.is === 'redownload' ? await whyNoRedownload(db, download, entitlement) : undefined
}

function whyNoneLeft(entitlement: Entitlement): string | undefined {
  if (entitlement.extra_download_cents !== null || downloadsLeft(entitlement) !== 0) return undefined
  return `Refused: no downloads are left in the plan ${entitlement.plan}.`
}

/** Re-downloads of a code are counted by the calendar month, in UTC. */
async function whyNoRedownload(
  db: TenantDb,
  { enterpriseId, activationCodeId, at }: Download,
  { plan, redownloads_a_month: max }: Entitlement,
): Promise<string | undefined> {
  if (max === null) return undefined
  const since = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  if ((await countRedownloads(db, enterpriseId, { activationCodeId, since })) < max) return undefined
  return `Refused: no re-downloads of this code are left this month in the plan ${plan}.`
}

/**
 * Charges a package that is delivered: one download for an order's first, nothing for a retry or a re-download.
 * @returns the plan order that was charged, null when it costs nothing, or why it is refused
 */
export async function chargeDownload(
  server: Needs,
  db: TenantDb,
  download: Download,
): Promise<{ chargedTo: string | null } | { refused: string }> {
  if (download.is === 'first') {
    const chargedTo = await takeDownload(db, download)
    if (chargedTo !== undefined) return { chargedTo }
  }
  const refused = await whyNoDownload(server, db, download)
  if (refused !== undefined) return { refused }
  if (download.is !== 'first') return { chargedTo: null }
  return { refused: 'Refused: no downloads are left in the plan.' }
}
