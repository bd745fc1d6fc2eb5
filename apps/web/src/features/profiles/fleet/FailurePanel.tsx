import { Button } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import { IconAlertTriangle, IconListDetails, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '../../../api/pages.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { statusCode } from '../../../esim/profile-event.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { explainTexts, failureTexts as texts } from '../../../texts/explain.ts'
import { Grid, Row } from '../../../ui/layout/layout.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { Disclosure } from './EventDetails.tsx'
import classes from './FailurePanel.module.css'
import { failureOf } from './failure.ts'
import { fleetTexts } from './fleet-texts.ts'
import { GenerateAgain } from './GenerateAgain.tsx'
import { RawMessage } from './RawMessage.tsx'
import { SendNewCode } from './SendNewCode.tsx'

const EVENTS_READ = 50

type FailurePanelProps = { profile: fleet.Profile; pollMs: number; onTimeline: () => void }

/** Why the last download of the profile failed, whose fault it is, and what to do. Renders nothing without a failure. */
export function FailurePanel({ profile, pollMs, onTimeline }: FailurePanelProps) {
  const masks = useMasks()
  const { items } = usePages(fleet.timeline, { id: profile.id, limit: EVENTS_READ }, { pollMs })
  const failure = items && failureOf(profile.status, items)
  if (!failure) return null
  const { event, explanation } = failure
  const code = statusCode(event)
  return (
    <section className={classes.panel} aria-label={texts.title}>
      <Row nowrap>
        <IconAlertTriangle size={18} aria-hidden className="fixed danger" />
        <h3 className={classes.title}>{texts.title}</h3>
        <Time at={event.at} show="ago" className="muted size-small" />
      </Row>
      <p className="compact" style={{ margin: '8px 0' }}>
        {masks.text(event.text)}
      </p>
      <Grid as="dl" columns="max-content minmax(0, 1fr)" gap="4 16" mb={12} className={classes.facts}>
        <dt>{texts.cause}</dt>
        <dd className="bold">{texts.causes[explanation.cause]}</dd>
        {code && (
          <>
            <dt>{texts.code}</dt>
            <dd>
              <Mono>{code.code}</Mono> {code.meaning}
            </dd>
          </>
        )}
        <dt>{explainTexts.why}</dt>
        <dd>{explanation.why}</dd>
        <dt>{explainTexts.next}</dt>
        <dd>{explanation.next}</dd>
      </Grid>
      <Row mb={4}>
        <NewCode profile={profile} />
        <Button size="xs" variant="default" leftSection={<IconListDetails size={14} />} onClick={onTimeline}>
          {texts.timeline}
        </Button>
      </Row>
      {event.messageId !== null && (
        <Disclosure label={fleetTexts.timeline.message}>
          <RawMessage id={event.messageId} />
        </Disclosure>
      )}
    </section>
  )
}

const canGenerate: ReadonlySet<fleet.ProfileStatus> = new Set(['AVAILABLE', 'DELETED', 'EXPIRED', 'ERROR', 'CANCELED'])

/** Button that sends a new code; without the permission to send, it only generates one. */
function NewCode({ profile: { id, status, campaignId, sample } }: { profile: fleet.Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayGenerate = useAllowed('Generate_Ac_Create')
  const maySend = useAllowed('Fleet_Export')
  if (!mayGenerate || sample || campaignId !== null || !canGenerate.has(status)) return null
  if (!maySend) return <GenerateAgain profileId={id} />
  return (
    <>
      <Button size="xs" leftSection={<IconSend size={14} />} onClick={() => setIsOpen(true)}>
        {texts.sendNew}
      </Button>
      <SendNewCode profileId={isOpen ? id : undefined} onClose={() => setIsOpen(false)} />
    </>
  )
}
