import { type NoticeKind, noticeWords, type WordFormat } from '@simwright/contract/platform/notice-kind'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Letter, Sender } from '../../../port/mail.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../brand/service.ts'
import { digestLetter, noticeLetter } from '../mail/service.ts'
import { findEnterprise } from '../tenancy/service.ts'
import { claimDue, type DueNotice, type DueUser, selectDue, selectDueUsers } from './mail-queries.ts'
import { selectHolders } from './recipient.ts'

/** The users that one run mails. */
const USERS_LIMIT = 100

/** The notifications that a digest lists; of the others it says only how many there are. */
const LISTED_MAX = 50

type Needs = Pick<Server, 'db' | 'clock' | 'config' | 'platforms' | 'mail'>

/**
 * Queues the mails that are due: one for each notification or, for a user with a digest, one for all of them. Any number
 * of processes may run it; each notification is mailed once.
 */
export async function mailNotices(server: Needs): Promise<void> {
  const at = server.clock.now()
  for (const user of await selectDueUsers(server.db.global, { at, limit: USERS_LIMIT }))
    await mailUser(server, user, at)
}

async function mailUser(server: Needs, user: DueUser, at: Date): Promise<void> {
  const due = await selectDue(server.db.global, user.user_id, at)
  const places = await placesOf(server, user, due)
  await server.db.globalTx(async (db) => {
    const claimed = await claimDue(db, user.user_id, due)
    const letters = lettersOf(server, {
      user,
      notices: due.filter(
        ({ id, kind, enterprise_id }) => claimed.has(id) && places.get(enterprise_id)?.kinds.has(kind),
      ),
      places,
    })
    for (const letter of letters) await server.mail.queue(db, letter)
  })
}

/** An enterprise account, and the kinds that the user may still get there. Null: no enterprise account. */
type Place = { name: string | undefined; sender: Sender; kinds: ReadonlySet<NoticeKind> }
type Places = ReadonlyMap<EnterpriseId | null, Place>

/** A user who has left an enterprise account, or lost a permission, gets no mail about it. */
async function placesOf(server: Needs, user: DueUser, due: readonly DueNotice[]): Promise<Places> {
  const places = new Map<EnterpriseId | null, Place>()
  const own = senderOf(server, platformOf(server, user.platform_id))
  for (const [enterpriseId, notices] of Map.groupBy(due, ({ enterprise_id }) => enterprise_id)) {
    const kinds = new Set(notices.map(({ kind }) => kind))
    if (enterpriseId === null) {
      places.set(null, { name: undefined, sender: own, kinds })
      continue
    }
    const found = await server.db.tenantRead(enterpriseId, async (db) => {
      const enterprise = await findEnterprise(db)
      for (const kind of kinds)
        if ((await selectHolders(db, { kind, only: [user.user_id] })).length === 0) kinds.delete(kind)
      return enterprise
    })
    if (found)
      places.set(enterpriseId, {
        name: found.name,
        sender: senderOf(server, platformOf(server, found.platform_id)),
        kinds,
      })
  }
  return places
}

type ToCompose = { user: DueUser; notices: readonly DueNotice[]; places: Places }

function lettersOf(server: Needs, { user, notices, places }: ToCompose): Letter[] {
  const { email: to, first_name: firstName } = user
  if (notices.length === 0) return []
  if (user.has_digest) {
    const sender = senderOf(server, platformOf(server, user.platform_id))
    const { length } = notices
    const summary = length === 1 ? '1 notification' : `${length} notifications`
    return [digestLetter(sender, { to, firstName, summary, list: listOf({ user, notices, places }, sender) })]
  }
  return notices.map(({ enterprise_id, ...notice }) => {
    const place = places.get(enterprise_id)!
    const { title, text = '' } = noticeWords(notice, formatFor(user, place.sender))
    return noticeLetter(place.sender, {
      to,
      firstName,
      enterpriseName: place.name ?? place.sender.appName,
      title,
      text,
    })
  })
}

/** One paragraph for each notification, under the name of its enterprise account if there are several. */
function listOf({ user, notices, places }: ToCompose, sender: Sender): string {
  const format = formatFor(user, sender)
  const isNamed = new Set(notices.map(({ enterprise_id }) => enterprise_id)).size > 1
  const lines = notices.slice(0, LISTED_MAX).map(({ enterprise_id, created_at, ...notice }) => {
    const { title, text = '' } = noticeWords(notice, format)
    const name = isNamed ? places.get(enterprise_id)?.name : undefined
    return [
      name === undefined ? '' : `${name}: `,
      `${title}${/[.!?]$/.test(title) ? '' : '.'} ${text}`.trim(),
      ` (${format.time(created_at.toISOString())})`,
    ].join('')
  })
  const more = notices.length - lines.length
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n')
}

function formatFor({ time_zone: timeZone }: DueUser, { appName }: Sender): WordFormat {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return {
    appName,
    time: (iso) => `${format.format(new Date(iso))} ${timeZone}`,
    amount: (cents) => `USD ${(cents / 100).toFixed(2)}`,
  }
}
