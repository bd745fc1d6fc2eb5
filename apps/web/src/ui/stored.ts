import { useCallback, useState } from 'react'

/** State that this browser remembers under `key`; a damaged or refused memory counts as none. */
export function useStored<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => read(key) ?? initial)
  const store = useCallback(
    (next: T) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Remembered for this visit only.
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
