import { type FleetFilter, SELECTION_IDS_MAX, type Selection } from '@simwright/contract/profiles/fleet-filter'
import { useState } from 'react'
import { operationTexts } from '../../../texts/operation.ts'
import { say } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'

/** Some ids, or all profiles that match the filter except some ids, so that a million ids are never listed. */
type Chosen = { mode: 'some'; ids: readonly string[] } | { mode: 'all'; except: readonly string[]; filterKey: string }

export type FleetSelection = {
  /** The ids of the rows shown as selected. */
  ticked: readonly string[]
  setTicked: (ids: readonly string[]) => void
  selectAll: () => void
  clear: () => void
  isAll: boolean
  /** Undefined while nothing is selected. */
  selection: Selection | undefined
  /** Number of listed ids: of those selected, or of those excluded from all. */
  idCount: number
}

/** A selection of all profiles belongs to one filter; it is dropped when the filter changes. */
export function useFleetSelection(filter: FleetFilter, shown: readonly string[]): FleetSelection {
  const filterKey = JSON.stringify(filter)
  const [chosen, setChosen] = useState<Chosen>({ mode: 'some', ids: [] })
  const isAll = chosen.mode === 'all' && chosen.filterKey === filterKey
  const ids = chosen.mode === 'some' ? chosen.ids : []
  const except = isAll ? chosen.except : []
  const selection = isAll ? { filter, except: [...except] } : ids.length > 0 ? { ids: [...ids] } : undefined
  const setTicked = (next: readonly string[]) => {
    if (!isAll && next.length > SELECTION_IDS_MAX)
      return toast.warning(say(operationTexts.selectedMax, { max: SELECTION_IDS_MAX }))
    if (!isAll) return setChosen({ mode: 'some', ids: next })
    const left = shown.filter((id) => !next.includes(id))
    const all = [...except.filter((id) => !shown.includes(id)), ...left]
    if (all.length > SELECTION_IDS_MAX) return toast.warning(say(operationTexts.leftOutMax, { max: SELECTION_IDS_MAX }))
    setChosen({ mode: 'all', filterKey, except: all })
  }
  return {
    ticked: isAll ? shown.filter((id) => !except.includes(id)) : ids,
    setTicked,
    selectAll: () => setChosen({ mode: 'all', filterKey, except: [] }),
    clear: () => setChosen({ mode: 'some', ids: [] }),
    isAll,
    selection,
    idCount: isAll ? except.length : ids.length,
  }
}
