import type { SessionState } from '@simwright/contract/insight/live'
import { Hints } from '../../../db/wake-up.ts'
import type { Browser, Who } from '../../../http/call.ts'
import type { LiveServer as Server } from '../../../port/module.ts'
import { countWaiting } from '../../people/approvals/service.ts'
import { authenticate } from '../../people/sessions/service.ts'
import { countUnread, NOTICE_CHANNEL } from '../../platform/notices/service.ts'

/** Notified by triggers on every table that grants or revokes rights; the payload is the enterprise id. */
const CHANNEL = 'rights_changed'

/**
 * The server enforces rights in any case: after a lost notification the page only shows the old ones a little longer.
 */
const POLL_MS = 10_000

type Watch = { who: Who; browser: Pick<Browser, 'token' | 'binding' | 'visitBinding'>; signal: AbortSignal }

/**
 * The permissions of a session: once at the start, then at each change.
 * @throws Problem when the session ends, so that the stream ends and its reader connects again.
 */
export async function* watchSession(server: Server, { who, browser, signal }: Watch): AsyncGenerator<SessionState> {
  const hints = new Hints(POLL_MS)
  const stopListening = await server.db.listen(CHANNEL, (enterpriseId) => {
    if (enterpriseId === who.enterpriseId) hints.give()
  })
  const stopHearing = await server.db.listen(NOTICE_CHANNEL, (userId) => {
    if (userId === who.userId) hints.give()
  })
  try {
    let sent = ''
    while (!signal.aborted) {
      const { token, binding, visitBinding } = browser
      const now = await authenticate(server, { token, binding, visitBinding, background: true })
      const state = stateOf(now, await countUnread(server, now), await countWaiting(server, now))
      const text = JSON.stringify(state)
      if (text !== sent) yield state
      sent = text
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
    await stopHearing()
  }
}

type Unread = Awaited<ReturnType<typeof countUnread>>

function stateOf(who: Who, { unread, newest }: Unread, { count: approvals }: { count: number }): SessionState {
  const { role: roleName, suspended, groups } = who
  return {
    permissions: [...who.permissions].sort(),
    withheld: [...who.withheld].sort(),
    roleName,
    suspended,
    groups,
    deletionAt: who.deletionAt?.toISOString() ?? null,
    unread,
    newestNotice: newest,
    approvals,
  }
}
