import { Collapse } from '@mantine/core'
import type { ProfileEvent } from '@simwright/contract/profiles/fleet'
import { type Explanation, refusalTexts } from '@simwright/contract/profiles/refusal-text'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { eventTexts, explainTexts } from '../../../texts/explain.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import classes from './EventDetails.module.css'
import { fleetTexts } from './fleet-texts.ts'
import { RawMessage } from './RawMessage.tsx'

/** Details of an event: its explanation, and the message that the device sent. */
export function EventDetails({ event }: { event: ProfileEvent }) {
  return (
    <Row gap="0 16" align="baseline">
      <ExplanationDisclosure explanation={explanationOf(event)} />
      {event.messageId !== null && (
        <Disclosure label={fleetTexts.timeline.message}>
          <RawMessage id={event.messageId} />
        </Disclosure>
      )}
    </Row>
  )
}

/** Button that shows why a state or an event came about, and what to do next. */
export function ExplanationDisclosure({ explanation: { why, next } }: { explanation: Explanation }) {
  return (
    <Disclosure label={explainTexts.button}>
      <Stack as="dl" gap={4} mt={4} mb={8} className={classes.explanation}>
        <dt>{explainTexts.why}</dt>
        <dd>{why}</dd>
        <dt>{explainTexts.next}</dt>
        <dd>{next}</dd>
      </Stack>
    </Disclosure>
  )
}

function explanationOf({ type, subjectCode, reasonCode }: ProfileEvent): Explanation {
  const refusal = subjectCode !== null && reasonCode !== null ? refusalTexts[`${subjectCode}/${reasonCode}`] : undefined
  return refusal ?? eventTexts[type]
}

/** A button that shows content; the content is rendered only while it is open. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronDown size={14} aria-hidden className={classes.chevron} />
        {label}
      </button>
      <Collapse id={id} expanded={isOpen} className={classes.content}>
        {isOpen && children}
      </Collapse>
    </>
  )
}
