import { Button } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { inGroups, PgpKey } from '../../../esim/PgpKey.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { LineList } from '../../../ui/layout/LineList.tsx'
import { Note, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { developerTexts } from './developer-texts.ts'
import { PgpRotateDialog } from './PgpRotateDialog.tsx'

const texts = developerTexts.pgp

/** The OpenPGP key for source data, the replaced keys whose files can still be read, and the rotation. */
export function PgpPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const mayEdit = useAllowed('Developer_Edit')
  const { data } = useAsk(source.pgpKey, {}, { staleMs: Number.POSITIVE_INFINITY })
  return (
    <Panel
      title={texts.title}
      text={data ? say(texts.textSince, { date: formatDate(data.createdAt) }) : texts.text}
      actions={
        mayEdit && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            disabled={!data}
            onClick={() => setIsOpen(true)}
          >
            {texts.rotate}
          </Button>
        )
      }
    >
      <PgpKey />
      {data && data.previous.length > 0 && <PreviousKeys keys={data.previous} />}
      {data && <PgpRotateDialog opened={isOpen} fingerprint={data.fingerprint} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

type PreviousKey = { fingerprint: string; createdAt: string; readableUntil: string }

const PreviousKeys = ({ keys }: { keys: readonly PreviousKey[] }) => (
  <section style={{ marginTop: 16 }}>
    <Title size="text">{texts.previous}</Title>
    <Note mb={8}>{texts.previousText}</Note>
    <LineList>
      {keys.map(({ fingerprint, createdAt, readableUntil }) => (
        <li key={fingerprint}>
          <code>{inGroups(fingerprint)}</code>
          <Time at={readableUntil}>
            {say(texts.dates, { created: formatDate(createdAt), until: formatDate(readableUntil) })}
          </Time>
        </li>
      ))}
    </LineList>
  </section>
)
