import { Drawer, Tabs } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { uiTexts } from '../texts/ui.ts'
import classes from './DetailDrawer.module.css'

export type DetailTab = { id: string; label: string; content: ReactNode }

type DetailDrawerProps = {
  isOpen: boolean
  onClose: () => void
  /** Kind of the object ("Profile"). */
  kind: string
  /** Name of the object. Without one, because it is not loaded, the kind is the heading. */
  title?: ReactNode
  status?: ReactNode
  actions?: ReactNode
} & (TabbedContent | { children: ReactNode })

type TabbedContent = {
  tabs: readonly DetailTab[]
  /** Id of the selected tab; keep it in the address. */
  tab: string | undefined
  onTab: (id: string) => void
}

/** Drawer with the details of a row. Keep the row's id in the address (`useAddress`). */
export function DetailDrawer(props: DetailDrawerProps) {
  const { isOpen, onClose, kind, title, status, actions } = props
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    if (!isCovered(content.current)) onClose()
  }
  return (
    <Drawer.Root opened={isOpen} onClose={close} position="right" size={660} transitionProps={{ duration: 180 }}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={content} aria-label={kind} classNames={{ content: classes.content }}>
        <div className={classes.header} data-actions={actions !== undefined || undefined}>
          <div className={classes.words}>
            {title !== undefined && <div className={classes.kind}>{kind}</div>}
            <h2 className={classes.title} tabIndex={-1} data-autofocus>
              {title ?? kind}
            </h2>
            {status && <div className={classes.status}>{status}</div>}
          </div>
          <div className={classes.actions}>
            {actions}
            <Drawer.CloseButton aria-label={uiTexts.close} />
          </div>
        </div>
        {'tabs' in props ? <Tabbed {...props} /> : <div className={classes.single}>{props.children}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Tabbed({ tabs, tab, onTab }: TabbedContent) {
  const shown = tabs.find((one) => one.id === tab)?.id ?? tabs[0]?.id
  return (
    <Tabs value={shown} onChange={(next) => next && onTab(next)} keepMounted={false} className={classes.tabs}>
      <Tabs.List className={classes.list}>
        {tabs.map((one) => (
          <Tabs.Tab key={one.id} value={one.id} ref={one.id === shown ? scrollToTab : undefined}>
            {one.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one.id} value={one.id} className={classes.panel}>
          {one.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Scrolls the tab list horizontally until the tab is in its middle, as far as possible. */
function scrollToTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!tab || !list) return
  const inner = tab.getBoundingClientRect()
  const outer = list.getBoundingClientRect()
  list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/** Whether a dialog is open on top: Escape closes that dialog and not the drawer. */
function isCovered(content: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some(
    (other) => content !== null && content.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
