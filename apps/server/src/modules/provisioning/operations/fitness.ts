import type { LeftReason } from '@simwright/contract/provisioning/operation-kind'
import {
  type Condition,
  type LockedRow,
  type States,
  statesOf,
  type TransitionKind,
  unmetConditions,
} from '../../profiles/lifecycle/service.ts'

/** What decides whether a profile can be changed. */
export type Fitness = States

/** Why a kind of operation leaves a profile as it is; undefined when nothing prevents the change. */
export type WhyNot = (profile: Fitness) => LeftReason | undefined

type ReasonFor = readonly [Condition, LeftReason | ((profile: Fitness) => LeftReason)]

/**
 * A profile fits where the lifecycle allows the transition. `reasons` has one for each condition of the transition's rule;
 * where several are not met, the first in the list is given.
 */
export function allowedBy(transition: TransitionKind, ...reasons: readonly ReasonFor[]): WhyNot {
  return (profile) => {
    const unmet = unmetConditions(transition, profile)
    if (unmet.length === 0) return undefined
    const [, reason] = reasons.find(([condition]) => unmet.includes(condition)) ?? []
    if (reason === undefined) throw new TypeError(`${transition}: no reason is given for ${unmet.join(', ')}`)
    return typeof reason === 'string' ? reason : reason(profile)
  }
}

/** What every kind has in common: a profile that was deleted in the portal stays so. */
export const whyUnfit = (whyNot: WhyNot, profile: Fitness): LeftReason | undefined =>
  profile.status === 'REMOVED' ? 'removed' : whyNot(profile)

/** The same for a locked profile, or one that does not exist. */
export const whyLockedUnfit = (whyNot: WhyNot, row: LockedRow | undefined): LeftReason | undefined =>
  row ? whyUnfit(whyNot, statesOf(row)) : 'unknown'
