import { fillText } from '@simwright/contract/fill-text'
import type { PhoneMessage, PhoneMessageKind } from '@simwright/contract/provisioning/virtual-phone'
import { IconAlertTriangle, IconAntenna, IconArrowsExchange, IconCpu, IconDeviceSim } from '@tabler/icons-react'
import { formatBytes } from '../../../base/size.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { say } from '../../../texts/text.ts'
import { type MessageBy, virtualPhoneTexts } from '../../../texts/virtual-phone.ts'
import { Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './MessageList.module.css'

const texts = virtualPhoneTexts.list

const ICONS: Record<MessageBy, typeof IconCpu> = {
  phone: IconArrowsExchange,
  euicc: IconCpu,
  card: IconDeviceSim,
  network: IconAntenna,
}

const FAILURES: readonly PhoneMessageKind[] = [
  'REFUSED',
  'CANCELED',
  'CONNECTION_LOST',
  'INSTALL_FAILED',
  'EUICC_REFUSED',
  'PHONE_FAILED',
  'NETWORK_NOT_AUTHENTICATED',
]

const SUCCESSES: readonly PhoneMessageKind[] = ['INSTALLED', 'NETWORK_AUTHENTICATED']

const toneOf = (kind: PhoneMessageKind) =>
  FAILURES.includes(kind) ? 'danger' : SUCCESSES.includes(kind) ? 'success' : 'neutral'

/** The messages in order, each with one sentence that explains it. */
export function MessageList({ messages, isBusy }: { messages: readonly PhoneMessage[]; isBusy: boolean }) {
  return (
    <Panel title={texts.title} text={texts.text}>
      {messages.length === 0 && !isBusy ? (
        <EmptyState drawing="log" title={texts.none} text={texts.noneText} />
      ) : (
        <Stack as="ol" gap={0} aria-live="polite" aria-busy={isBusy}>
          {messages.map((message) => (
            <MessageItem key={message.number} message={message} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function MessageItem({ message: { kind, facts, at } }: { message: PhoneMessage }) {
  const masks = useMasks()
  const { by, title, text } = virtualPhoneTexts.messages[kind]
  const tone = toneOf(kind)
  const Icon = tone === 'danger' ? IconAlertTriangle : ICONS[by]
  const values = { ...facts, ...(facts.imsi === undefined ? {} : { imsi: masks.number(String(facts.imsi)) }) }
  const { sent, received } = facts
  return (
    <Row as="li" gap={12} align="start" nowrap className={classes.item} data-tone={tone}>
      <span className="icon-round" style={{ width: 28, height: 28 }} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <div className="grow">
        <Row gap="0 10" align="baseline" style={{ paddingTop: 4 }}>
          <Title as="span">{fillText(title, values)}</Title>
          <Note as="span" size="small">
            {texts.by[by]}
          </Note>
          <Time at={at} show="second" className={classes.time} />
        </Row>
        <p className="compact wrap muted" style={{ marginTop: 2, maxWidth: '68ch' }}>
          {fillText(text, values)}
        </p>
        {typeof sent === 'number' && typeof received === 'number' && (
          <Note size="small" tone="faint" mt={2}>
            {say(texts.sizes, { sent: formatBytes(sent), received: formatBytes(received) })}
          </Note>
        )}
      </div>
    </Row>
  )
}
