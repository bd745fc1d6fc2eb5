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
        setTips(tipsOf(seen.filter(({ isIntersecting }) => isIntersecting)))
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
    window.addEventListener('resize', hide)
    return () => {
      hide()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('scroll', hide, { capture: true })
      window.removeEventListener('resize', hide)
    }
  }, [])
  return tips.map(({ text, style }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tips of one element appear and disappear together
    <div key={index} className={classes.tip} style={style} aria-hidden>
      {text}
    </div>
  ))
}

/** Each tip is below its time, or above it at the end of the window and where the previous one would cover it. */
function tipsOf(times: readonly IntersectionObserverEntry[]): Tip[] {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  let previous = { isBelow: false, until: 0 }
  return times.map(({ target, boundingClientRect: { left, right, top, bottom } }) => {
    const text = target.getAttribute('title') ?? ''
    const isLeft = left < width / 2
    const isCovered = previous.isBelow && (isLeft ? left : right - widthOf(text)) < previous.until
    const isBelow = bottom < height - ROOM && !isCovered
    previous = { isBelow, until: isLeft ? left + widthOf(text) : right }
    return {
      text,
      style: {
        ...(isLeft ? { left } : { right: width - right }),
        ...(isBelow ? { top: bottom + GAP } : { bottom: height - top + GAP }),
      },
    }
  })
}

/** At most the width of a tip of one line. */
const widthOf = (text: string) => text.length * 7 + 20
