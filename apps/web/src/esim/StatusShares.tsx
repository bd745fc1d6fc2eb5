import { type ProfileRow, profileStatuses } from '@simwright/contract/profiles/fleet'
import { useAllowed } from '../session/permission.tsx'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { profileTexts } from '../texts/profile.ts'
import { DonutChart, type Share } from '../ui/DonutChart.tsx'
import { fleetOfPath } from './path.ts'
import { statusTone } from './profile-state.tsx'

type StatusCount = { status: ProfileRow['status']; count: number }

/** Number of profiles per status, in the order of the profile lifecycle. */
export function StatusShares({ statuses, groupId }: { statuses: readonly StatusCount[]; groupId?: string }) {
  const maySeeFleet = useAllowed('Fleet_View')
  const counted = profileStatuses.flatMap((status) => statuses.filter((one) => one.status === status))
  const shares = counted.map(({ status, count }, i): Share => {
    const tone = statusTone(status)
    const sameTone = counted.slice(0, i).filter((other) => statusTone(other.status) === tone).length
    return {
      id: status,
      label: profileTexts.statuses[status].label,
      count,
      tone,
      strength: 0.68 ** sameTone,
      link: maySeeFleet ? fleetOfPath({ status: status.toLowerCase(), group: groupId }) : undefined,
    }
  })
  return <DonutChart label={texts.statuses} shares={shares} />
}
