import { useEffect, useState } from 'react'

export type Box = { top: number; left: number; width: number; height: number }

/** Tracks the screen position of the first matching element, else of the page's heading; scrolls it into view once. */
export function useTarget(selectors: readonly string[], path: string): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    let shown = ''
    let current: Element | undefined
    let frame = 0
    const track = () => {
      frame = requestAnimationFrame(track)
      if (location.pathname !== path) return
      const found = [...selectors, 'main h1'].map((one) => document.querySelector(one)).find((one) => one !== null)
      if (!found) return
      if (found !== current) found.scrollIntoView({ block: 'nearest' })
      current = found
      const { top, left, width, height } = found.getBoundingClientRect()
      const next = { top, left, width, height }
      const text = JSON.stringify(next)
      if (text !== shown) setBox(next)
      shown = text
    }
    track()
    return () => cancelAnimationFrame(frame)
  }, [selectors, path])
  return box
}
