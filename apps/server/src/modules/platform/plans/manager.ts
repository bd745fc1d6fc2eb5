import type { News } from '@simwright/contract/platform/notice-kind'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Letter, Sender } from '../../../port/mail.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../brand/service.ts'
import { notifyMembers } from '../notices/service.ts'
import { selectEnterprise } from '../tenancy/service.ts'

export type Named = { to: string; firstName: string; enterpriseName: string }

type PlanNews = {
  enterpriseId: EnterpriseId
  /** Of notifications with the same text here, each manager gets only the first, and its mail. */
  once: string
  news: News
  letter: (sender: Sender, named: Named) => Letter
}

/** Notifies the members who may change the subscription, in the portal and by mail, as each has chosen. */
export async function notifyPlanManagers(
  server: Pick<Server, 'clock' | 'random' | 'config' | 'platforms' | 'mail'>,
  db: TenantDb,
  { once, news, letter }: PlanNews,
): Promise<void> {
  const recipients = await notifyMembers(server, db, { once, news, ownLetter: true })
  if (recipients.length === 0) return
  const { name: enterpriseName, platform_id: platformId } = await selectEnterprise(db)
  const sender = senderOf(server, platformOf(server, platformId))
  for (const { email: to, firstName } of recipients)
    await server.mail.queue(db as never, letter(sender, { to, firstName, enterpriseName }))
}
