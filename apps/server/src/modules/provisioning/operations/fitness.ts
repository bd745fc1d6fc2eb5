import type { LeftReason } from '@simwright/contract/provisioning/operation-kind'
import {
  type Condition,
  type LockedRow,
  type States,
  statesOf,
  type TransitionKind,
  unmetConditions,
} from '../../profiles/lifecycle/service.ts'

/** The states that decide whether a profile can be changed. */
export type Fitness = States

/** Why a kind of operation skips a profile; undefined if the profile can be changed. */
export type WhyNot = (profile: Fitness) => LeftReason | undefined

type ReasonFor = readonly [Condition, LeftReason | ((profile: Fitness) => LeftReason)]

/**
 * A profile fits if the lifecycle allows the transition. `reasons` lists one reason for each condition of the
 * transition's rule; if several conditions are unmet, the first listed reason is returned.
 * @throws TypeError if no reason is listed for the unmet conditions
 */
export function allowedBy(transition: TransitionKind, ...reasons: readonly ReasonFor[]): WhyNot {
  return (profile) => {
    const unmet = unmetConditions(transition, profile)
    if (unmet.length === 0) return undefined
    const [, reason] = reasons.find(([condition]) => unmet.includes(condition)) ?? []
    if (reason === undefined) throw new TypeError(`${transition}: no reason is listed for ${unmet.join(', ')}`)
    return typeof reason === 'string' ? reason : reason(profile)
  }
}

/** Adds the rule of every kind: a profile deleted in the portal is never changed. */
export const whyUnfit = (whyNot: WhyNot, profile: Fitness): LeftReason | undefined =>
  profile.status === 'REMOVED' ? 'removed' : whyNot(profile)

/** `whyUnfit` for a locked row; `unknown` if the profile does not exist. */
export const whyLockedUnfit = (whyNot: WhyNot, row: LockedRow | undefined): LeftReason | undefined =>
  row ? whyUnfit(whyNot, statesOf(row)) : 'unknown'
