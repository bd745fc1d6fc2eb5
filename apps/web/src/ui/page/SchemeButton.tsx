import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { startTexts } from '../../texts/start.ts'

type SchemeButtonProps = { texts?: { toLight: string; toDark: string } }

/** Toggles light and dark. For pages that must load fast; `ThemeSwitch` needs the menu component. */
export function SchemeButton({ texts = startTexts }: SchemeButtonProps) {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = isDark ? texts.toLight : texts.toDark
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? <IconMoon size={18} stroke={1.6} /> : <IconSun size={18} stroke={1.6} />}
    </ActionIcon>
  )
}
