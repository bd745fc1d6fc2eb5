import { CloseButton } from '@mantine/core'
import type { AuditCheck } from '@simwright/contract/platform/audit'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { formatTimeExact } from '../../../base/time.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Row, Title } from '../../../ui/layout/layout.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { auditTexts } from './audit-texts.ts'
import classes from './CheckResult.module.css'

const texts = auditTexts.check

type CheckResultProps = { check: AuditCheck; atMs: number; onClose: () => void }

/** Result of verifying the hash chain of the audit log. */
export function CheckResult({ check, atMs, onClose }: CheckResultProps) {
  const { checked, from, last, firstBad } = check
  const Mark = firstBad ? IconShieldX : IconShieldCheck
  return (
    <Row
      as="section"
      gap={12}
      align="start"
      nowrap
      mb={16}
      className={classes.result}
      data-tone={firstBad ? 'danger' : 'success'}
      aria-label={texts.label}
    >
      <span className="icon-round" style={{ width: 36, height: 36 }} aria-hidden>
        <Mark size={20} stroke={1.8} />
      </span>
      <div className={classes.words} role="status">
        <Title as="h2">{firstBad ? texts.broken : texts.whole}</Title>
        <p>{firstBad ? <Fault check={check} /> : sayCount(texts.wholeText, checked)}</p>
        {firstBad && <p>{texts.tell}</p>}
        {from > 1 && <p>{say(texts.since, { number: from - 1 })}</p>}
        {last && !firstBad && (
          <p title={say(texts.lastHelp, { number: last.number })}>
            {say(texts.last, { number: last.number })}{' '}
            <Mono copyAs={texts.link} maxChars={21}>
              {last.hash}
            </Mono>
          </p>
        )}
        <p className={classes.asOf}>{say(texts.asOf, { at: formatTimeExact(new Date(atMs).toISOString()) })}</p>
      </div>
      <CloseButton aria-label={texts.close} onClick={onClose} />
    </Row>
  )
}

function Fault({ check: { checked, firstBad } }: { check: AuditCheck }) {
  if (!firstBad) return null
  const { number, at, fault } = firstBad
  const atText = at && { at: formatTimeExact(at) }
  const time = atText && (fault === 'MISSING' ? say(texts.timeOfNext, atText) : say(texts.time, atText))
  return [say(texts.faults[fault], { number }), time, sayCount(texts.before, checked)].filter(Boolean).join(' ')
}
