import { type CSSProperties, useEffect, useState } from 'react'
import classes from './TimeTip.module.css'

/** What can have the focus and shows times; not a region or a dialog, which can contain many. */
const FOCUSABLE = 'tr, li, a, button, summary, [role="button"], [role="option"], [role="menuitem"]'
/** The tips wait until the focus rests: otherwise they would flash while the arrow keys walk through a table. */
const REST_MS = 500
const GAP = 4
/** A time closer to the end of the window has its tip above. */
const ROOM = 40

type Tip = { text: string; style: CSSProperties }

/**
 * Shows the times of what has the keyboard focus in full, as a pointer gets them on hover. Screen readers have them as
 * the titles of the times.
 */
export function TimeTip() {
  const [tips, setTips] = useState<readonly Tip[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let observer: IntersectionObserver | undefined
    const hide = () => {
      clearTimeout(timer)
      observer?.disconnect()
      setTips((before) => (before.length === 0 ? before : []))
    }
    const show = (element: Element) => {
      const times = [...element.querySelectorAll('time[title]')]
      const own = element.closest('time[title]')
      // the observer knows what is cut off by a table that scrolls
      observer = new IntersectionObserver((seen) => {
        observer?.disconnect()
        setTips(seen.filter(({ isIntersecting }) => isIntersecting).map(tipOf))
      })
      for (const time of own ? [...times, own] : times) observer.observe(time)
    }
    const onFocus = ({ target }: FocusEvent) => {
      hide()
      if (!(target instanceof Element) || !target.matches(FOCUSABLE) || !target.matches(':focus-visible')) return
      timer = setTimeout(() => show(target), REST_MS)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('pointerdown', hide)
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      hide()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('scroll', hide, { capture: true })
    }
  }, [])
  return tips.map(({ text, style }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tips of one element appear and disappear together
    <div key={index} className={classes.tip} style={style} aria-hidden>
      {text}
    </div>
  ))
}

/** Below the time, or above it at the end of the window, and within the window. */
function tipOf({ target, boundingClientRect: { left, right, top, bottom } }: IntersectionObserverEntry): Tip {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  return {
    text: target.getAttribute('title') ?? '',
    style: {
      ...(left < width / 2 ? { left } : { right: width - right }),
      ...(bottom < height - ROOM ? { top: bottom + GAP } : { bottom: height - top + GAP }),
    },
  }
}
