import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActorKind } from '@simwright/contract/platform/audit'

/** Who does what is done now, and from where. */
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

/** Runs the work in the name of somebody: what it changes is written down as theirs. */
export async function actAs<T>(doer: Doer, work: () => Promise<T> | T): Promise<T> {
  return (await countDeeds(doer, work)).result
}

/** The same. @returns also how many deeds were written down, or would have been if they had changed something */
export async function countDeeds<T>(doer: Doer, work: () => Promise<T> | T): Promise<{ result: T; deeds: number }> {
  const act: Act = { doer, deeds: 0 }
  const result = await acts.run(act, work)
  return { result, deeds: act.deeds }
}

/** A visitor, of whom only the address is known; who it was is said by the deed (`by`). */
export function visitorAt(from: { address: string; requestId: string }): Doer {
  return { ...SYSTEM, ...from, kind: 'PERSON' }
}

/**
 * The doer of a deed that is written down now; nobody in particular is the portal itself.
 * @throws TypeError for a visitor of whom the deed does not say who it was
 */
export function doerOf(by: Person | undefined): Doer {
  const act = acts.getStore()
  if (act) act.deeds += 1
  const doer = act?.doer ?? SYSTEM
  if (by) return { ...doer, ...by, kind: 'PERSON' }
  if (doer.kind === 'PERSON' && doer.id === null) throw new TypeError('a deed of a visitor must say who it was: `by`')
  return doer
}
