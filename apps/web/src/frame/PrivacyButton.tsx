import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { usePrivacy } from '../esim/privacy.ts'
import { frameTexts } from '../texts/frame.ts'

/** Shows that identifiers are masked and turns masking off. Account menu and command palette turn it on. */
export function PrivacyButton() {
  const { isOn, toggle } = usePrivacy()
  if (!isOn) return null
  return (
    <Tooltip label={frameTexts.privacy.isOn}>
      <ActionIcon variant="light" color="brand" aria-label={frameTexts.privacy.turnOff} onClick={toggle}>
        <IconEyeOff size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
