import type { Endpoint, InputOf } from '@simwright/contract/endpoint'
import { useRef, useState } from 'react'
import { save } from './file.ts'
import { Problem } from './problem.ts'

/** How often the size of a file that arrives is shown. */
const SHOW_EVERY_MS = 250

type Saving<E extends Endpoint> = {
  start: (sent: InputOf<E>) => void
  isPending: boolean
  /** The bytes of the file that have arrived. */
  bytes: number
  /** Ends the download; the server stops to write the file. */
  cancel: () => void
}

/** Downloads a file and has the browser save it when `start` is called. A failure is shown as a notice. */
export function useSave<E extends Endpoint>(endpoint: E): Saving<E> {
  const [isPending, setIsPending] = useState(false)
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController>(undefined)
  const start = (sent: InputOf<E>) => {
    const controller = new AbortController()
    running.current = controller
    setIsPending(true)
    setBytes(0)
    let shownAt = 0
    const onBytes = (arrived: number) => {
      if (performance.now() - shownAt < SHOW_EVERY_MS) return
      shownAt = performance.now()
      setBytes(arrived)
    }
    save(endpoint, sent, { signal: controller.signal, onBytes })
      .catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
      .finally(() => setIsPending(false))
  }
  return { start, isPending, bytes, cancel: () => running.current?.abort() }
}
