import { Alert } from '@mantine/core'
import type { Profile } from '@simwright/contract/profiles/fleet'
import { isInStock } from '@simwright/contract/profiles/profile-state'
import { fleetTexts } from './fleet-texts.ts'
import { GenerateAgain } from './GenerateAgain.tsx'

const texts = fleetTexts.stock

/** Why a profile in stock has no valid activation code, and how it gets one; nothing for other profiles. */
export function StockNotice({ profile }: { profile: Profile }) {
  if (!isInStock(profile)) return null
  const { orderState, recycleStatus } = profile
  const text =
    orderState !== 'Available' ? texts.ordered : recycleStatus === 'RECYCLED' ? texts.recycled : texts.waiting
  return (
    <Alert color="gray" variant="light" mb="md" title={texts.title}>
      {text}
      {!profile.sample && <GenerateAgain profileId={profile.id} />}
    </Alert>
  )
}
