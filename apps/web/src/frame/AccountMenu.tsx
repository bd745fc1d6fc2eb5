import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { TokenPayload } from '@simwright/contract/people/account'
import {
  IconDevices,
  IconEye,
  IconEyeOff,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../api/session.ts'
import { usePrivacy } from '../esim/privacy.ts'
import { pages } from '../paths.ts'
import { signOut } from '../session/sign-out.ts'
import { frameTexts } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Note } from '../ui/layout/layout.tsx'
import { useIsPhone } from '../ui/phone.ts'
import classes from './AccountMenu.module.css'

const entries = [
  { page: pages.account, icon: IconUser },
  { page: pages.security, icon: IconShieldLock },
  { page: pages.sessions, icon: IconDevices },
] as const

const initialsOf = (user: TokenPayload | undefined) =>
  `${user?.firstName[0] ?? ''}${user?.lastName[0] ?? ''}`.toUpperCase() || '·'

/** The user's avatar with a menu: account pages, privacy switch, sign-out. */
export function AccountMenu() {
  const user = useCurrentUser()
  const privacy = usePrivacy()
  const PrivacyIcon = privacy.isOn ? IconEye : IconEyeOff
  const initials = initialsOf(user)
  const isPhone = useIsPhone()
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.avatar} aria-label={say(frameTexts.account, { initials })}>
          {initials}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {user && (
          <>
            <div className="compact" style={{ padding: '8px 12px' }}>
              <div className="strong">
                {user.firstName} {user.lastName}
              </div>
              <div className="ellipsis muted">{user.email}</div>
            </div>
            <Menu.Divider />
          </>
        )}
        {entries.map(({ page, icon: Icon }) => (
          <Menu.Item key={page.path} component={Link} to={page.path} leftSection={<Icon size={16} stroke={1.6} />}>
            {page.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<PrivacyIcon size={16} stroke={1.6} />} onClick={privacy.toggle}>
          {privacy.isOn ? frameTexts.privacy.turnOff : frameTexts.privacy.turnOn}
          <Note as="div" size="small">
            {frameTexts.privacy.text}
          </Note>
        </Menu.Item>
        {isPhone && <SchemeItem />}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void signOut()}>
          {frameTexts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Toggles light and dark on a phone, whose header has no room for the theme. */
function SchemeItem() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <Menu.Item leftSection={<Icon size={16} stroke={1.6} />} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? uiTexts.toLight : uiTexts.toDark}
    </Menu.Item>
  )
}
