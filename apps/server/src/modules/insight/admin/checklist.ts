import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/admin-dashboard'
import {
  BACKUP_DAYS,
  type ChecklistPoint,
  type ChecklistReason,
  type ChecklistRow,
} from '@simwright/contract/insight/admin-dashboard'
import { isLoopbackHost } from '../../../outside/address.ts'
import type { AdminServer as Server } from '../../../port/module.ts'
import type { PlatformRecord } from '../../../port/platforms.ts'
import { readSeller } from '../../money/invoices/service.ts'
import { readSalesLack } from '../../money/orders/service.ts'
import { currentTexts } from '../../platform/legal/service.ts'
import { selectBackup } from './health-queries.ts'

type Checklist = OutputOf<typeof contract.checklist>
type Reason = ChecklistReason | null

const DAY_MS = 24 * 60 * 60_000

/** What the operator of the portal has set up; all texts about it, on screens and in the terminal, come from here. */
export async function readChecklist(server: Server): Promise<Checklist> {
  const platforms = await Promise.all(server.platforms.all().map((platform) => readPlatform(server, platform)))
  const forServer = (point: ChecklistPoint, reason: Reason): ChecklistRow => ({ point, reason, platforms: [] })
  const forPlatforms = (point: keyof PlatformReasons & ChecklistPoint): ChecklistRow => {
    const open = platforms.filter((platform) => platform[point] !== null)
    return { point, reason: open[0]?.[point] ?? null, platforms: open.map(({ id, name }) => ({ id, name })) }
  }
  return {
    points: [
      forServer('ADDRESS', addressReason({ publicUrl: server.config.publicUrl, smdpAddress: server.smdp.address })),
      forServer('MAIL', server.mail.mailbox ? 'MAIL_NO_SERVER' : null),
      forServer('CERTIFICATES', certificateReason(server)),
      forPlatforms('PAYMENT'),
      forPlatforms('CONTACT'),
      forPlatforms('TERMS'),
      forServer('BACKUP', await backupReason(server)),
    ],
    sells: platforms.every(({ sells }) => sells),
    severalPlatforms: platforms.length > 1,
  }
}

type Addresses = { publicUrl: string; smdpAddress: string }

/** Browsers reach the portal by `PUBLIC_URL`, devices the SM-DP+ by the address in activation codes. */
export function addressReason({ publicUrl, smdpAddress }: Addresses): Reason {
  const { hostname, protocol } = new URL(publicUrl)
  if (isLoopbackHost(hostname)) return 'ADDRESS_LOCAL'
  if (protocol !== 'https:') return 'ADDRESS_WITHOUT_TLS'
  return isLoopbackHost(new URL(`https://${smdpAddress}`).hostname) ? 'SMDP_ADDRESS_LOCAL' : null
}

function certificateReason({ smdp, clock }: Server): Reason {
  if (smdp.testIssuerOnly) return 'CERTIFICATES_TEST'
  const now = clock.now()
  return smdp.certificates().some(({ notAfter }) => notAfter <= now) ? 'CERTIFICATES_EXPIRED' : null
}

async function backupReason({ db, clock }: Server): Promise<Reason> {
  const backup = await selectBackup(db.global)
  if (!backup) return 'BACKUP_NONE'
  return clock.now().getTime() - Date.parse(backup.at) > BACKUP_DAYS * DAY_MS ? 'BACKUP_OLD' : null
}

type PlatformReasons = { id: string; name: string; sells: boolean; PAYMENT: Reason; CONTACT: Reason; TERMS: Reason }

async function readPlatform(server: Server, platform: PlatformRecord): Promise<PlatformReasons> {
  const { id, app_name: name, terms_url } = platform
  const db = server.db.global
  const [lack, seller, { texts }] = await Promise.all([
    readSalesLack(server, db, id),
    readSeller(db, id),
    currentTexts(server, id),
  ])
  const hasTerms = terms_url !== null || texts.some(({ kind }) => kind === 'TERMS')
  return {
    id,
    name,
    sells: lack.length === 0,
    PAYMENT: lack.includes('PAYMENT') ? 'PAYMENT_NO_METHOD' : seller ? null : 'PAYMENT_NO_SELLER',
    CONTACT: lack.includes('CONTACT') ? 'CONTACT_NONE' : null,
    TERMS: hasTerms ? null : 'TERMS_NONE',
  }
}
