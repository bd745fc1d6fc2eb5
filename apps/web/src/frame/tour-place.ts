import type { Box } from './tour-target.ts'

type Size = { width: number; height: number }

/** Space around the highlighted element, in pixels. */
export const SPOT_PADDING = 6
const GAP = 2 * SPOT_PADDING
/** Smallest distance of the card from the edges of the window. */
const EDGE = 16

/**
 * Where the card is: below the highlighted element, else above it, else in the lower right corner. The whole card is in
 * the window wherever the element is, unless the window is smaller than the card.
 */
export function placeOfCard(box: Box | undefined, card: Size, view: Size): { top: number; left: number } {
  const last = { top: view.height - card.height - EDGE, left: view.width - card.width - EDGE }
  const inWindow = (at: { top: number; left: number }) => ({
    top: Math.max(EDGE, Math.min(at.top, last.top)),
    left: Math.max(EDGE, Math.min(at.left, last.left)),
  })
  if (!box) return inWindow(last)
  const tops = [box.top + box.height + GAP, box.top - GAP - card.height]
  const top = tops.find((one) => one >= EDGE && one <= last.top)
  return inWindow(top === undefined ? last : { top, left: box.left })
}
