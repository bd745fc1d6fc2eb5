import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function with a stable identity that calls the callback of the latest render, so that memoized children do not
 * render again.
 */
export function useStableCallback<In extends unknown[], Out>(callback: (...args: In) => Out): (...args: In) => Out {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: In) => latest.current(...args), [])
}
