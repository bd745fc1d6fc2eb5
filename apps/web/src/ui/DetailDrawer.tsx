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
  title: ReactNode
  status?: ReactNode
  actions?: ReactNode
  tabs: readonly DetailTab[]
  /** Id of the selected tab; keep it in the address. */
  tab: string | undefined
  onTab: (id: string) => void
}

/** Drawer with the details of a row. Keep the row's id in the address (`useAddress`). */
export function DetailDrawer(props: DetailDrawerProps) {
  const { isOpen, onClose, kind, title, status, actions, tabs, tab, onTab } = props
  const shown = tabs.find((one) => one.id === tab)?.id ?? tabs[0]?.id
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    if (!isCovered(content.current)) onClose()
  }
  return (
    <Drawer.Root opened={isOpen} onClose={close} position="right" size={660} transitionProps={{ duration: 180 }}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={content} aria-label={kind} classNames={{ content: classes.content }}>
        <div className={classes.header}>
          <div className={classes.words}>
            <div className={classes.kind}>{kind}</div>
            <h2 className={classes.title} tabIndex={-1} data-autofocus>
              {title}
            </h2>
            {status && <div className={classes.status}>{status}</div>}
          </div>
          <div className={classes.actions}>
            {actions}
            <Drawer.CloseButton aria-label={uiTexts.close} />
          </div>
        </div>
        <Tabs value={shown} onChange={(next) => next && onTab(next)} keepMounted={false} className={classes.tabs}>
          <Tabs.List className={classes.list}>
            {tabs.map((one) => (
              <Tabs.Tab key={one.id} value={one.id}>
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
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Whether a dialog is open on top: Escape closes that dialog and not the drawer. */
function isCovered(content: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some(
    (other) => content !== null && content.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
