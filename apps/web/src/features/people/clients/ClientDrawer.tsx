import * as client from '@simwright/contract/people/client'
import { useOpened } from '../../../api/opened.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { DetailDrawer, type DetailTab } from '../../../ui/overlay/DetailDrawer.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { ClientMembers } from './ClientMembers.tsx'
import { ClientNotes } from './ClientNotes.tsx'
import { ClientOverview } from './ClientOverview.tsx'
import { ClientState } from './ClientState.tsx'
import { clientTexts } from './client-texts.ts'
import { EndUserTextReset } from './EndUserTextReset.tsx'
import { GiftForm } from './GiftForm.tsx'
import { IccidMoveForm } from './IccidMoveForm.tsx'
import { SuspensionForm } from './Suspension.tsx'
import { TrialExtensionForm } from './TrialExtensionForm.tsx'
import { TrialGrant } from './TrialGrant.tsx'
import { VisitForm } from './VisitForm.tsx'

const texts = clientTexts.drawer

type ClientDrawerProps = {
  id: string | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  onClose: () => void
}

/** Drawer of one enterprise account: plan and usage, members, notes, and the actions of platform staff. */
export function ClientDrawer({ id, tab, onTab, onClose }: ClientDrawerProps) {
  const { shown, notLoaded } = useOpened(client.get, id, texts)
  const mayEdit = useAllowed('Admin_Client_Edit')
  const status = shown && (
    <>
      <ClientState state={shown.state} />
      <StatusBadge tone="neutral">{shown.plan}</StatusBadge>
    </>
  )
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.name}
      status={status}
      notLoaded={notLoaded}
      tabs={shown ? tabsOf(shown, mayEdit) : []}
      tab={tab}
      onTab={onTab}
    />
  )
}

const tabsOf = (shown: client.Client, mayEdit: boolean): DetailTab[] => [
  { id: 'overview', label: texts.tabs.overview, content: <ClientOverview client={shown} /> },
  { id: 'members', label: texts.tabs.members, content: <ClientMembers id={shown.id} /> },
  { id: 'notes', label: texts.tabs.notes, content: <ClientNotes id={shown.id} mayEdit={mayEdit} /> },
  ...(mayEdit ? [{ id: 'actions', label: texts.tabs.actions, content: <ClientActions client={shown} /> }] : []),
]

/** What platform staff can do for a client. */
function ClientActions({ client: shown }: { client: client.Client }) {
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
