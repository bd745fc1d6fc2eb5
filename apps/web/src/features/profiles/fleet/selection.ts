import { type FleetFilter, NAMED_MAX, type Selection } from '@simwright/contract/profiles/fleet-filter'
import { useState } from 'react'
import { operationTexts } from '../../../texts/operation.ts'
import { say } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'

/** Some rows, or all that match but some: what is done to many is told by the filter, never by a list of a million. */
type Chosen = { mode: 'some'; ids: readonly string[] } | { mode: 'all'; except: readonly string[]; about: string }

export type FleetSelection = {
  /** Of the rows that are shown. */
  ticked: readonly string[]
  setTicked: (ids: readonly string[]) => void
  selectAll: () => void
  clear: () => void
  isAll: boolean
  /** Undefined while nothing is selected. */
  selection: Selection | undefined
  /** How many are named: those selected, or those that are left out of all. */
  named: number
}

/** A selection begins anew with another filter. */
export function useFleetSelection(filter: FleetFilter, shown: readonly string[]): FleetSelection {
  const about = JSON.stringify(filter)
  const [chosen, setChosen] = useState<Chosen>({ mode: 'some', ids: [] })
  const isAll = chosen.mode === 'all' && chosen.about === about
  const ids = chosen.mode === 'some' ? chosen.ids : []
  const except = isAll ? chosen.except : []
  const selection = isAll ? { filter, except: [...except] } : ids.length > 0 ? { ids: [...ids] } : undefined
  const setTicked = (next: readonly string[]) => {
    if (!isAll && next.length > NAMED_MAX) return toast.warning(say(operationTexts.selectedMax, { max: NAMED_MAX }))
    if (!isAll) return setChosen({ mode: 'some', ids: next })
    const left = shown.filter((id) => !next.includes(id))
    const all = [...except.filter((id) => !shown.includes(id)), ...left]
    if (all.length > NAMED_MAX) return toast.warning(say(operationTexts.leftOutMax, { max: NAMED_MAX }))
    setChosen({ mode: 'all', about, except: all })
  }
  return {
    ticked: isAll ? shown.filter((id) => !except.includes(id)) : ids,
    setTicked,
    selectAll: () => setChosen({ mode: 'all', about, except: [] }),
    clear: () => setChosen({ mode: 'some', ids: [] }),
    isAll,
    selection,
    named: isAll ? except.length : ids.length,
  }
}
