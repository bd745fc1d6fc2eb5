import * as client from '@simwright/contract/people/client'
import { useOpened } from '../../../api/opened.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { DetailDrawer, type DetailTab } from '../../../ui/overlay/DetailDrawer.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { ClientActions } from './ClientActions.tsx'
import { ClientMembers } from './ClientMembers.tsx'
import { ClientNotes } from './ClientNotes.tsx'
import { ClientOverview } from './ClientOverview.tsx'
import { ClientState } from './ClientState.tsx'
import { clientTexts } from './client-texts.ts'

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
