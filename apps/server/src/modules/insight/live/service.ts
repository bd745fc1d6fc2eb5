import type { SessionState } from '@simwright/contract/insight/live'
import { Hints } from '../../../db/wake-up.ts'
import type { Browser, Who } from '../../../http/call.ts'
import { authenticate } from '../../people/sessions/service.ts'
import { countUnread, NOTICE_CHANNEL } from '../../platform/notices/service.ts'
import type { Server } from './port.ts'

/** Told by triggers on everything that gives or takes rights; the payload is the enterprise account. */
const CHANNEL = 'rights_changed'

/** The server refuses what is not held anyway: a lost notification only lets the page show it a little longer. */
const POLL_MS = 10_000

type Watch = { who: Who; browser: Pick<Browser, 'token' | 'binding'>; signal: AbortSignal }

/**
 * What a session holds: at first, then whenever it changes.
 * @throws Problem when the session ends, so that the stream breaks off and its reader asks anew.
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
    let told = ''
    while (!signal.aborted) {
      const { token, binding } = browser
      const now = await authenticate(server, { token, binding, background: true })
      const state = stateOf(now, await countUnread(server, now))
      const text = JSON.stringify(state)
      if (text !== told) yield state
      told = text
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
    await stopHearing()
  }
}

type Unread = Awaited<ReturnType<typeof countUnread>>

function stateOf(who: Who, { unread, newest }: Unread): SessionState {
  const { permissions, role: roleName, suspended } = who
  const deletionAt = who.deletionAt?.toISOString() ?? null
  return { permissions: [...permissions].sort(), roleName, suspended, deletionAt, unread, newestNotice: newest }
}
