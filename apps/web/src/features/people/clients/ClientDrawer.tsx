import * as client from '@simwright/contract/people/client'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { clientTexts } from '../../../texts/client.ts'
import { DetailDrawer, type DetailTab } from '../../../ui/DetailDrawer.tsx'
import { useLastDefined } from '../../../ui/last-defined.ts'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ClientActions } from './ClientActions.tsx'
import { ClientMembers } from './ClientMembers.tsx'
import { ClientNotes } from './ClientNotes.tsx'
import { ClientOverview } from './ClientOverview.tsx'
import { ClientState } from './ClientState.tsx'

const texts = clientTexts.drawer

type ClientDrawerProps = {
  id: string | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  onClose: () => void
}

/** Drawer of one enterprise account: plan and usage, members, notes, and the actions of platform staff. */
export function ClientDrawer({ id, tab, onTab, onClose }: ClientDrawerProps) {
  const shownId = useLastDefined(id)
  const answer = useAsk(client.get, { id: shownId ?? '' }, { enabled: shownId !== undefined, staleMs: 0 })
  const mayEdit = useAllowed('Admin_Client_Edit')
  const shown = answer.data?.id === shownId ? answer.data : undefined
  const frame = { isOpen: id !== undefined, onClose, kind: texts.kind }
  if (shown) {
    const status = (
      <>
        <ClientState state={shown.state} />
        <StatusBadge tone="neutral">{shown.plan}</StatusBadge>
      </>
    )
    return (
      <DetailDrawer
        {...frame}
        title={shown.name}
        status={status}
        tabs={tabsOf(shown, mayEdit)}
        tab={tab}
        onTab={onTab}
      />
    )
  }
  const gone = { title: texts.goneTitle, text: texts.goneText, back: texts.back }
  return (
    <DetailDrawer {...frame}>
      <NotLoaded problem={answer.error} onRetry={() => void answer.refetch()} gone={gone} onClose={onClose} />
    </DetailDrawer>
  )
}

const tabsOf = (shown: client.Client, mayEdit: boolean): DetailTab[] => [
  { id: 'overview', label: texts.tabs.overview, content: <ClientOverview client={shown} /> },
  { id: 'members', label: texts.tabs.members, content: <ClientMembers id={shown.id} /> },
  { id: 'notes', label: texts.tabs.notes, content: <ClientNotes id={shown.id} mayEdit={mayEdit} /> },
  ...(mayEdit ? [{ id: 'actions', label: texts.tabs.actions, content: <ClientActions client={shown} /> }] : []),
]
