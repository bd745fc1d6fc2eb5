import { type ReactNode, type RefObject, type UIEvent, useEffect, useState } from 'react'
import classes from './DataTable.module.css'

type TableScrollProps = {
  label: string
  isBusy: boolean
  /** False if its rows can be focused: the Tab key enters a table only once. */
  isTabStop?: boolean
  scrollRef: RefObject<HTMLElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
  /** The table. */
  children: ReactNode
}

/** The region in which a table scrolls. Its right edge has a shadow while there are more columns beyond it. */
export function TableScroll({ label, isBusy, isTabStop = true, scrollRef, onScroll, children }: TableScrollProps) {
  const hasMore = useHasMoreColumns(scrollRef)
  return (
    <div className={classes.columns} data-more={hasMore || undefined}>
      <section
        className={classes.scroll}
        aria-label={label}
        tabIndex={isTabStop ? 0 : undefined}
        aria-busy={isBusy}
        ref={scrollRef}
        onScroll={onScroll}
      >
        {children}
      </section>
    </div>
  )
}

/** A fraction of a pixel may be left at the end: positions are rounded. */
const END_PX = 1

function useHasMoreColumns(scrollRef: RefObject<HTMLElement | null>): boolean {
  const [hasMore, setHasMore] = useState(false)
  useEffect(() => {
    const region = scrollRef.current
    if (region === null) return
    const update = () => setHasMore(region.scrollWidth - region.clientWidth - region.scrollLeft > END_PX)
    const sizes = new ResizeObserver(update)
    for (const element of [region, ...region.children]) sizes.observe(element)
    region.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      region.removeEventListener('scroll', update)
    }
  }, [scrollRef])
  return hasMore
}
