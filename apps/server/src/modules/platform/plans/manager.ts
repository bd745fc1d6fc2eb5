import type { News } from '@simwright/contract/platform/notice'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Letter, Sender } from '../../../port/mail.ts'
import { platformOf, senderOf } from '../brand/service.ts'
import { notifyUser } from '../notices/service.ts'
import type { Server } from './port.ts'
import { selectPlanManagers } from './queries.ts'

export type Named = { to: string; firstName: string; enterpriseName: string }

type PlanNews = {
  enterpriseId: EnterpriseId
  /** Of notices with the same text here, each manager gets only the first, and its mail. */
  once: string
  news: News
  letter: (sender: Sender, named: Named) => Letter
}

/** Notifies the members who manage the plan (Owner, Finance) in the portal and by mail. */
export async function notifyPlanManagers(
  server: Pick<Server, 'clock' | 'random' | 'config' | 'platforms' | 'mail'>,
  db: TenantDb,
  { enterpriseId, once, news, letter }: PlanNews,
): Promise<void> {
  for (const manager of await selectPlanManagers(db, enterpriseId)) {
    if (!(await notifyUser(server, db, { userId: manager.user_id, enterpriseId, once, news }))) continue
    const sender = senderOf(server, platformOf(server, manager.platform_id))
    const { email: to, first_name: firstName, enterprise_name: enterpriseName } = manager
    await server.mail.queue(db as never, letter(sender, { to, firstName, enterpriseName }))
  }
}
