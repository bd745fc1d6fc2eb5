import { Button } from '@mantine/core'
import * as webhook from '@simwright/contract/programs/webhook'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { ArrivalList } from './ArrivalList.tsx'
import { EndpointState } from './EndpointState.tsx'
import { webhookTexts } from './webhook-texts.ts'

const { drawer: texts } = webhookTexts

type Acts = { onEdit: (endpoint: webhook.Webhook) => void; onRotate: (endpoint: webhook.Webhook) => void }
type EndpointDrawerProps = Acts & { endpoint: webhook.Webhook | undefined; onClose: () => void }

/** An endpoint with its actions, and what arrived if it is the receiver in the portal. */
export function EndpointDrawer({ endpoint, onClose, ...acts }: EndpointDrawerProps) {
  return (
    <DetailDrawer
      isOpen={endpoint !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={endpoint?.name}
      status={endpoint && <EndpointState endpoint={endpoint} />}
    >
      {endpoint && <Overview endpoint={endpoint} onClose={onClose} {...acts} />}
    </DetailDrawer>
  )
}

type OverviewProps = Acts & { endpoint: webhook.Webhook; onClose: () => void }

function Overview({ endpoint, ...acts }: OverviewProps) {
  const mayEdit = useAllowed('Developer_Edit')
  const { id, url, kinds, accessKey, since, createdAt, createdBy, previousUntil, offReason } = endpoint
  return (
    <Stack gap={12}>
      {mayEdit && <Actions endpoint={endpoint} {...acts} />}
      {offReason && <Note data-fault>{say(texts.off, { reason: webhook.offReasonTexts[offReason] })}</Note>}
      {previousUntil && (
        <Note>
          <Time at={previousUntil}>{say(texts.previous, { time: formatTime(previousUntil) })}</Time>
        </Note>
      )}
      <KeyValue
        items={[
          { label: texts.url, value: url ?? webhookTexts.bench },
          { label: texts.kinds, value: kinds.map((kind) => webhook.webhookKindNames[kind]).join(', ') },
          { label: texts.accessKey, value: <Mono copyAs={texts.accessKey}>{accessKey}</Mono> },
          { label: texts.since, value: <Time at={since} /> },
          {
            label: texts.created,
            value: <Time at={createdAt}>{say(texts.createdBy, { time: formatTime(createdAt), name: createdBy })}</Time>,
          },
        ]}
      />
      {url === null && mayEdit && <ArrivalList endpointId={id} />}
    </Stack>
  )
}

function Actions({ endpoint, onEdit, onRotate, onClose }: OverviewProps) {
  const { id, name, state } = endpoint
  const test = useMutation(webhook.test, {
    changes: [webhook.list, webhook.deliveries, webhook.arrivals],
    onSuccess: () => toast.success(webhookTexts.tested),
  })
  const setState = useMutation(webhook.setState, { changes: [webhook.list] })
  const toggle = () => {
    const next = state === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
    const done = next === 'PAUSED' ? webhookTexts.paused : webhookTexts.resumed
    setState.mutate({ id, state: next }, { onSuccess: () => toast.success(say(done, { name })) })
  }
  const remove = useRemove()
  const toggleLabel = { ACTIVE: webhookTexts.pause, PAUSED: webhookTexts.resume, OFF: webhookTexts.switchOn }[state]
  const ToggleIcon = state === 'ACTIVE' ? IconPlayerPause : IconPlayerPlay
  return (
    <Row>
      {state !== 'OFF' && (
        <Button leftSection={<IconSend size={16} />} loading={test.isPending} onClick={() => test.mutate({ id })}>
          {webhookTexts.test}
        </Button>
      )}
      <Button variant="default" leftSection={<ToggleIcon size={16} />} loading={setState.isPending} onClick={toggle}>
        {toggleLabel}
      </Button>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => onEdit(endpoint)}>
        {webhookTexts.edit}
      </Button>
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => onRotate(endpoint)}>
        {webhookTexts.rotate.entry}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} />}
        onClick={() => void remove(endpoint).then((isGone) => isGone && onClose())}
      >
        {webhookTexts.remove.entry}
      </Button>
    </Row>
  )
}

/** Deletes an endpoint after a confirmation. Resolves to whether the user confirmed. */
function useRemove(): (endpoint: webhook.Webhook) => Promise<boolean> {
  const { mutate } = useMutation(webhook.remove, { changes: [webhook.list, webhook.deliveries] })
  return async ({ id, name }) => {
    const { title, text, proceed, done } = webhookTexts.remove
    if (!(await confirm({ title: say(title, { name }), text, proceed, tone: 'danger' }))) return false
    mutate({ id }, { onSuccess: () => toast.success(say(done, { name })) })
    return true
  }
}
