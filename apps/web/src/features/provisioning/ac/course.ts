import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import { publicCodeTexts } from '../../../texts/public-code.ts'
import type { Drawing } from '../../../ui/Illustration.tsx'
import type { Step } from '../../../ui/Steps.tsx'

type State = PublicCode['state']

const course = ['ready', 'downloaded', 'installed', 'enabled'] as const

/** Whether a device can begin, or begin again, with the code. */
export function isUsable(state: State): boolean {
  return state === 'ready' || state === 'downloaded'
}

/** How far the installation is; undefined when there is nothing more to come. */
export function stepsOf(state: State): Step[] | undefined {
  const at = (course as readonly State[]).indexOf(state)
  if (at === -1 || at === course.length - 1) return undefined
  return course.map((id, i) => ({
    id,
    label: publicCodeTexts.stepNames[id],
    state: i < at ? 'done' : i === at ? 'current' : 'to come',
  }))
}

export function drawingOf(state: State): Drawing {
  if (state === 'enabled' || state === 'installed') return 'done'
  return isUsable(state) ? 'card' : 'locked'
}
