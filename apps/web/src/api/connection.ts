import * as brand from '@simwright/contract/platform/brand'
import { useEffect, useEffectEvent } from 'react'
import { useStore } from '../base/store.ts'
import { ask } from './call.ts'
import { queryClient } from './query-client.ts'
import { isUnreachable } from './unreachable.ts'

const PROBE_MS = 5_000

const probe = () => {
  // the call itself notes whether it reached the portal
  void ask(brand.query, {}, { background: true, silent: true }).catch(() => undefined)
}

/**
 * Whether the portal cannot be reached. Finds out when the browser reports a change, and every few seconds while it is so;
 * when the portal is back, the calls that failed are made again, then `onBack` is called.
 */
export function useIsOffline(onBack?: () => void): boolean {
  const isOffline = useStore(isUnreachable)
  const whenBack = useEffectEvent(() => {
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    onBack?.()
  })
  useEffect(() => {
    for (const event of ['online', 'offline']) addEventListener(event, probe)
    return () => {
      for (const event of ['online', 'offline']) removeEventListener(event, probe)
    }
  }, [])
  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(probe, PROBE_MS)
    const stop = isUnreachable.listen(whenBack)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isOffline])
  return isOffline
}
