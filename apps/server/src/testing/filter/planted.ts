import { sql } from 'kysely'
import type { PlatformId } from '../../db/row-id.ts'
import type { Client } from '../client.ts'
import type { TestEnterprise, TestServer } from '../server.ts'
import { type Moment, momentBefore } from './moment.ts'

/** What the rows of all lists belong to. */
export type Planted = {
  enterprise: TestEnterprise
  platformId: PlatformId
  /** An enterprise account on another platform. */
  other: TestEnterprise
  otherPlatformId: PlatformId
  staff: Client
  moment: Moment
}

export async function plantOwners(t: TestServer): Promise<Planted> {
  const enterprise = await t.enterprise('Alba Mobile')
  const other = await t.enterprise('Bruma Telecom')
  const otherPlatformId = t.server.random.uuid()
  await t.server.db.globalTx((db) =>
    sql`insert into platform (id, sys, app_name, icon_url, theme_color, mail_texts, created_at, updated_at)
      values (${otherPlatformId}, 'other', 'Other', '', '#112233', '{}', now(), now())`.execute(db),
  )
  await t.server.platforms.reload()
  await t.server.db.tenantTx(other.id, (db) =>
    db.updateTable('enterprise').set({ platform_id: otherPlatformId }).execute(),
  )
  const { platform_id: platformId } = await t.server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('enterprise').select('platform_id').executeTakeFirstOrThrow(),
  )
  return {
    enterprise,
    platformId,
    other,
    otherPlatformId,
    staff: await t.staff(),
    moment: momentBefore(t.clock.now()),
  }
}
