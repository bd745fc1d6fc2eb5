import { Button, Skeleton } from '@mantine/core'
import type { OpenSession } from '@simwright/contract/people/session'
import * as session from '@simwright/contract/people/session'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatAgo, formatTime } from '../../../base/time.ts'
import { signOut } from '../../../session/sign-out.ts'
import { pageTexts } from '../../../texts/page.ts'
import { securityTexts } from '../../../texts/security.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { type Item, ItemList } from '../../../ui/layout/ItemList.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { deviceOf } from './device.ts'

const texts = securityTexts.sessions

/** The user's open sessions, with buttons that end them. */
export function SessionsPage() {
  const sessions = useAsk(session.list, {})
  const end = useMutation(session.end, { changes: [session.list], onSuccess: () => toast.success(texts.ended) })
  const items = sessions.data?.items
  return (
    <>
      <PageHeader
        title={pageTexts.sessions}
        text={texts.text}
        actions={<EndMany hasOthers={(items?.length ?? 0) > 1} />}
      />
      {sessions.error ? (
        <ErrorState problem={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : items ? (
        <ItemList
          label={pageTexts.sessions}
          items={items.map((one) => itemOf(one, { busy: end.isPending, onEnd: () => end.mutate({ id: one.id }) }))}
        />
      ) : (
        <Skeleton height={62} radius={10} />
      )}
    </>
  )
}

function itemOf(one: OpenSession, { busy, onEnd }: { busy: boolean; onEnd: () => void }): Item {
  const device = deviceOf(one.userAgent)
  return {
    id: one.id,
    icon: /iPhone|Android|Mobile/.test(one.userAgent) ? IconDeviceMobile : IconDeviceDesktop,
    title: (
      <>
        <span title={one.userAgent}>{device}</span>
        {one.current && <StatusBadge tone="success">{texts.current}</StatusBadge>}
        {one.visit && <StatusBadge tone="warning">{texts.visit}</StatusBadge>}
      </>
    ),
    note: (
      <>
        {one.address} ·{' '}
        <Time at={one.lastSeenAt} show="ago">
          {say(texts.seen, { ago: formatAgo(one.lastSeenAt) })}
        </Time>{' '}
        · <Time at={one.createdAt}>{say(texts.since, { time: formatTime(one.createdAt) })}</Time>
      </>
    ),
    actions: !one.current && (
      <Button variant="default" size="xs" disabled={busy} aria-label={say(texts.endLabel, { device })} onClick={onEnd}>
        {texts.end}
      </Button>
    ),
  }
}

function EndMany({ hasOthers }: { hasOthers: boolean }) {
  const endOthers = useMutation(session.endOthers, { changes: [session.list] })
  const others = async () => {
    const question = { title: texts.endOthersTitle, text: texts.endOthersText, proceed: texts.endOthers }
    if (await confirm(question))
      endOthers.mutate({}, { onSuccess: ({ ended }) => toast.success(sayCount(texts.endedOthers, ended)) })
  }
  const all = async () => {
    const question = { title: texts.endAllTitle, text: texts.endAllText, proceed: texts.endAll }
    if (await confirm(question)) endOthers.mutate({}, { onSuccess: () => void signOut() })
  }
  return (
    <>
      <Button variant="default" disabled={!hasOthers || endOthers.isPending} onClick={() => void others()}>
        {texts.endOthers}
      </Button>
      <Button variant="default" disabled={endOthers.isPending} onClick={() => void all()}>
        {texts.endAll}
      </Button>
    </>
  )
}
