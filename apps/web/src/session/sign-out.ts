import { logout } from '@simwright/contract/people/account'
import { ask } from '../api/call.ts'
import { leaveSession } from '../api/session.ts'

/** Ends the session on the server and here. If the call fails, the session expires on the server. */
export async function signOut(): Promise<void> {
  await ask(logout, {}, { silent: true }).catch(() => undefined)
  leaveSession('signed-out')
}
