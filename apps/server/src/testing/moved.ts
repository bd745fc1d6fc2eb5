import { type Cause, lockProfiles, move, type Transition } from '../modules/profiles/lifecycle/service.ts'
import type { TestServer } from './server.ts'

export const TEST_EID = '89049032000000000000000000000018'

/** The transition of a download by a device of this brand, charged to this order of a plan. */
export const deliveredTo = (brand: string | null, eid = TEST_EID, chargedTo: string | null = null): Transition => ({
  kind: 'delivered',
  eid,
  device: { brand, model: null, release: null },
  chargedTo,
  sealedPackage: undefined,
})

export const installed = { kind: 'installed', lastSequence: 1 } as const satisfies Transition
export const enabled = { kind: 'enabled', lastSequence: 2 } as const satisfies Transition
export const deletedForAnother = { kind: 'deleted', lastSequence: 3, reusable: true } as const satisfies Transition

/** Applies transitions to a profile one by one, as the SM-DP+ would. */
export async function moved(
  { server, clock }: TestServer,
  { enterpriseId, profileId, ...cause }: { enterpriseId: string; profileId: string } & Partial<Cause>,
  transitions: readonly Transition[],
): Promise<void> {
  for (const transition of transitions)
    await server.db.tenantTx(enterpriseId, async (db) => {
      const [row] = await lockProfiles(db, enterpriseId, [profileId])
      const device = transition.kind === 'delivered' ? transition.device : undefined
      const defaults = { at: clock.now(), actor: { kind: 'device' }, device, newId: server.random.uuid } as const
      await move(db, { enterpriseId, ...defaults, ...cause }, [{ row: row!, transition }])
    })
}
