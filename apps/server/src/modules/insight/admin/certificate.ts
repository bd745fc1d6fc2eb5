import { basename } from 'node:path'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { AdminServer as Server } from '../../../port/module.ts'
import { crossLevels, notifyMembers, readThreshold } from '../../platform/notices/service.ts'

const KIND = 'CERTIFICATE_ENDING'
const DAY_MS = 24 * 60 * 60_000

/** The whole days that a certificate is still valid; negative after its end. */
export const daysLeft = (notAfter: Date, now: Date): number => Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS)

/**
 * Notifies the staff of certificates that run out. A certificate is one file with one end; the notification names the
 * file without its folder.
 */
export async function notifyOfCertificates(server: Pick<Server, 'db' | 'clock' | 'random' | 'smdp'>): Promise<void> {
  const enterpriseId = STAFF_ENTERPRISE_ID
  const at = server.clock.now()
  for (const { name, notAfter } of server.smdp.certificates())
    await server.db.tenantTx(enterpriseId, async (db) => {
      const threshold = await readThreshold(db, KIND)
      const days = daysLeft(notAfter, at)
      const subject = `${name} ${notAfter.toISOString()}`
      const level = await crossLevels(db, { enterpriseId, kind: KIND, subject, threshold, value: days, at })
      if (level === undefined) return
      const facts = { name: basename(name), notAfter: notAfter.toISOString(), days }
      await notifyMembers(server, db, {
        once: `${KIND} ${subject} ${level}`,
        news: { kind: KIND, facts },
      })
    })
}
