import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import { useOpening } from '../opening.ts'
import classes from './AppFrame.module.css'
import { keepFocus } from './lost-focus.ts'
import { type Folding, type FrameGroup, Navigation } from './Navigation.tsx'
import { pageStart } from './page-focus.ts'

type AppFrameProps = {
  brand: { name: string; iconUrl: string; logoUrl: string | null }
  groups: readonly FrameGroup[]
  folding: Folding
  /** A strip that stays in sight below the header. */
  alert?: ReactNode
  /** A strip at the top of the page: a trial that ends, an account being deleted. */
  strip?: ReactNode
  /** Left side of the header: the enterprise account. */
  enterprise?: ReactNode
  search?: ReactNode
  /** Right side of the header, before the avatar: notifications, help, theme. */
  tools?: ReactNode
  account: ReactNode
  children: ReactNode
}

const SIDEBAR_KEY = 'simwright.sidebar'

/** The frame of every page behind the sign-in: side bar, header, content. On a phone the side bar is a drawer. */
export function AppFrame(props: AppFrameProps) {
  const { isNarrow, toggle } = useSideBar()
  const [isMenuOpen, menu] = useDisclosure(false)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the path changes
  useEffect(menu.close, [pathname])
  useEffect(keepMenuFocus, [])
  useEffect(keepFocus, [])
  return (
    <div className={classes.frame} data-narrow={isNarrow || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page */}
      <a href="#content" className={classes.skip} onClick={skipToContent}>
        {uiTexts.skipToContent}
      </a>
      <aside className={classes.side} data-print="none">
        <Brand {...props.brand} isNarrow={isNarrow} />
        <Navigation groups={props.groups} folding={props.folding} pathname={pathname} isNarrow={isNarrow} />
        <CollapseButton isNarrow={isNarrow} onClick={toggle} />
      </aside>
      <MenuDrawer isOpen={isMenuOpen} onClose={menu.close} brand={props.brand}>
        <Navigation groups={props.groups} folding={props.folding} pathname={pathname} isNarrow={false} />
      </MenuDrawer>
      <div className={classes.main}>
        <header className={classes.bar} data-print="none" data-toasts-below="bar">
          <ActionIcon className={classes.burger} aria-label={uiTexts.openMenu} onClick={menu.open}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <div className="grow">{props.enterprise}</div>
          <div className={classes.search}>{props.search}</div>
          <div className={classes.tools}>
            {props.tools}
            {props.account}
          </div>
        </header>
        <div className={classes.alert} data-print="none" data-toasts-below="bar">
          {props.alert}
        </div>
        <div data-print="none" data-toasts-below="bar">
          {props.strip}
        </div>
        <main id="content" className={classes.content} tabIndex={-1}>
          {props.children}
        </main>
      </div>
    </div>
  )
}

/** Whether the side bar shows icons only, as the user left it in this browser. */
function useSideBar() {
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(SIDEBAR_KEY) === 'narrow')
  const toggle = () => {
    localStorage.setItem(SIDEBAR_KEY, isNarrow ? 'wide' : 'narrow')
    setIsNarrow(!isNarrow)
  }
  return { isNarrow, toggle }
}

function CollapseButton({ isNarrow, onClick }: { isNarrow: boolean; onClick: () => void }) {
  return (
    <div className="ruled" style={{ padding: '6px 10px' }}>
      <Tooltip label={uiTexts.expand} position="right" disabled={!isNarrow}>
        <button
          type="button"
          className={classes.collapse}
          aria-label={isNarrow ? uiTexts.expand : uiTexts.collapse}
          aria-expanded={!isNarrow}
          onClick={onClick}
        >
          <IconLayoutSidebar size={18} stroke={1.6} />
          {!isNarrow && uiTexts.collapse}
        </button>
      </Tooltip>
    </div>
  )
}

type MenuDrawerProps = Pick<AppFrameProps, 'brand'> & { isOpen: boolean; onClose: () => void; children: ReactNode }

/** The navigation on a phone. */
function MenuDrawer({ brand, isOpen: isWanted, onClose, children }: MenuDrawerProps) {
  const { key, ref, isMounted, isOpen, close } = useOpening(isWanted, onClose)
  if (!isMounted) return null
  return (
    <Drawer
      key={key}
      ref={ref}
      opened={isOpen}
      onClose={close}
      size={280}
      padding={0}
      withCloseButton={false}
      title={<Brand {...brand} isNarrow={false} />}
      classNames={{ header: classes.drawerHeader, title: classes.drawerTitle }}
    >
      {children}
    </Drawer>
  )
}

/** Without a fragment in the address, which would be part of links to the page. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  pageStart()?.focus()
}

function Brand({ name, iconUrl, logoUrl, isNarrow }: AppFrameProps['brand'] & { isNarrow: boolean }) {
  return (
    <Link to="/" className={classes.brand} aria-label={isNarrow ? name : undefined}>
      {logoUrl && !isNarrow ? (
        <img src={logoUrl} alt={name} height={26} style={{ maxWidth: '100%', objectFit: 'contain' }} />
      ) : (
        <>
          <img src={iconUrl} alt="" width={26} height={26} className={classes.icon} />
          {!isNarrow && <span className={classes.name}>{name}</span>}
        </>
      )}
    </Link>
  )
}

/**
 * Focuses the button of a menu before a menu item runs its action: the item is removed with its menu, so a dialog that
 * the action opens can only return the focus to the button. Returns a function that stops this.
 */
function keepMenuFocus(): () => void {
  const onClick = ({ target }: Event) => {
    const menu = target instanceof Element ? target.closest('[role=menuitem]')?.closest('[role=menu]') : undefined
    const opener = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
    opener?.focus({ preventScroll: true })
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
