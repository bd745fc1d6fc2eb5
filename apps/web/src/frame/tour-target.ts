import { useEffect, useState } from 'react'

export type Box = { top: number; left: number; width: number; height: number }

/**
 * Tracks the screen position of the first matching element, else of the page's heading. Scrolls it into view when it
 * appears, and when content that is loaded later moves it; where the user scrolls to, the page stays.
 */
export function useTarget(selectors: readonly string[], path: string): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    let shown = ''
    let current: Element | undefined
    let lastOffset = 0
    let frame = 0
    const track = () => {
      frame = requestAnimationFrame(track)
      if (location.pathname !== path) return
      const found = [...selectors, 'main h1'].map((one) => document.querySelector(one)).find((one) => one !== null)
      if (!found) return
      const offset = found.getBoundingClientRect().top + scrollY
      if (found !== current || Math.abs(offset - lastOffset) > 1) found.scrollIntoView({ block: 'nearest' })
      current = found
      lastOffset = offset
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
