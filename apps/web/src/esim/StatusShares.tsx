import { type ProfileRow, profileStatuses } from '@simwright/contract/profiles/fleet'
import { useAllowed } from '../session/permission.tsx'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { profileTexts } from '../texts/profile.ts'
import { BarList } from '../ui/chart/BarList.tsx'
import { fleetOfPath } from './path.ts'
import { statusTone } from './profile-state.tsx'

type StatusCount = { status: ProfileRow['status']; count: number }

/** Number of profiles per status and its share, in the order of the profile lifecycle. */
export function StatusShares({ statuses, groupId }: { statuses: readonly StatusCount[]; groupId?: string }) {
  const maySeeFleet = useAllowed('Fleet_View')
  const counted = profileStatuses.flatMap((status) => statuses.filter((one) => one.status === status))
  const bars = counted.map(({ status, count }) => ({
    id: status,
    label: profileTexts.statuses[status].label,
    count,
    tone: statusTone(status),
    link: maySeeFleet ? fleetOfPath({ status: status.toLowerCase(), group: groupId }) : undefined,
  }))
  return <BarList label={texts.statuses} bars={bars} order="given" shares="percent" atMost={bars.length} />
}
