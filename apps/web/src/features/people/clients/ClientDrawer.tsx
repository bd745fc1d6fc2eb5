import { Alert, Skeleton } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { clientTexts } from '../../../texts/client.ts'
import { say } from '../../../texts/text.ts'
import { DetailDrawer } from '../../../ui/DetailDrawer.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { KeyValue } from '../../../ui/KeyValue.tsx'
import { useLastDefined } from '../../../ui/last-defined.ts'
import { Mono } from '../../../ui/Mono.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatDate, formatTime } from '../../../ui/time.ts'
import classes from './Client.module.css'
import { ClientState } from './ClientState.tsx'
import { GiftForm } from './GiftForm.tsx'
import { ResumeButton, SuspensionForm } from './Suspension.tsx'
import { TrialGrant } from './TrialGrant.tsx'
import { VisitForm } from './VisitForm.tsx'

const texts = clientTexts.drawer
const names = clientTexts.columns
const words = clientTexts.suspend

/** Drawer of one enterprise account, with the actions of platform staff. */
export function ClientDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const shownId = useLastDefined(id)
  const answer = useAsk(client.get, { id: shownId ?? '' }, { enabled: shownId !== undefined, staleMs: 0 })
  const shown = answer.data?.id === shownId ? answer.data : undefined
  const isGone = isProblem(answer.error, 'not_found') || isProblem(answer.error, 'invalid')
  const content = isGone ? (
    <EmptyState
      drawing="search"
      title={texts.goneTitle}
      text={texts.goneText}
      button={{ label: texts.back, onClick: onClose }}
    />
  ) : answer.error && !shown ? (
    <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  ) : shown ? (
    <Overview client={shown} />
  ) : (
    <Skeleton height={320} radius="lg" />
  )
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.name}
      status={
        shown && (
          <>
            <ClientState state={shown.state} />
            <StatusBadge tone="neutral">{shown.plan}</StatusBadge>
          </>
        )
      }
    >
      {content}
    </DetailDrawer>
  )
}

function Overview({ client: shown }: { client: client.Client }) {
  const mayEdit = useAllowed('Admin_Client_Edit')
  const { suspension, deletionAt, downloads: max, usedDownloads: used } = shown
  return (
    <div className={classes.overview}>
      {suspension && (
        <Alert color="red" title={suspension.at ? say(words.since, { time: formatTime(suspension.at) }) : words.bare}>
          {suspension.reason && <p className={classes.reason}>{suspension.reason}</p>}
          {mayEdit && <ResumeButton client={shown} />}
        </Alert>
      )}
      {deletionAt && <Alert color="gray">{say(words.closing, { time: formatTime(deletionAt) })}</Alert>}
      <KeyValue
        items={[
          { label: names.plan, value: `${shown.plan} · ${clientTexts.kinds[shown.kind]}` },
          { label: names.endsAt, value: shown.endsAt ? formatTime(shown.endsAt) : clientTexts.noEnd },
          {
            label: names.downloads,
            value: max === null ? used.toLocaleString('en') : say(clientTexts.of, { used, max }),
          },
          { label: texts.trial, value: texts.trials[shown.trial] },
          { label: texts.configurations, value: shown.configurations.toLocaleString('en') },
          { label: names.members, value: shown.members.toLocaleString('en') },
          { label: texts.owners, value: <Owners owners={shown.owners} /> },
          { label: names.platform, value: shown.platform },
          { label: names.createdAt, value: formatDate(shown.createdAt) },
          { label: texts.id, value: <Mono copyAs={texts.id}>{shown.id}</Mono> },
        ]}
      />
      {mayEdit && <GiftForm key={`${shown.plan} ${shown.endsAt}`} client={shown} />}
      {mayEdit && shown.kind === 'BASE' && shown.trial !== 'USED' && shown.trial !== 'GRANTED' && (
        <TrialGrant client={shown} />
      )}
      {mayEdit && <VisitForm client={shown} />}
      {mayEdit && !suspension && <SuspensionForm client={shown} />}
    </div>
  )
}

function Owners({ owners }: Pick<client.Client, 'owners'>) {
  if (owners.length === 0) return null
  return (
    <ul className={classes.owners}>
      {owners.map(({ name, email }) => (
        <li key={email}>
          {name}, {email}
        </li>
      ))}
    </ul>
  )
}
