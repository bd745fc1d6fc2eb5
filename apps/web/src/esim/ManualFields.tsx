import { profileTexts } from '../texts/profile.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { CopyField } from '../ui/text/CopyField.tsx'
import { useMasks } from './privacy.ts'

const { names } = profileTexts

/** The fields of an activation code that a device asks for when it cannot scan the QR code. */
export function ManualFields({ smdpAddress, matchingId }: { smdpAddress: string; matchingId: string }) {
  const masks = useMasks()
  return (
    <Stack gap={12}>
      <CopyField label={names.smdpAddress} value={smdpAddress} />
      <CopyField label={names.matchingId} value={matchingId} shown={masks.code(matchingId)} />
    </Stack>
  )
}
