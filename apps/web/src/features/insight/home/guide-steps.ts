import type { OutputOf } from '@simwright/contract/endpoint'
import type { overview } from '@simwright/contract/insight/home'
import { newConfigurationPath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'

/** Which steps of the guide are done. */
export type StepsDone = OutputOf<typeof overview>['steps']

/** From subscriber data to a working eSIM. */
export const guideSteps = [
  { id: 'configuration', to: newConfigurationPath, need: ['Profile_Config_Edit'] },
  { id: 'generated', to: pages.generateAc.path, need: pages.generateAc.permissions },
  { id: 'downloaded', to: pages.fleet.path, need: pages.fleet.permissions },
  { id: 'managed', to: pages.fleet.path, need: pages.fleet.permissions },
] as const satisfies readonly { id: keyof StepsDone; to: string; need: readonly string[] }[]

export const isGuideDone = (done: StepsDone): boolean => guideSteps.every(({ id }) => done[id])
