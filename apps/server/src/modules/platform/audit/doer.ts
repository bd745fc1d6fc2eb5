import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActorKind } from '@simwright/contract/platform/audit'

/** The actor of the current call, and where it comes from. */
export type Doer = {
  kind: ActorKind
  id: string | null
  name: string
  email: string | null
  address: string | null
  requestId: string | null
}

export type Person = { id: string; name: string; email: string }

type Act = { doer: Doer; deeds: number }

const acts = new AsyncLocalStorage<Act>()

const SYSTEM: Doer = { kind: 'SYSTEM', id: null, name: '', email: null, address: null, requestId: null }

/** Runs the work in the name of an actor: the audit entries that it records name that actor. */
export async function actAs<T>(doer: Doer, work: () => Promise<T> | T): Promise<T> {
  return (await countDeeds(doer, work)).result
}

/** The same. @returns also how many actions were recorded, edits that changed nothing included */
export async function countDeeds<T>(doer: Doer, work: () => Promise<T> | T): Promise<{ result: T; deeds: number }> {
  const act: Act = { doer, deeds: 0 }
  const result = await acts.run(act, work)
  return { result, deeds: act.deeds }
}

/** A visitor, of whom only the address is known; the audit entry must name the user (`by`). */
export function visitorAt(from: { address: string; requestId: string }): Doer {
  return { ...SYSTEM, ...from, kind: 'PERSON' }
}

/**
 * The actor of an action that is recorded now: the portal itself outside `actAs`.
 * @throws TypeError for a visitor when the action does not name the user
 */
export function doerOf(by: Person | undefined): Doer {
  const act = acts.getStore()
  if (act) act.deeds += 1
  const doer = act?.doer ?? SYSTEM
  if (by) return { ...doer, ...by, kind: 'PERSON' }
  if (doer.kind === 'PERSON' && doer.id === null) throw new TypeError('an action of a visitor must name the user: `by`')
  return doer
}
