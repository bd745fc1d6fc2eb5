import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import type * as contract from '@simwright/contract/platform/notice'
import {
  kindsOfAllGroups,
  type NoticeKind,
  noticeChannels,
  noticeKindNames,
  noticeKindRow,
} from '@simwright/contract/platform/notice-kind'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import {
  type DigestHour,
  selectChoices,
  selectDigest,
  updatePending,
  upsertChoice,
  upsertDigest,
} from './choice-queries.ts'
import { nextLocalHour } from './digest-time.ts'
import { isOn } from './recipient.ts'

/** The kinds of notifications that the user can get in the current enterprise account, and where they appear. */
export async function listChoices(server: Server, who: Who): Promise<OutputOf<typeof contract.choices>> {
  const { global } = server.db
  const [chosen, digest] = await Promise.all([selectChoices(global, who), selectDigest(global, who.userId)])
  const kinds = noticeKindNames
    .filter((kind) => canGet(who, kind))
    .map((kind) => {
      const own = Object.fromEntries(chosen.filter((one) => one.kind === kind).map((one) => [one.channel, one.is_on]))
      const { BELL, MAIL, WEBHOOK } = Object.fromEntries(
        noticeChannels.map((channel) => [channel, isOn(kind, channel, own)]),
      )
      return { kind, channels: { BELL: BELL === true, MAIL: MAIL === true, WEBHOOK: WEBHOOK === true } }
    })
  return { kinds, digest: digest && shownDigest(server, digest) }
}

/** Switches a kind on or off in a channel. @throws Problem not_found, or invalid when the channel of the kind cannot be switched */
export async function choose(
  server: Server,
  who: Who,
  { kind, channel, isOn: wanted }: ParsedInputOf<typeof contract.choose>,
): Promise<Record<never, never>> {
  if (!canGet(who, kind)) throw new Problem('not_found')
  const { audience, channels } = noticeKindRow(kind)
  if (channels[channel] === 'never') throw fault('isOn', 'never', 'Webhooks do not get this notification.')
  if (channels[channel] === 'always') throw fault('isOn', 'always', 'This notification cannot be turned off.')
  const enterpriseId = audience === 'person' ? null : who.enterpriseId
  await upsertChoice(server.db.global, { userId: who.userId, enterpriseId, kind, channel, isOn: wanted })
  return {}
}

/** Selects one mail a day, or single mails. Mails that wait move to the new time. */
export async function setDigest(
  server: Server,
  who: Who,
  { hour, timeZone }: { hour: number | null; timeZone: string },
): Promise<OutputOf<typeof contract.setDigest>> {
  const at = server.clock.now()
  return await server.db.globalTx(async (db) => {
    await upsertDigest(db, who.userId, hour === null ? null : { hour, timeZone })
    const digest = await selectDigest(db, who.userId)
    await updatePending(db, who.userId, digest ? nextLocalHour(at, digest) : at)
    return { digest: digest && shownDigest(server, digest) }
  })
}

const shownDigest = ({ clock }: Pick<Server, 'clock'>, digest: DigestHour) => ({
  ...digest,
  nextAt: nextLocalHour(clock.now(), digest).toISOString(),
})

function canGet({ enterpriseId, permissions, groups }: Who, kind: NoticeKind): boolean {
  if (groups && kindsOfAllGroups.includes(kind)) return false
  const { audience, permission } = noticeKindRow(kind)
  if (audience === 'person') return true
  if (enterpriseId === NO_ENTERPRISE_ID || (audience === 'staff') !== (enterpriseId === STAFF_ENTERPRISE_ID))
    return false
  return permission === undefined || permissions.has(permission)
}
