import { Collapse } from '@mantine/core'
import type { ProfileEvent } from '@simwright/contract/profiles/fleet'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { type Explanation, eventTexts, explainTexts, refusalTexts } from '../../../texts/explain.ts'
import { fleetTexts } from '../../../texts/fleet.ts'
import classes from './EventMore.module.css'
import { RawMessage } from './RawMessage.tsx'

/** What an event has to say beyond its sentence: why it went wrong and what to do, and what the device sent. */
export function EventMore({ event }: { event: ProfileEvent }) {
  return (
    <div className={classes.more}>
      <Explained explanation={explanationOf(event)} />
      {event.messageId !== null && (
        <Unfolding label={fleetTexts.timeline.message}>
          <RawMessage id={event.messageId} />
        </Unfolding>
      )}
    </div>
  )
}

/** Why it is so, and what to do about it. */
export function Explained({ explanation: { why, next } }: { explanation: Explanation }) {
  return (
    <Unfolding label={explainTexts.button}>
      <dl className={classes.explanation}>
        <dt>{explainTexts.why}</dt>
        <dd>{why}</dd>
        <dt>{explainTexts.next}</dt>
        <dd>{next}</dd>
      </dl>
    </Unfolding>
  )
}

function explanationOf({ type, subjectCode, reasonCode }: ProfileEvent): Explanation {
  const refusal = subjectCode !== null && reasonCode !== null ? refusalTexts[`${subjectCode}/${reasonCode}`] : undefined
  return refusal ?? eventTexts[type]
}

/** Asked for by its button, and only then made. */
export function Unfolding({ label, children }: { label: string; children: ReactNode }) {
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
      <Collapse id={id} expanded={isOpen} className={classes.unfolded}>
        {isOpen && children}
      </Collapse>
    </>
  )
}
