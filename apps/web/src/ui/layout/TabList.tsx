import { Tabs } from '@mantine/core'
import classes from './TabList.module.css'

type TabListProps = {
  tabs: readonly { id: string; label: string }[]
  /** The id of the open tab, which scrolls into view. */
  shown: string | undefined
  /** In place of the space below the tabs of a page. */
  className?: string
}

/** The tabs of a `Tabs`, in one line that scrolls sideways if there is no room for all. */
export function TabList({ tabs, shown, className }: TabListProps) {
  return (
    <Tabs.List ref={markHiddenTabs} className={`${classes.list} ${className ?? classes.ofPage}`} data-print="none">
      {tabs.map(({ id, label }) => (
        <Tabs.Tab key={id} value={id} ref={id === shown ? scrollToTab : undefined}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

/** Scrolls the tab list horizontally until the tab is in its middle, as far as possible. */
function scrollToTab(tab: HTMLElement | null): (() => void) | undefined {
  const list = tab?.parentElement
  if (!tab || !list) return undefined
  // not at once: it would lay out the page before all of it is there
  const frame = requestAnimationFrame(() => center(tab, list))
  return () => cancelAnimationFrame(frame)
}

function center(tab: Element, list: HTMLElement): void {
  const inner = tab.getBoundingClientRect()
  const outer = list.getBoundingClientRect()
  list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/** A fraction of a pixel may be left at an end: positions are rounded. */
const END_PX = 1

/** Marks the sides on which tabs are hidden, so that they fade out there, and shows the open tab in each new width. */
function markHiddenTabs(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined
  const update = () => {
    const { scrollLeft, scrollWidth, clientWidth } = list
    list.toggleAttribute('data-before', scrollLeft > END_PX)
    list.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > END_PX)
  }
  const sizes = new ResizeObserver(() => {
    const shown = list.querySelector('[aria-selected="true"]')
    if (shown) center(shown, list)
    update()
  })
  sizes.observe(list)
  list.addEventListener('scroll', update, { passive: true })
  return () => {
    sizes.disconnect()
    list.removeEventListener('scroll', update)
  }
}
