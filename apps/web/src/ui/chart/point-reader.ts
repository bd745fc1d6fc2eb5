import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type PointReader = {
  /** Index of the point that is read. */
  at: number | undefined
  props: {
    tabIndex: 0
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: () => void
    onBlur: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

type PointReaderOptions = {
  count: number
  /** Index of the point at a distance from the left edge; may be out of range. */
  indexAt: (x: number) => number
  /** Called when Enter is pressed on a point. */
  onChoose?: ((index: number) => void) | undefined
}

/** Reads single points of a chart by pointer and by arrow keys, Home and End. */
export function usePointReader({ count, indexAt, onChoose }: PointReaderOptions): PointReader {
  const [at, setAt] = useState<number>()
  const inRange = (index: number) => Math.max(0, Math.min(count - 1, index))
  return {
    at: at === undefined || count === 0 ? undefined : inRange(at),
    props: {
      tabIndex: 0,
      onPointerMove: (event) =>
        setAt(inRange(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))),
      onPointerLeave: () => setAt(undefined),
      onBlur: () => setAt(undefined),
      onKeyDown: (event) => {
        if (event.key === 'Enter' && at !== undefined) onChoose?.(inRange(at))
        const next = indexOfKey(event.key, at, count)
        if (next === undefined) return
        event.preventDefault()
        setAt(inRange(next))
      },
    },
  }
}

function indexOfKey(key: string, at: number | undefined, count: number): number | undefined {
  if (key === 'ArrowRight') return (at ?? -1) + 1
  if (key === 'ArrowLeft') return (at ?? count) - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
