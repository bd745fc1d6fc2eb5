import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { usePrivacy } from '../esim/privacy.ts'
import { frameTexts } from '../texts/frame.ts'

/** Says in the header that identifiers are masked, and ends it; turned on in the account menu or the command palette. */
export function PrivacyButton() {
  const { isOn, turn } = usePrivacy()
  if (!isOn) return null
  return (
    <Tooltip label={frameTexts.privacy.isOn}>
      <ActionIcon variant="light" color="brand" aria-label={frameTexts.privacy.turnOff} onClick={turn}>
        <IconEyeOff size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
