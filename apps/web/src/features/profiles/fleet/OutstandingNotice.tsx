import { Alert } from '@mantine/core'
import type { Profile } from '@simwright/contract/profiles/fleet'
import { isNotificationOutstanding, NOTIFICATION_HOURS } from '@simwright/contract/profiles/profile-state'
import { useNow } from '../../../base/now.ts'
import { say } from '../../../texts/text.ts'
import { fleetTexts } from './fleet-texts.ts'

const texts = fleetTexts.outstanding
const LOOK_MS = 60_000

/** Why a downloaded profile has no other status for hours, and what the user can do; nothing for other profiles. */
export function OutstandingNotice({ profile }: { profile: Profile }) {
  const nowMs = useNow(LOOK_MS)
  if (!isNotificationOutstanding(profile, new Date(nowMs))) return null
  return (
    <Alert color="yellow" variant="light" mb="md" title={texts.title}>
      <p className="compact">{say(texts.text, { hours: NOTIFICATION_HOURS })}</p>
      <ul className="compact">
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </Alert>
  )
}
