import { logout } from '@simwright/contract/people/account'
import { ask } from '../api/call.ts'
import { leaveSession } from './session.ts'

/** Ends the session here and on the server; without an answer the server's own clock ends it there. */
export async function signOut(): Promise<void> {
  await ask(logout, {}, { silent: true }).catch(() => undefined)
  leaveSession('signed-out')
}
