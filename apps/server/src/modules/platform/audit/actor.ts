import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActorKind } from '@simwright/contract/platform/audit'

/** The actor of a call, and where the call comes from. */
export type Actor = {
  kind: ActorKind
  id: string | null
  name: string
  email: string | null
  address: string | null
  requestId: string | null
}

export type Person = { id: string; name: string; email: string }

type ActorContext = { actor: Actor; actions: number }

const contexts = new AsyncLocalStorage<ActorContext>()

const SYSTEM: Actor = { kind: 'SYSTEM', id: null, name: '', email: null, address: null, requestId: null }

/** Runs the work with an actor, whom the audit entries that it records will name. */
export async function actAs<T>(actor: Actor, work: () => Promise<T> | T): Promise<T> {
  return (await countActions(actor, work)).result
}

/** Runs the work like `actAs`. @returns also the number of recorded actions, including edits that changed nothing */
export async function countActions<T>(
  actor: Actor,
  work: () => Promise<T> | T,
): Promise<{ result: T; actions: number }> {
  const context: ActorContext = { actor, actions: 0 }
  const result = await contexts.run(context, work)
  return { result, actions: context.actions }
}

/** A visitor, of whom only the address is known; the audit entry must name the user (`by`). */
export function visitorAt(from: { address: string; requestId: string }): Actor {
  return { ...SYSTEM, ...from, kind: 'PERSON' }
}

/**
 * The actor of an action that is being recorded: the portal itself outside `actAs`.
 * @throws TypeError for a visitor when the action does not name the user
 */
export function actorOf(by: Person | undefined): Actor {
  const context = contexts.getStore()
  if (context) context.actions += 1
  const actor = context?.actor ?? SYSTEM
  if (by) return { ...actor, ...by, kind: 'PERSON' }
  if (actor.kind === 'PERSON' && actor.id === null)
    throw new TypeError('an action of a visitor must name the user: `by`')
  return actor
}
