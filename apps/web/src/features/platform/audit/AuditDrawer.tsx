import { Button, Skeleton } from '@mantine/core'
import * as audit from '@simwright/contract/platform/audit'
import { AUDIT_MONTHS, type AuditEntry } from '@simwright/contract/platform/audit'
import { useAsk } from '../../../api/query.ts'
import { localOf } from '../../../base/time.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { NotLoaded } from '../../../ui/page/NotLoaded.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { actorName, actorTones } from './actor.ts'
import { auditTexts } from './audit-texts.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { objectName } from './object-name.ts'
import { auditSentence } from './sentence.ts'

const texts = auditTexts.drawer

type AuditDrawerProps = {
  isOpen: boolean
  number: string | undefined
  /** The entry, if the table has loaded it. */
  known: AuditEntry | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  onClose: () => void
  /** Searches the list for the entries of a person or an object, on one day if it is given (`2026-01-31`). */
  onSearch: OnSearch
}

type OnSearch = (text: string, day?: string) => void

/** The day in the user's time zone. */
const dayOf = (iso: string) => localOf(iso).slice(0, 'YYYY-MM-DD'.length)

/** Drawer of one audit entry: actor, action, address, and what it changed. */
export function AuditDrawer({ isOpen, number, known, tab, onTab, onClose, onSearch }: AuditDrawerProps) {
  const masks = useMasks()
  const enabled = isOpen && number !== undefined && known === undefined
  const query = useAsk(audit.get, { number: Number(number) || 0 }, { enabled })
  const entry = known ?? query.data
  const gone = { title: texts.goneTitle, text: say(texts.goneText, { months: AUDIT_MONTHS }), back: texts.close }
  const placeholder = (
    <NotLoaded problem={query.error} onRetry={() => void query.refetch()} gone={gone} onClose={onClose} />
  )
  return (
    <DetailDrawer
      isOpen={isOpen}
      onClose={onClose}
      kind={texts.kind}
      title={entry && masks.text(auditSentence(entry))}
      status={
        entry ? (
          <StatusBadge tone={actorTones[entry.actorKind]}>{auditTexts.actors[entry.actorKind]}</StatusBadge>
        ) : (
          !query.error && <Skeleton width={84} height={22} />
        )
      }
      tabs={[
        {
          id: 'change',
          label: texts.tabs.change,
          content: entry ? <ChangeTab entry={entry} onSearch={onSearch} /> : placeholder,
        },
        { id: 'raw', label: texts.tabs.raw, content: entry ? <RawTab entry={entry} /> : placeholder },
      ]}
      tab={tab}
      onTab={onTab}
    />
  )
}

function ChangeTab({ entry, onSearch }: { entry: AuditEntry; onSearch: OnSearch }) {
  const { actorEmail, objectId } = entry
  const name = actorName(entry)
  const masks = useMasks()
  return (
    <>
      <Section title={texts.changes}>
        <ChangeTable entry={entry} />
      </Section>
      <Section title={texts.about}>
        <KeyValue
          items={[
            { label: texts.at, value: <Time at={entry.at} show="second" /> },
            { label: texts.by, value: name },
            { label: texts.email, value: actorEmail },
            { label: texts.address, value: entry.address && <Mono copyAs={texts.address}>{entry.address}</Mono> },
            { label: auditTexts.objects[entry.objectKind], value: masks.text(objectName(entry)) },
            { label: texts.number, value: entry.number.toLocaleString('en') },
          ]}
        />
        <Row mt={12}>
          {actorEmail && (
            <>
              <Button variant="default" size="xs" onClick={() => onSearch(actorEmail, dayOf(entry.at))}>
                {say(texts.ofActorThatDay, { name })}
              </Button>
              <Button variant="default" size="xs" onClick={() => onSearch(actorEmail)}>
                {say(texts.ofActor, { name })}
              </Button>
            </>
          )}
          {objectId && (
            <Button variant="default" size="xs" onClick={() => onSearch(objectId)}>
              {texts.ofObject}
            </Button>
          )}
        </Row>
      </Section>
    </>
  )
}

function RawTab({ entry }: { entry: AuditEntry }) {
  const masks = useMasks()
  const text = JSON.stringify(entry, null, 2)
  return (
    <Section title={texts.raw} actions={<CopyButton text={text} name={texts.raw} />}>
      <CodeBlock>{masks.text(text)}</CodeBlock>
    </Section>
  )
}
