import { Button } from '@mantine/core'
import type { Profile } from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { mailTones } from '../../../esim/mail-state.ts'
import { plannedTones } from '../../../esim/planned-state.ts'
import { SendDialog } from '../../../esim/SendDialog.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './CodeTab.module.css'

const texts = deliveryTexts.code
const POLL_MS = 5_000

/** The e-mails that contained this code, and a button that sends another. */
export function MailSection({ profile: { id, iccid, status } }: { profile: Profile }) {
  const { data } = useAsk(delivery.mails, { filter: { profileId: id }, limit: 20 }, { pollMs: POLL_MS })
  const [isSending, setIsSending] = useState(false)
  const maySend = useAllowed('Fleet_Export') && status === 'AVAILABLE'
  const items = data?.items ?? []
  return (
    <Section
      title={texts.mail}
      text={texts.mailText}
      actions={
        maySend && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={14} />}
            aria-label={deliveryTexts.send.title}
            onClick={() => setIsSending(true)}
          >
            {texts.mailSend}
          </Button>
        )
      }
    >
      <PlannedDeliveries profileId={id} />
      {data && items.length === 0 && <Note mt={12}>{texts.mailNone}</Note>}
      {items.length > 0 && (
        <Stack as="ul" gap={8} className="size-text" aria-label={texts.mailTo}>
          {items.map(({ id: mailId, recipient, state, at, refusal }) => (
            <Row as="li" gap="4 12" key={mailId}>
              <span className="wrap" style={{ flex: '1 1 180px' }}>
                {recipient}
              </span>
              <StatusBadge tone={mailTones[state]}>{deliveryTexts.mails.states[state]}</StatusBadge>
              <Time at={at} show="ago" className={classes.at} />
              {refusal && <span className={classes.answer}>{refusal}</span>}
            </Row>
          ))}
        </Stack>
      )}
      <SendDialog selection={isSending ? { ids: [id] } : undefined} iccid={iccid} onClose={() => setIsSending(false)} />
    </Section>
  )
}

/** The deliveries of a profile's code that are not sent yet, and those that were skipped or refused. */
function PlannedDeliveries({ profileId }: { profileId: string }) {
  const { states, next, nextMail, nextPage } = deliveryTexts.planned
  const filter = { profileId, state: ['PLANNED', 'WAITING', 'SKIPPED', 'REFUSED'] as plannedDelivery.PlannedState[] }
  const sort = { by: 'dueAt', direction: 'desc' } as const
  const { data } = useAsk(plannedDelivery.list, { filter, sort, limit: 5 }, { pollMs: POLL_MS })
  if (!data?.items.length) return null
  return (
    <Stack as="ul" gap={8} className="size-text" aria-label={next}>
      {data.items.map(({ id, recipient, state, dueAt, reason }) => (
        <Row as="li" gap="4 12" key={id}>
          <span className="wrap" style={{ flex: '1 1 180px' }}>
            {recipient === null
              ? say(nextPage, { time: formatTime(dueAt) })
              : say(nextMail, { name: recipient, time: formatTime(dueAt) })}
          </span>
          <StatusBadge tone={plannedTones[state]}>{states[state]}</StatusBadge>
          {reason && <span className={classes.answer}>{reason}</span>}
        </Row>
      ))}
    </Stack>
  )
}
