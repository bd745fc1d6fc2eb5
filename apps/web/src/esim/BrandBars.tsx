import type { Figures } from '@simwright/contract/profiles/figures'
import { useAllowed } from '../session/permission.tsx'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { BarList } from '../ui/chart/BarList.tsx'
import { Note } from '../ui/layout/layout.tsx'
import { fleetOfPath } from './path.ts'

/** Bars of the device brands, by number of profiles. */
export function BrandBars({ brands, groupId }: { brands: Figures['brands']; groupId?: string }) {
  const maySeeFleet = useAllowed('Fleet_View')
  if (brands.length === 0) return <Note>{texts.brandsNone}</Note>
  const bars = brands.map(({ brand, count }) => ({
    id: brand,
    label: brand,
    count,
    link: maySeeFleet ? fleetOfPath({ brand, group: groupId }) : undefined,
  }))
  return <BarList label={texts.brands} bars={bars} shares="percent" />
}
