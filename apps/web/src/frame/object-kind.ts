import type { BehaviorConfig } from '@simwright/contract/people/behavior'
import {
  IconAdjustmentsHorizontal,
  IconDeviceSim,
  IconListDetails,
  IconSpeakerphone,
  IconStack2,
} from '@tabler/icons-react'
import { batchLogPath, configurationPath, profilePath } from '../esim/path.ts'
import { useMasks } from '../esim/privacy.ts'
import { type Destination, linkTo, pages } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import type { FrameEntry } from '../ui/page/Navigation.tsx'

/** A page, an action or an object as the portal remembers it for a user. */
export type Remembered = BehaviorConfig<'palette'>['recent'][number]

type ShownObject = { shown: string; note: string | undefined; icon: FrameEntry['icon']; target: Destination }

const objectKinds = {
  profile: { need: pages.fleet.permissions, icon: IconDeviceSim, target: profilePath },
  configuration: {
    need: pages.configurations.permissions,
    icon: IconAdjustmentsHorizontal,
    target: (id: string) => configurationPath('view', id),
  },
  batch: { need: ['Generate_AC_Log_View'], icon: IconListDetails, target: batchLogPath },
  group: {
    need: pages.group.permissions,
    icon: IconStack2,
    target: (id: string) => linkTo(pages.group, { search: { group: id } }),
  },
  campaign: {
    need: pages.campaigns.permissions,
    icon: IconSpeakerphone,
    target: (id: string) => linkTo(pages.campaigns, { search: { campaign: id } }),
  },
} as const

/** Icon, link and masked label of an object; undefined for a page or an action, and if the user may not see it. */
export function useObjectOf(): (one: Remembered & { note?: string }) => ShownObject | undefined {
  const held = usePermissions()
  const masks = useMasks()
  return ({ kind, id, label, note }) => {
    if (kind === 'page' || kind === 'action') return undefined
    const { need, icon, target } = objectKinds[kind]
    if (!isAllowed(need, held)) return undefined
    const shown = kind === 'profile' ? masks.number(label) : label
    return { shown, note: note === undefined ? undefined : masks.text(note), icon, target: target(id) }
  }
}
