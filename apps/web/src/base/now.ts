import { useEffect, useState } from 'react'

/** The current time in ms, updated every `everyMs` while the component is mounted. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
