import { Skeleton } from '@mantine/core'
import * as webhook from '@simwright/contract/programs/webhook'
import { useAsk } from '../../../api/query.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { CodeText, headerLines } from './CodeText.tsx'
import classes from './Webhook.module.css'
import { webhookTexts } from './webhook-texts.ts'

const texts = webhookTexts.drawer
const POLL_MS = 2_000

/** What arrived at the receiver in the portal, with the check of both signatures. */
export function ArrivalList({ endpointId }: { endpointId: string }) {
  const { data, error, refetch } = useAsk(webhook.arrivals, { endpointId }, { pollMs: POLL_MS })
  if (error) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <Section title={texts.arrivals} text={texts.arrivalsText}>
      {data.items.length === 0 && <Note>{texts.noArrivals}</Note>}
      {data.items.map((arrival) => (
        <Arrived key={arrival.id} arrival={arrival} />
      ))}
    </Section>
  )
}

function Arrived({
  arrival: { at, headers, body, plainValid, standardValid, answered },
}: {
  arrival: webhook.Arrival
}) {
  return (
    <Stack gap={8} className={classes.attempt}>
      <Row gap="4 10">
        <Time at={at} show="second" className={classes.title} />
        <Check name={texts.plain} isValid={plainValid} />
        <Check name={texts.standard} isValid={standardValid} />
        <Note as="span">{say(texts.answered, { status: answered })}</Note>
      </Row>
      <CodeText title={texts.body} text={body} />
      <CodeText title={texts.headers} text={headerLines(headers)} />
    </Stack>
  )
}

function Check({ name, isValid }: { name: string; isValid: boolean }) {
  return (
    <StatusBadge tone={isValid ? 'success' : 'danger'}>
      {`${name} ${isValid ? texts.valid : texts.invalid}`}
    </StatusBadge>
  )
}
