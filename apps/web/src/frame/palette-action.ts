import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { PermissionId } from '@simwright/contract/permission'
import {
  IconEye,
  IconEyeOff,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconMap2,
  IconMessage,
  IconMoon,
  IconPin,
  IconPinnedOff,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useFrameAddress } from '../base/url.ts'
import { usePrivacy } from '../esim/privacy.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { signOut } from '../session/sign-out.ts'
import { frameTexts } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import type { FrameEntry, FrameGroup } from '../ui/page/Navigation.tsx'
import { commands } from './palette-command.ts'
import type { Findable } from './palette-match.ts'
import { commandTexts } from './palette-texts.ts'
import { usePagePin } from './remembered.ts'
import { shortcutsOpen } from './shortcuts-open.ts'

const { palette, privacy: privacyTexts } = frameTexts
const texts = palette.actions

type PaletteAction = Findable & {
  id: string
  icon: FrameEntry['icon']
  note?: string
  run: () => void
  /** Whether it is offered before anything is typed. */
  isListed: boolean
}

/** The actions of the command palette that the user's permissions allow: those of pages, then those of the frame. */
export function usePaletteActions(groups: readonly FrameGroup[]): PaletteAction[] {
  const held = usePermissions()
  const navigate = useNavigate()
  const frameActions = useFrameActions(groups)
  const ofPages = commands
    .filter(({ need, page }) => isAllowed(need, held) && isAllowed(page.permissions, held))
    .map(({ id, icon, page, to, isCommon }) => ({
      ...{ id, icon, ...commandTexts[id], isListed: isCommon ?? false },
      ...(commandTexts[id].label === page.title ? {} : { note: page.title }),
      run: () => void navigate(to),
    }))
  return [...ofPages, ...frameActions.filter(({ need }) => isAllowed(need, held))]
}

type FrameAction = PaletteAction & { need: readonly PermissionId[] }

function useFrameActions(groups: readonly FrameGroup[]): FrameAction[] {
  const [, change] = useFrameAddress()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const privacy = usePrivacy()
  const pin = useShownPagePin(groups)
  const listed = { need: [], isListed: true }
  return [
    ...(pin ? [{ ...listed, ...pin, words: texts.pinWords }] : []),
    {
      ...listed,
      id: 'privacy',
      label: privacy.isOn ? privacyTexts.turnOff : privacyTexts.turnOn,
      words: texts.privacyWords,
      icon: privacy.isOn ? IconEye : IconEyeOff,
      run: privacy.toggle,
    },
    {
      ...listed,
      id: 'theme',
      label: isDark ? texts.light : texts.dark,
      words: texts.themeWords,
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { ...listed, id: 'help', label: texts.help, icon: IconHelp, run: () => change({ help: 'on' }) },
    { ...listed, id: 'shortcuts', label: texts.shortcuts, icon: IconKeyboard, run: () => shortcutsOpen.set(true) },
    {
      ...listed,
      id: 'tour',
      need: ['Profile_Config_View', 'Generate_Ac_View', 'Fleet_View', 'Analytic'],
      label: texts.tour,
      icon: IconMap2,
      run: () => change({ tour: '1' }, 'push'),
    },
    { ...listed, id: 'feedback', label: texts.feedback, icon: IconMessage, run: () => change({ feedback: 'new' }) },
    {
      ...listed,
      id: 'signOut',
      label: texts.signOut,
      words: texts.signOutWords,
      icon: IconLogout,
      run: () => void signOut(),
    },
  ]
}

/** Pins or unpins the page that is shown, if it is in a group of the menu that folds. */
function useShownPagePin(groups: readonly FrameGroup[]): Omit<PaletteAction, 'isListed'> | undefined {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const pinOf = usePagePin()
  const entry = groups
    .filter(({ icon }) => icon)
    .flatMap((group) => group.entries)
    .find(({ to }) => to === pathname)
  if (!entry) return undefined
  const { isPinned, toggle } = pinOf(entry)
  return {
    id: 'pin',
    label: say(isPinned ? uiTexts.unpin : uiTexts.pin, { name: entry.label }),
    icon: isPinned ? IconPinnedOff : IconPin,
    run: toggle,
  }
}
