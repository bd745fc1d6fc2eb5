import type { RuleRunState, RuleState } from '@simwright/contract/provisioning/rule'
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

export function RunStateBadge({ state }: { state: RuleRunState }) {
  return <StatusBadge tone={runTones[state]}>{texts.runStates[state]}</StatusBadge>
}
