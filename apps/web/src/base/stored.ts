import { useCallback, useState } from 'react'

/** State stored in local storage under `key`. Damaged or unavailable storage yields `initial`. */
export function useStored<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => read(key) ?? initial)
  const store = useCallback(
    (next: T) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Storage is unavailable: the value lasts for this visit only.
      }
    },
    [key],
  )
  return [value, store]
}

function read<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}
