import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and does what the last render says: what is given it need not be rendered again. */
export function useStableCallback<In extends unknown[], Out>(work: (...given: In) => Out): (...given: In) => Out {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  return useCallback((...given: In) => latest.current(...given), [])
}
