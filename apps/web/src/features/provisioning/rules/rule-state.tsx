import type { Rule, RuleRunState, RuleState } from '@simwright/contract/provisioning/rule'
import { say } from '../../../texts/text.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { ruleTexts as texts } from './rule-texts.ts'

const tones: Record<RuleState, Tone> = { ACTIVE: 'success', PAUSED: 'neutral', STOPPED: 'danger' }
const runTones: Record<RuleRunState, Tone> = {
  WAITING: 'info',
  DONE: 'success',
  SKIPPED: 'warning',
  DROPPED: 'neutral',
}

export function RuleStateBadge({ state }: { state: RuleState }) {
  return <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
}

/** Whose rights a rule has. */
export const ownerOf = ({ savedBy, savedKey }: Pick<Rule, 'savedBy' | 'savedKey'>): string =>
  savedKey === null ? savedBy : say(texts.withKey, { name: savedBy, key: savedKey || '–' })

export function RunStateBadge({ state }: { state: RuleRunState }) {
  return <StatusBadge tone={runTones[state]}>{texts.runStates[state]}</StatusBadge>
}
