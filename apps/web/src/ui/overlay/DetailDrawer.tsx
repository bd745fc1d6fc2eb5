import { CloseButton, Drawer, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { NotLoadedContent } from '../../api/opened.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Note, Row } from '../layout/layout.tsx'
import { TabList } from '../layout/TabList.tsx'
import { useOpening } from '../opening.ts'
import { NotLoaded } from '../page/NotLoaded.tsx'
import classes from './DetailDrawer.module.css'
import { SidePanel } from './SidePanel.tsx'

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
  /** Shown as the content while there is no object (`useOpened`). */
  notLoaded?: NotLoadedContent
  /** Always covers the page: a click next to the form would discard what was typed. */
  hasForm?: true
} & (TabbedContent | { children: ReactNode })

type TabbedContent = {
  tabs: readonly DetailTab[]
  /** Id of the selected tab; keep it in the address. */
  tab: string | undefined
  onTab: (id: string) => void
}

/**
 * Details of a row. On a wide screen a panel next to the page, which stays usable; otherwise, and for a form, a drawer
 * over the page. Keep the row's id in the address (`useAddress`).
 */
export function DetailDrawer(props: DetailDrawerProps) {
  const { isOpen, onClose, kind, hasForm } = props
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const { key, ref, isMounted, isOpen: isShown, close } = useOpening(isOpen, onClose)
  if (isWide && !hasForm) {
    return isOpen ? (
      <SidePanel label={kind} onClose={onClose}>
        <Head {...props}>
          <CloseButton aria-label={uiTexts.close} onClick={onClose} />
        </Head>
        <Body {...props} />
      </SidePanel>
    ) : null
  }
  if (!isMounted) return null
  return (
    <Drawer.Root
      key={key}
      ref={ref}
      opened={isShown}
      onClose={close}
      position="right"
      size={660}
      transitionProps={{ duration: 180 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} className={classes.overlay} />
      <Drawer.Content aria-label={kind} classNames={{ content: classes.content }}>
        <Head {...props}>
          <Drawer.CloseButton aria-label={uiTexts.close} />
        </Head>
        <Body {...props} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** From this width on, list and details fit next to each other. */
const WIDE = '(min-width: 1280px)'

function Head({ kind, title, status, actions, children }: DetailDrawerProps & { children: ReactNode }) {
  return (
    <div className={classes.header} data-toasts-below="drawer" data-actions={actions !== undefined || undefined}>
      <div style={{ minWidth: 0 }}>
        {title !== undefined && (
          <Note as="div" size="small" mb={4}>
            {kind}
          </Note>
        )}
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          {title ?? kind}
        </h2>
        {status && (
          <Row gap={6} mt={6}>
            {status}
          </Row>
        )}
      </div>
      <div className={classes.actions}>
        {actions}
        {children}
      </div>
    </div>
  )
}

function Body(props: DetailDrawerProps) {
  if (props.notLoaded) {
    return (
      <div className={classes.single}>
        <NotLoaded {...props.notLoaded} onClose={props.onClose} />
      </div>
    )
  }
  return 'tabs' in props ? <Tabbed {...props} /> : <div className={classes.single}>{props.children}</div>
}

function Tabbed({ tabs, tab, onTab }: TabbedContent) {
  const shown = tabs.find((one) => one.id === tab)?.id ?? tabs[0]?.id
  return (
    <Tabs value={shown} onChange={(next) => next && onTab(next)} keepMounted={false} style={{ flex: 1, minHeight: 0 }}>
      <TabList tabs={tabs} shown={shown} className={classes.list!} />
      {tabs.map((one) => (
        <Tabs.Panel key={one.id} value={one.id} style={{ padding: 20 }}>
          {one.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
