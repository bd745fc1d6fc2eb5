import {
  ActionIcon,
  type MantineColorScheme,
  Menu,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { uiTexts } from '../../texts/ui.ts'

const choices = [
  { value: 'light', label: uiTexts.light, icon: IconSun },
  { value: 'dark', label: uiTexts.dark, icon: IconMoon },
  { value: 'auto', label: uiTexts.system, icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: unknown }[]

/** Menu to choose the light, dark or system color scheme. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const Icon = shown === 'dark' ? IconMoon : IconSun
  return (
    <Menu position="bottom-end" width={160} withinPortal={false}>
      <Menu.Target>
        <Tooltip label={uiTexts.theme}>
          <ActionIcon aria-label={uiTexts.theme}>
            <Icon size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {choices.map(({ value, label, icon: ChoiceIcon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              rightSection={<ChoiceIcon size={16} stroke={1.6} aria-hidden />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
