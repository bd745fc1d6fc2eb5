import type { Profile } from '@simwright/contract/profiles/fleet'
import { isInStock } from '@simwright/contract/profiles/profile-state'
import { operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { IconAdjustmentsHorizontal, IconBan, IconMail } from '@tabler/icons-react'
import { isAllowed } from '../../../session/held-permission.ts'
import { usePermissions } from '../../../session/permission.tsx'
import { frameTexts } from '../../../texts/frame.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { copyAction, type ObjectAction, useOpenObject } from '../../../ui/table/open-object.ts'
import type { FleetAction } from './FleetActions.tsx'

const texts = frameTexts.palette.object

export type ProfileChoice = Pick<FleetAction, 'kind' | 'delivery'>

type ProfileCommands = { onChoose: (choice: ProfileChoice) => void; onBlock: () => void }

/** Offers the actions on the open profile in the command palette. */
export function useProfileCommands(profile: Profile | undefined, { onChoose, onBlock }: ProfileCommands): void {
  const held = usePermissions()
  useOpenObject(
    profile && {
      kind: 'profile',
      id: profile.id,
      label: profile.iccid,
      actions: [...copies(profile), ...dialogs(profile)],
    },
  )

  function dialogs({ status, orderState, sample, eid }: Profile): ObjectAction[] {
    const send = { id: 'send', label: texts.send, icon: IconMail, run: () => onChoose({ delivery: 'MAIL' }) }
    const block = { id: 'block', label: texts.block, icon: IconBan, run: onBlock }
    const operations = operationKinds
      .filter((kind) => isAllowed(operationRow(kind).needs, held))
      .map((kind) => ({
        id: kind,
        label: operationRow(kind).name,
        icon: IconAdjustmentsHorizontal,
        run: () => onChoose({ kind }),
      }))
    return [
      ...(isAllowed(['Fleet_Export'], held) && status === 'AVAILABLE' && orderState === 'Released' && !sample
        ? [send]
        : []),
      ...(isAllowed(['Block_Edit'], held) && eid ? [block] : []),
      ...operations,
    ]
  }
}

function copies({ iccid, eid, activationCode, link, status, orderState }: Profile): ObjectAction[] {
  return [
    ...(!isInStock({ status, orderState }) ? [copyAction(profileTexts.names.activationCode, activationCode)] : []),
    ...(link ? [copyAction(texts.link, link)] : []),
    copyAction(profileTexts.names.iccid, iccid),
    ...(eid ? [copyAction(profileTexts.names.eid, eid)] : []),
  ]
}
