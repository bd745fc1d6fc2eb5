import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import type { EndUserTexts } from '@simwright/contract/provisioning/end-user-text'
import type { Step } from '../ui/layout/Steps.tsx'
import type { Drawing } from '../ui/page/Illustration.tsx'

type State = PublicCode['state']

const steps = [
  ['ready', 'stepReady'],
  ['downloaded', 'stepDownloaded'],
  ['installed', 'stepInstalled'],
  ['enabled', 'stepEnabled'],
] as const

/** Whether a device can start or repeat the download with the code. */
export function isUsable(state: State): boolean {
  return state === 'ready' || state === 'downloaded'
}

/** The steps of the installation; undefined if no step is left. */
export function stepsOf(state: State, texts: EndUserTexts): Step[] | undefined {
  const at = steps.findIndex(([id]) => id === state)
  if (at === -1 || at === steps.length - 1) return undefined
  return steps.map(([id, name], i) => ({
    id,
    label: texts[name],
    state: i < at ? 'done' : i === at ? 'current' : 'to come',
  }))
}

export function drawingOf(state: State): Drawing {
  if (state === 'enabled' || state === 'installed') return 'done'
  return isUsable(state) ? 'card' : 'locked'
}

export function toneOf(state: State): 'ready' | 'done' | 'over' {
  if (state === 'enabled' || state === 'installed') return 'done'
  return isUsable(state) ? 'ready' : 'over'
}
