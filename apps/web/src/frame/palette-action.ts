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
  IconPlus,
  IconQrcode,
  IconSun,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { newConfigurationPath } from '../esim/path.ts'
import { usePrivacy } from '../esim/privacy.ts'
import { type Destination, linkTo, pages } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { signOut } from '../session/sign-out.ts'
import { frameTexts } from '../texts/frame.ts'
import type { FrameEntry } from '../ui/AppFrame.tsx'
import { useFrameAddress } from '../ui/url.ts'
import { shortcutsOpen } from './shortcuts-open.ts'

const { palette, privacy: privacyTexts } = frameTexts
const texts = palette.actions

export type PaletteAction = { id: string; label: string; icon: FrameEntry['icon']; run: () => void }

/** The actions of the command palette that the user's permissions allow. */
export function usePaletteActions(): PaletteAction[] {
  const held = usePermissions()
  const navigate = useNavigate()
  const [, change] = useFrameAddress()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const privacy = usePrivacy()
  const to = (destination: Destination) => void navigate(destination)
  const actions: (PaletteAction & { need: readonly PermissionId[] })[] = [
    {
      id: 'generate',
      need: ['Generate_Ac_Create'],
      label: texts.generate,
      icon: IconQrcode,
      run: () => to(linkTo(pages.generateAc)),
    },
    {
      id: 'configuration',
      need: ['Profile_Config_Edit'],
      label: texts.configuration,
      icon: IconPlus,
      run: () => to({ to: newConfigurationPath }),
    },
    {
      id: 'invite',
      need: ['Member_Edit'],
      label: texts.invite,
      icon: IconUserPlus,
      run: () => to(linkTo(pages.members, { search: { invite: 'on' } })),
    },
    {
      id: 'privacy',
      need: [],
      label: privacy.isOn ? privacyTexts.turnOff : privacyTexts.turnOn,
      icon: privacy.isOn ? IconEye : IconEyeOff,
      run: privacy.toggle,
    },
    {
      id: 'theme',
      need: [],
      label: isDark ? texts.light : texts.dark,
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { id: 'help', need: [], label: texts.help, icon: IconHelp, run: () => change({ help: 'on' }) },
    { id: 'shortcuts', need: [], label: texts.shortcuts, icon: IconKeyboard, run: () => shortcutsOpen.set(true) },
    {
      id: 'tour',
      need: ['Profile_Config_View', 'Generate_Ac_View', 'Fleet_View', 'Analytic'],
      label: texts.tour,
      icon: IconMap2,
      run: () => change({ tour: '1' }, 'push'),
    },
    { id: 'feedback', need: [], label: texts.feedback, icon: IconMessage, run: () => change({ feedback: 'new' }) },
    { id: 'signOut', need: [], label: texts.signOut, icon: IconLogout, run: () => void signOut() },
  ]
  return actions.filter(({ need }) => isAllowed(need, held))
}
