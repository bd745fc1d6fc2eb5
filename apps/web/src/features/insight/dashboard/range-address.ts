import { DashboardRange, type RangePreset } from '@simwright/contract/insight/dashboard'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'

/** A preset, or days that the user chose. */
export type RangeChoice = RangePreset | 'days'

export type ChosenRange = {
  choice: RangeChoice
  /** As it is sent to the server. */
  range: DashboardRange
  choose: (preset: RangePreset) => void
  /** Both days are valid. */
  chooseDays: (from: string, to: string) => void
}

/** The range of the dashboard, stored in the address. Days that are no valid range count as absent. */
export function useRange(): ChosenRange {
  const [{ range: name, from, to }, change] = useAddress(pages.dashboard)
  const days = DashboardRange.safeParse({ from, to })
  const isDays = name === 'days' && from !== undefined && days.success
  const preset = name === undefined || name === 'days' ? '30d' : name
  return {
    choice: isDays ? 'days' : preset,
    range: isDays ? days.data : { preset },
    choose: (next) =>
      change({ range: next === '30d' ? undefined : next, from: undefined, to: undefined, by: undefined }, 'push'),
    chooseDays: (first, last) => change({ range: 'days', from: first, to: last, by: undefined }, 'push'),
  }
}
