import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId } from '../../../db/row-id.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { chargeActiveOrder } from './charge.ts'
import { type Entitlement, readEntitlement, usableLeft } from './entitlement.ts'
import { type Exceeded, explainExceeded } from './exceeded.ts'
import { countRedownloads } from './queries.ts'

/** The data of a download order that the plan's decision needs. */
export type Download = {
  enterpriseId: EnterpriseId
  activationCodeId: ActivationCodeId
  /** `retry`: the package was already delivered. */
  is: 'first' | 'redownload' | 'retry'
  at: Date
}

type Needs = Pick<Server, 'random'>

/** Checks a download without charging it. @returns the reason of the refusal, a text for the portal; undefined if allowed */
export async function refusalOfDownload(server: Needs, db: TenantDb, download: Download): Promise<string | undefined> {
  const entitlement = await readEntitlement(server, db, download)
  if (entitlement.enterprise_state === 'CLOSING') return 'Refused: the enterprise account is being deleted.'
  if (entitlement.enterprise_state !== 'ACTIVE') return 'Refused: the enterprise account is suspended.'
  const exceeded =
    download.is === 'first'
      ? exceededByFirst(entitlement)
      : download.is === 'redownload'
        ? await exceededByRedownload(db, download, entitlement)
        : undefined
  return exceeded && (await explainExceeded(db, exceeded))
}

function exceededByFirst(entitlement: Entitlement): Exceeded | undefined {
  if (usableLeft(entitlement) !== 0) return undefined
  const { plan, kind, configurations, extra_download_cents: extraCents, overage_factor: factor } = entitlement
  const bills = extraCents === null ? '' : `, which bills up to ${factor} times what it includes`
  const text = `Refused: no downloads are left in the plan ${plan}${bills}.`
  if (kind === 'BOUGHT' || kind === 'GIVEN') {
    const instead = 'Have an owner choose more downloads on the Subscription page'
    return { text, instead, allows: ({ downloads }) => downloads === null }
  }
  const isAsLarge = (other: number | null) => other === null || (configurations !== null && other >= configurations)
  return { text, allows: (limits) => limits.downloads !== 0 && isAsLarge(limits.configurations) }
}

/** Re-downloads of a code are counted by the calendar month, in UTC. */
async function exceededByRedownload(
  db: TenantDb,
  { activationCodeId, at }: Download,
  { plan, redownloads_a_month: max }: Entitlement,
): Promise<Exceeded | undefined> {
  if (max === null) return undefined
  const since = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  if ((await countRedownloads(db, { activationCodeId, since })) < max) return undefined
  return {
    text: `Refused: no re-downloads of this code are left this month in the plan ${plan}.`,
    instead: 'Wait for the next month',
    allows: ({ redownloadsAMonth }) => redownloadsAMonth === null || redownloadsAMonth > max,
  }
}

/**
 * Charges the delivery of a package: the first one of a download order costs a download, a retry or re-download nothing.
 * @returns the plan order that was charged, null for no charge, or the reason of the refusal
 */
export async function chargeDownload(
  server: Needs,
  db: TenantDb,
  download: Download,
): Promise<{ chargedTo: string | null } | { refused: string }> {
  if (download.is === 'first') {
    const chargedTo = await chargeActiveOrder(db, download)
    if (chargedTo !== undefined) return { chargedTo }
  }
  const refused = await refusalOfDownload(server, db, download)
  if (refused !== undefined) return { refused }
  if (download.is !== 'first') return { chargedTo: null }
  return { refused: 'Refused: no downloads were left in the plan at that moment. Download again.' }
}
