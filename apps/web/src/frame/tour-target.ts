import { useEffect, useState } from 'react'

export type Box = { top: number; left: number; width: number; height: number }

/** Where the first of these things that the page has stands on the screen; else the page's heading. Follows it. */
export function useTarget(selectors: readonly string[], path: string): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    let shown = ''
    let reached: Element | undefined
    let frame = 0
    const look = () => {
      frame = requestAnimationFrame(look)
      if (location.pathname !== path) return
      const found = [...selectors, 'main h1'].map((one) => document.querySelector(one)).find((one) => one !== null)
      if (!found) return
      if (found !== reached) found.scrollIntoView({ block: 'nearest' })
      reached = found
      const { top, left, width, height } = found.getBoundingClientRect()
      const next = { top, left, width, height }
      const text = JSON.stringify(next)
      if (text !== shown) setBox(next)
      shown = text
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [selectors, path])
  return box
}
