import * as discount from '@simwright/contract/money/discount'
import * as client from '@simwright/contract/people/client'
import * as invitation from '@simwright/contract/people/invitation'
import * as announcement from '@simwright/contract/platform/announcement'
import * as feedback from '@simwright/contract/platform/feedback'
import * as mail from '@simwright/contract/platform/mail'
import { planNames } from '@simwright/contract/platform/plan'
import { mailKinds } from '@simwright/contract/platform/white-label'
import * as recycle from '@simwright/contract/provisioning/recycle'
import * as tac from '@simwright/contract/provisioning/tac'
import type { TestServer } from '../server.ts'
import { type ListCase, listCase } from './list-case.ts'
import { alternately } from './moment.ts'
import type { Planted } from './planted.ts'

/** The lists of platform staff, each with a row for every value of its filters. */
export async function staffLists(t: TestServer, planted: Planted): Promise<ListCase[]> {
  const { staff, enterprise, moment } = planted
  await plantClients(t, planted)
  await plantLinks(t, planted)
  await plantDiscounts(t, planted)
  await plantAnnouncements(t, planted)
  await plantMails(t, planted)
  await plantMessages(t, planted)
  await plantFeedback(t, planted)
  return [
    listCase(client.list, staff, { search: 'lba mob' }),
    listCase(invitation.list, staff, {}),
    listCase(discount.list, staff, { search: 'ACT' }),
    listCase(announcement.list, staff, {}),
    listCase(mail.list, staff, { recipient: 'sent@alba.example' }),
    listCase(recycle.messages, staff, {
      iccid: '89445',
      client: enterprise.id,
      from: moment.middle,
      to: moment.middle,
    }),
    listCase(feedback.list, staff, {}),
    listCase(tac.list, staff, { search: '35728509' }),
  ]
}

/** A client for each plan, a suspended one, and one that is being deleted. */
async function plantClients({ server, clock }: TestServer, { platformId }: Planted): Promise<void> {
  const at = clock.now()
  const active = { state: 'ACTIVE', deletion_at: null } as const
  const rows = [
    ...planNames.map((plan) => ({ ...active, plan, name: `Client with ${plan}` })),
    { ...active, state: 'SUSPENDED' as const, plan: 'DEFAULT' as const, name: 'Suspended client' },
    { ...active, deletion_at: at, plan: 'DEFAULT' as const, name: 'Closing client' },
  ]
  for (const row of rows) {
    const ids = { enterprise_id: server.random.uuid(), platform_id: platformId }
    await server.db.tenantTx(ids.enterprise_id, (db) =>
      db
        .insertInto('enterprise')
        .values({ ...row, ...ids, created_at: at })
        .execute(),
    )
  }
}

async function plantLinks({ server, clock }: TestServer, { platformId, moment }: Planted): Promise<void> {
  const changes: Record<invitation.LinkState, object> = {
    OPEN: {},
    STOPPED: { stopped_at: moment.after },
    EXPIRED: { expires_at: moment.after },
    USED_UP: { uses: 1 },
  }
  const rows = Object.entries(changes).map(([code, change]) => ({
    id: server.random.uuid(),
    code,
    platform_id: platformId,
    max_uses: 1,
    note: '',
    created_at: clock.now(),
    ...change,
  }))
  await server.db.globalTx((db) => db.insertInto('invitation_link').values(rows).execute())
}

async function plantDiscounts({ server, clock }: TestServer, { platformId, moment }: Planted): Promise<void> {
  const changes: Record<discount.DiscountState, object> = {
    ACTIVE: {},
    EXPIRED: { expires_at: moment.after },
    USED_UP: { max_uses: 1, used: 1 },
    STOPPED: { stopped_at: moment.after },
  }
  const rows = Object.entries(changes).map(([code, change]) => ({
    id: server.random.uuid(),
    code,
    platform_id: platformId,
    percent: 10,
    plans: [],
    billing_types: [],
    once_per_enterprise: false,
    note: '',
    version: 1,
    created_at: clock.now(),
    ...change,
  }))
  await server.db.globalTx((db) => db.insertInto('discount').values(rows).execute())
}

async function plantAnnouncements({ server, clock }: TestServer, { moment }: Planted): Promise<void> {
  const tomorrow = new Date(clock.now().getTime() + 24 * 60 * 60_000)
  const changes: Record<announcement.AnnouncementState, object> = {
    SCHEDULED: { starts_at: tomorrow },
    SHOWN: {},
    ENDED: { ends_at: moment.after },
    WITHDRAWN: { withdrawn_at: moment.after },
  }
  const rows = Object.values(changes).map((change) => ({
    id: server.random.uuid(),
    kind: 'INFO' as const,
    text: 'A new version.',
    starts_at: moment.before,
    created_at: clock.now(),
    ...change,
  }))
  await server.db.globalTx((db) => db.insertInto('announcement').values(rows).execute())
}

/** A mail for each state; the failed one was refused. */
async function plantMails({ server, clock }: TestServer, { platformId }: Planted): Promise<void> {
  const at = clock.now()
  const rows = mail.mailStates.map((state) => ({
    id: server.random.uuid(),
    kind: mailKinds[0],
    recipient: `${state.toLowerCase()}@alba.example`,
    sealed: Buffer.alloc(1),
    state,
    last_error: state === 'FAILED' ? 'Refused: 550.' : null,
    created_at: at,
    next_at: at,
    platform_id: platformId,
  }))
  await server.db.globalTx((db) => db.insertInto('mail_message').values(rows).execute())
}

/** A BIP message for each outcome. */
async function plantMessages({ server }: TestServer, { enterprise, moment }: Planted): Promise<void> {
  const rows = recycle.messageOutcomes.map((outcome, index) => ({
    id: server.random.uuid(),
    at: alternately(moment, index),
    address: '127.0.0.1',
    raw: Buffer.alloc(1),
    iccid: index === 0 ? '8944500000000000000' : '8933000000000000000',
    outcome,
    enterprise_id: index === 0 ? enterprise.id : null,
  }))
  await server.db.global.insertInto('bip_message').values(rows).execute()
}

async function plantFeedback({ server, clock }: TestServer, { enterprise }: Planted): Promise<void> {
  const at = clock.now()
  const rows = [null, at].map((answeredAt) => ({
    enterprise_id: enterprise.id,
    id: server.random.uuid(),
    user_id: enterprise.ownerId,
    text: 'It works.',
    page: '/fleet',
    answered_at: answeredAt,
    created_at: at,
  }))
  await server.db.tenantTx(enterprise.id, (db) => db.insertInto('feedback').values(rows).execute())
}
