import type { Endpoint, InputOf } from '@simwright/contract/endpoint'
import { useState } from 'react'
import { save } from './call.ts'
import { Problem } from './problem.ts'

/** Downloads a file and has the browser save it when `start` is called. A failure is shown as a notice. */
export function useSave<E extends Endpoint>(endpoint: E): { start: (sent: InputOf<E>) => void; isPending: boolean } {
  const [isPending, setIsPending] = useState(false)
  const start = (sent: InputOf<E>) => {
    setIsPending(true)
    save(endpoint, sent)
      .catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
      .finally(() => setIsPending(false))
  }
  return { start, isPending }
}
