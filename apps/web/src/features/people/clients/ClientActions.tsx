import type * as client from '@simwright/contract/people/client'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EndUserTextReset } from './EndUserTextReset.tsx'
import { GiftForm } from './GiftForm.tsx'
import { IccidMoveForm } from './IccidMoveForm.tsx'
import { SuspensionForm } from './Suspension.tsx'
import { TrialExtensionForm } from './TrialExtensionForm.tsx'
import { TrialGrant } from './TrialGrant.tsx'
import { VisitForm } from './VisitForm.tsx'

/** What platform staff can do for a client. */
export function ClientActions({ client: shown }: { client: client.Client }) {
  const isTrialWithheld = shown.kind === 'BASE' && (shown.trial === 'OPEN' || shown.trial === 'WITHHELD')
  return (
    <Stack gap={8}>
      <GiftForm key={`${shown.plan} ${shown.endsAt}`} client={shown} />
      <TrialExtensionForm client={shown} />
      {isTrialWithheld && <TrialGrant client={shown} />}
      <IccidMoveForm client={shown} />
      <VisitForm client={shown} />
      <EndUserTextReset client={shown} />
      {!shown.suspension && <SuspensionForm client={shown} />}
    </Stack>
  )
}
