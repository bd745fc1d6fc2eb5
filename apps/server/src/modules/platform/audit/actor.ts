import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActorKind } from '@simwright/contract/platform/audit'

/** The actor of the current call, and where it comes from. */
export type Actor = {
  kind: ActorKind
  id: string | null
  name: string
  email: string | null
  address: string | null
  requestId: string | null
}

export type Person = { id: string; name: string; email: string }

type Act = { actor: Actor; actions: number }

const acts = new AsyncLocalStorage<Act>()

const SYSTEM: Actor = { kind: 'SYSTEM', id: null, name: '', email: null, address: null, requestId: null }

/** Runs the work in the name of an actor: the audit entries that it records name that actor. */
export async function actAs<T>(actor: Actor, work: () => Promise<T> | T): Promise<T> {
  return (await countActions(actor, work)).result
}

/** The same. @returns also how many actions were recorded, edits that changed nothing included */
export async function countActions<T>(
  actor: Actor,
  work: () => Promise<T> | T,
): Promise<{ result: T; actions: number }> {
  const act: Act = { actor, actions: 0 }
  const result = await acts.run(act, work)
  return { result, actions: act.actions }
}

/** A visitor, of whom only the address is known; the audit entry must name the user (`by`). */
export function visitorAt(from: { address: string; requestId: string }): Actor {
  return { ...SYSTEM, ...from, kind: 'PERSON' }
}

/**
 * The actor of an action that is recorded now: the portal itself outside `actAs`.
 * @throws TypeError for a visitor when the action does not name the user
 */
export function actorOf(by: Person | undefined): Actor {
  const act = acts.getStore()
  if (act) act.actions += 1
  const actor = act?.actor ?? SYSTEM
  if (by) return { ...actor, ...by, kind: 'PERSON' }
  if (actor.kind === 'PERSON' && actor.id === null)
    throw new TypeError('an action of a visitor must name the user: `by`')
  return actor
}
