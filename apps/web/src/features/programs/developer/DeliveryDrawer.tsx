import { Button, Skeleton } from '@mantine/core'
import * as webhook from '@simwright/contract/programs/webhook'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { CodeText, headerLines } from './CodeText.tsx'
import { DeliveryBadge } from './DeliveryList.tsx'
import classes from './Webhook.module.css'
import { webhookTexts } from './webhook-texts.ts'

const { delivery: texts, log } = webhookTexts

type DeliveryDrawerProps = { deliveryId: string | undefined; onClose: () => void }

/** A delivery with its body and all attempts, for those who may edit webhooks. */
export function DeliveryDrawer({ deliveryId, onClose }: DeliveryDrawerProps) {
  const mayEdit = useAllowed('Developer_Edit')
  const { data, error, refetch } = useAsk(
    webhook.delivery,
    { id: deliveryId ?? '' },
    { enabled: mayEdit && deliveryId !== undefined },
  )
  return (
    <DetailDrawer
      isOpen={deliveryId !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={data && webhook.webhookKindNames[data.kind]}
      status={data && <DeliveryBadge state={data.state} />}
    >
      {!mayEdit && <Note>{texts.needsEdit}</Note>}
      {error && <ErrorState problem={error} onRetry={() => void refetch()} />}
      {mayEdit && !data && !error && <Skeleton height={320} />}
      {data && <Details delivery={data} />}
    </DetailDrawer>
  )
}

type Loaded = webhook.Delivery & { body: string; tries: readonly webhook.Attempt[] }

function Details({ delivery }: { delivery: Loaded }) {
  const replay = useMutation(webhook.replay, {
    changes: [webhook.list, webhook.deliveries, webhook.delivery],
    onSuccess: ({ count }) => toast.success(sayCount(log.replayed, count)),
  })
  const { id, state, iccid, endpointName, sequence, at, nextAt, body, tries } = delivery
  return (
    <Stack gap={12}>
      {state !== 'WAITING' && endpointName !== null && (
        <Row>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={replay.isPending}
            onClick={() => replay.mutate({ ids: [id] })}
          >
            {texts.replay}
          </Button>
        </Row>
      )}
      <KeyValue
        items={[
          { label: log.columns.endpoint, value: <LongText>{endpointName ?? log.deleted}</LongText> },
          { label: log.columns.iccid, value: iccid && <Identifier copyAs={log.columns.iccid}>{iccid}</Identifier> },
          { label: log.columns.at, value: <Time at={at} show="second" /> },
          { label: log.columns.sequence, value: String(sequence) },
          { label: texts.id, value: <Mono copyAs={texts.id}>{id}</Mono> },
          ...(nextAt ? [{ label: log.columns.next, value: <Time at={nextAt} show="second" /> }] : []),
        ]}
      />
      <CodeText title={texts.body} text={body} />
      <Section title={texts.attempts}>
        {tries.length === 0 && <Note>{texts.noAttempts}</Note>}
        {tries.map((attempt) => (
          <Try key={attempt.id} attempt={attempt} />
        ))}
      </Section>
    </Stack>
  )
}

function Try({ attempt: { at, ms, url, status, fault, requestHeaders, answer } }: { attempt: webhook.Attempt }) {
  const target = `POST ${url ?? webhookTexts.bench}`
  return (
    <Stack gap={8} className={classes.attempt}>
      <Row gap="4 10">
        <Time at={at} show="second" className={classes.title} />
        <Note as="span">{say(log.ms, { count: ms })}</Note>
        <Note as="span">{fault ?? String(status)}</Note>
      </Row>
      <CodeText title={texts.request} text={`${target}\n${headerLines(requestHeaders)}`} />
      {answer !== null && answer !== '' && <CodeText title={texts.answer} text={answer} note={texts.answerText} />}
    </Stack>
  )
}
