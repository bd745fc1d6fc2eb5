import { useLayoutEffect, useState } from 'react'

/** Where the notices are: the distance of their top edge from the top of the window, and of their middle from the left. */
export type ToastPosition = { top: number; middle: number; maxWidth: number }

const GAP = 8
const WIDTH = 440
/** Less room next to an open drawer is too narrow: the notices are then below the drawer's title. */
const MIN_ROOM = 360

/** The elements that notices never cover: the header with the search, the strips below it, and the titles of drawers. */
const BAR = '[data-toasts-below="bar"]'
const DRAWER = '[data-toasts-below="drawer"]'

/** The position of the notices, measured again whenever something opens, closes or is scrolled while any are shown. */
export function useToastPosition(areShown: boolean): ToastPosition {
  const [position, setPosition] = useState<ToastPosition>(measure)
  useLayoutEffect(() => {
    if (!areShown) return
    const update = () =>
      setPosition((before) => {
        const next = measure()
        return JSON.stringify(next) === JSON.stringify(before) ? before : next
      })
    update()
    const observer = new MutationObserver(update)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('resize', update)
    addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('resize', update)
      removeEventListener('scroll', update)
    }
  }, [areShown])
  return position
}

function measure(): ToastPosition {
  const all = document.documentElement.clientWidth
  const centered = { top: bottomOf(BAR) + GAP, middle: all / 2, maxWidth: Math.min(WIDTH, all - 2 * GAP) }
  const drawer = document.querySelector<HTMLElement>(DRAWER)
  if (!drawer) return centered
  // by its width, because a drawer that slides in is not yet where it will be
  const room = all - drawer.offsetWidth
  if (room < MIN_ROOM) return { ...centered, top: Math.max(centered.top, bottomOf(DRAWER) + GAP) }
  return { ...centered, middle: room / 2, maxWidth: Math.min(WIDTH, room - 2 * GAP) }
}

/** The lowest edge of these elements; one above the window, because the page is scrolled, has no effect. */
const bottomOf = (selector: string) =>
  Math.max(0, ...[...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().bottom))
