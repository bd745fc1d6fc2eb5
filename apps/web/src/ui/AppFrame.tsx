import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Destination } from '../paths.ts'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './AppFrame.module.css'
import { keepFocus } from './lost-focus.ts'
import { Fitting } from './Mono.tsx'
import { keepMenuFocus } from './menu-focus.ts'

export type FrameEntry = {
  label: string
  to: string
  /** Another path under which the entry is highlighted, in addition to `to` and the paths below it. */
  also?: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** Where the entry leads if it is an object on the page `to`, which is never highlighted. */
  object?: Destination
  /** Pins the entry to the top, or unpins it. */
  pin?: { isPinned: boolean; toggle: () => void }
}
export type FrameGroup = { id: string; label?: string; entries: readonly FrameEntry[] }

type AppFrameProps = {
  brand: { name: string; iconUrl: string; logoUrl: string | null }
  groups: readonly FrameGroup[]
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
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(SIDEBAR_KEY) === 'narrow')
  const [menuOpened, menu] = useDisclosure(false)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the path changes
  useEffect(menu.close, [pathname])
  useEffect(keepMenuFocus, [])
  useEffect(keepFocus, [])
  const toggle = () => {
    localStorage.setItem(SIDEBAR_KEY, isNarrow ? 'wide' : 'narrow')
    setIsNarrow(!isNarrow)
  }
  return (
    <div className={classes.frame} data-narrow={isNarrow || undefined}>
      <a href="#content" className={classes.skip}>
        {uiTexts.skipToContent}
      </a>
      <aside className={classes.side} data-print="none">
        <Brand {...props.brand} isNarrow={isNarrow} />
        <Navigation groups={props.groups} pathname={pathname} isNarrow={isNarrow} />
        <div className={classes.sideFoot}>
          <Tooltip label={uiTexts.expand} position="right" disabled={!isNarrow}>
            <button
              type="button"
              className={classes.entry}
              aria-label={isNarrow ? uiTexts.expand : uiTexts.collapse}
              aria-expanded={!isNarrow}
              onClick={toggle}
            >
              <IconLayoutSidebar size={18} stroke={1.6} />
              <span className={classes.entryLabel}>{uiTexts.collapse}</span>
            </button>
          </Tooltip>
        </div>
      </aside>
      <Drawer
        opened={menuOpened}
        onClose={menu.close}
        size={280}
        padding={0}
        withCloseButton={false}
        title={<Brand {...props.brand} isNarrow={false} />}
        classNames={{ header: classes.drawerHeader, title: classes.drawerTitle }}
      >
        <Navigation groups={props.groups} pathname={pathname} isNarrow={false} />
      </Drawer>
      <div className={classes.main}>
        <header className={classes.bar} data-print="none" data-toasts-below="bar">
          <ActionIcon className={classes.burger} aria-label={uiTexts.openMenu} onClick={menu.open}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <div className={classes.enterprise}>{props.enterprise}</div>
          <div className={classes.search}>{props.search}</div>
          <div className={classes.tools}>
            {props.tools}
            {props.account}
          </div>
        </header>
        <div data-print="none">{props.strip}</div>
        <main id="content" className={classes.content} tabIndex={-1}>
          {props.children}
        </main>
      </div>
    </div>
  )
}

function Brand({ name, iconUrl, logoUrl, isNarrow }: AppFrameProps['brand'] & { isNarrow: boolean }) {
  return (
    <Link to="/" className={classes.brand} aria-label={isNarrow ? name : undefined}>
      {logoUrl && !isNarrow ? (
        <img src={logoUrl} alt={name} height={26} className={classes.logo} />
      ) : (
        <>
          <img src={iconUrl} alt="" width={26} height={26} className={classes.icon} />
          {!isNarrow && <span className={classes.name}>{name}</span>}
        </>
      )}
    </Link>
  )
}

type NavigationProps = { groups: readonly FrameGroup[]; pathname: string; isNarrow: boolean }

function Navigation({ groups, pathname, isNarrow }: NavigationProps) {
  const navigation = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path highlights another entry
  useEffect(() => {
    // in an effect it would lay out the page once more, before its content is there
    const frame = requestAnimationFrame(() => {
      navigation.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <nav ref={navigation} className={classes.navigation} aria-label={uiTexts.navigation}>
      {groups.map((group) => (
        <div key={group.id} className={classes.group}>
          {group.label && <div className={classes.groupLabel}>{group.label}</div>}
          <ul className={classes.entries}>
            {group.entries.map((entry) => (
              <li key={entry.object ? JSON.stringify(entry.object) : entry.to} className={classes.item}>
                <Entry
                  entry={entry}
                  isActive={!entry.object && [entry.to, entry.also].some((to) => isWithin(pathname, to))}
                  isNarrow={isNarrow}
                />
                {entry.pin && !isNarrow && <PinButton label={entry.label} {...entry.pin} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** An ICCID or EID, which only its last digits tell from the others. */
const IDENTIFIER = /^\d{18,}$/

function Entry({ entry, isActive, isNarrow }: { entry: FrameEntry; isActive: boolean; isNarrow: boolean }) {
  const { icon: Icon } = entry
  const isIdentifier = IDENTIFIER.test(entry.label)
  return (
    <Tooltip label={entry.label} position="right" disabled={!isNarrow}>
      <Link
        {...(entry.object ?? { to: entry.to })}
        className={classes.entry}
        data-active={isActive || undefined}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isNarrow || isIdentifier ? entry.label : undefined}
      >
        <Icon size={17} stroke={1.6} />
        <span className={classes.entryLabel}>{isIdentifier ? <Fitting>{entry.label}</Fitting> : entry.label}</span>
      </Link>
    </Tooltip>
  )
}

function PinButton({ label, isPinned, toggle }: { label: string } & NonNullable<FrameEntry['pin']>) {
  const Icon = isPinned ? IconPinnedOff : IconPin
  const text = say(isPinned ? uiTexts.unpin : uiTexts.pin, { name: label })
  return (
    <button type="button" className={classes.pin} aria-label={text} title={text} onClick={toggle}>
      <Icon size={14} stroke={1.7} />
    </button>
  )
}

function isWithin(pathname: string, to: string | undefined): boolean {
  if (to === undefined) return false
  return pathname === to || pathname.startsWith(`${to}/`)
}
