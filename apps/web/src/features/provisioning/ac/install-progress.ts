import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import { publicCodeTexts } from '../../../texts/public-code.ts'
import type { Drawing } from '../../../ui/Illustration.tsx'
import type { Step } from '../../../ui/Steps.tsx'

type State = PublicCode['state']

const order = ['ready', 'downloaded', 'installed', 'enabled'] as const

/** Whether a device can start or repeat the download with the code. */
export function isUsable(state: State): boolean {
  return state === 'ready' || state === 'downloaded'
}

/** The steps of the installation; undefined if no step is left. */
export function stepsOf(state: State): Step[] | undefined {
  const at = (order as readonly State[]).indexOf(state)
  if (at === -1 || at === order.length - 1) return undefined
  return order.map((id, i) => ({
    id,
    label: publicCodeTexts.stepNames[id],
    state: i < at ? 'done' : i === at ? 'current' : 'to come',
  }))
}

export function drawingOf(state: State): Drawing {
  if (state === 'enabled' || state === 'installed') return 'done'
  return isUsable(state) ? 'card' : 'locked'
}
