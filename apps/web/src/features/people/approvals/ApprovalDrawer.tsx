import * as approval from '@simwright/contract/platform/approval'
import { approvalRow } from '@simwright/contract/platform/approval-operation'
import { useOpened } from '../../../api/opened.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { LineList } from '../../../ui/layout/LineList.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { ApprovalStateBadge } from './ApprovalStateBadge.tsx'
import { approvalTexts } from './approval-texts.ts'
import { Decision } from './Decision.tsx'

const texts = approvalTexts.drawer

/** Drawer of one request: what would be done, to which profiles, and the decision. */
export function ApprovalDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { shown, notLoaded } = useOpened(approval.get, id, texts)
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown && approvalRow(shown.operation).name}
      status={shown && <ApprovalStateBadge state={shown.state} />}
      notLoaded={notLoaded}
    >
      {shown && <Overview key={shown.version} one={shown} />}
    </DetailDrawer>
  )
}

type OneProps = { one: approval.ApprovalRequest }

function Overview({ one }: OneProps) {
  return (
    <Stack>
      <Next one={one} />
      <KeyValue items={factsOf(one)} />
      <Decision one={one} />
      {one.changed.length > 0 && (
        <Section title={texts.changed}>
          <LineList>
            {one.changed.map(({ iccid, before, now }) => (
              <li key={iccid}>
                <Mono>{iccid}</Mono>
                <span>{say(texts.changedLine, { before, now })}</span>
              </li>
            ))}
          </LineList>
        </Section>
      )}
      {one.objects > 0 && <Objects one={one} />}
    </Stack>
  )
}

/** What happens next, or why nothing was done. */
function Next({ one: { state, mode, startsAt, expiresAt, reason } }: OneProps) {
  if (state === 'FAILED' && reason) return <Note tone="danger">{reason}</Note>
  if (state !== 'APPROVED' || !startsAt) return null
  if (mode === 'REPEAT' && new Date(startsAt) <= new Date())
    return <Note>{say(texts.repeat, { time: formatTime(expiresAt) })}</Note>
  return <Note>{say(texts.window, { time: formatTime(startsAt) })}</Note>
}

function requesterOf({ requestedBy: name, requestedByKey: key, rule }: approval.ApprovalRequest): string {
  if (rule !== null) return say(texts.byRule, { name, rule })
  return key === null ? name : say(texts.byKey, { name, key })
}

function factsOf(one: approval.ApprovalRequest) {
  const { counts } = approvalRow(one.operation)
  const items = [
    { label: texts.sentence, value: <LongText>{one.sentence}</LongText> },
    { label: texts.by, value: <LongText>{requesterOf(one)}</LongText> },
    { label: texts.asked, value: <Time at={one.requestedAt} /> },
    one.endedAt === null && { label: texts.expires, value: <Time at={one.expiresAt} /> },
    counts !== null && { label: texts.amount, value: `${one.amount.toLocaleString('en')} ${counts}` },
    one.comment !== '' && { label: texts.comment, value: <LongText>{one.comment}</LongText> },
    one.decidedBy !== null && { label: texts.decided, value: <LongText>{one.decidedBy}</LongText> },
    one.decidedAt !== null && { label: texts.decidedAt, value: <Time at={one.decidedAt} /> },
    one.decisionComment !== '' && { label: texts.decision, value: <LongText>{one.decisionComment}</LongText> },
    one.endedAt !== null && { label: texts.ended, value: <Time at={one.endedAt} /> },
    one.sha256 !== null && { label: texts.sha, value: <Mono>{one.sha256}</Mono> },
  ]
  return items.filter((item) => item !== false)
}

const SHOWN = 50

function Objects({ one: { id, objects } }: OneProps) {
  const { data } = useAsk(approval.objects, { id, limit: SHOWN })
  return (
    <Section title={sayCount(texts.objects, objects)} text={texts.objectsText}>
      <LineList>
        {data?.items.map(({ line, iccid, state }) => (
          <li key={line}>
            <Mono>{iccid}</Mono>
            <span>{state}</span>
          </li>
        ))}
      </LineList>
      {data?.next != null && <Note mt={8}>{say(texts.objectsMore, { shown: SHOWN })}</Note>}
    </Section>
  )
}
