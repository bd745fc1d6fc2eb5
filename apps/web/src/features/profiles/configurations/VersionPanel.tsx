import { Alert, Button, Skeleton } from '@mantine/core'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as versions from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { IconArrowBackUp, IconArrowsDiff, IconFileCode, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../../../api/call.ts'
import { saveBlob } from '../../../api/file.ts'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { versionTexts as texts } from './configuration-version-texts.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { sayProfiles } from './profile-count.ts'
import { labelOf } from './sections.ts'
import classes from './Versions.module.css'

type VersionRow = versions.ConfigurationVersionRow
type Shown = { id: string; name: string; version: number }

/** The versions of a configuration: who saved them, what was made from them; comparison, export and restoring. */
export function VersionPanel({ shown }: { shown: Shown }) {
  const { id, version: newest } = shown
  const answer = useAsk(versions.list, { id })
  const [older, setOlder] = useState<{ newest: number; rows: VersionRow[]; hasMore: boolean }>()
  const [compared, setCompared] = useState<number>()
  const [isImporting, setImporting] = useState(false)
  const mayEdit = useAllowed('Profile_Config_Edit')
  const { restore, refused } = useRestore(shown)
  // a new version makes the loaded pages stale
  const more = older?.newest === newest ? older : undefined
  const rows = [...(answer.data?.items ?? []), ...(more?.rows ?? [])]
  const hasMore = more?.hasMore ?? answer.data?.hasMore ?? false
  const loadMore = async () => {
    const before = rows.at(-1)?.version
    const next = await ask(versions.list, { id, before }).catch(() => undefined)
    if (next) setOlder({ newest, rows: [...(more?.rows ?? []), ...next.items], hasMore: next.hasMore })
  }
  return (
    <Panel
      title={texts.title}
      text={texts.text}
      actions={
        <PanelActions
          onImport={mayEdit ? () => setImporting(true) : undefined}
          onCompare={newest > 1 ? () => setCompared(newest - 1) : undefined}
        />
      }
    >
      {refused && <RestoreRefusal {...refused} />}
      {answer.error && <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton height={96} radius="md" />}
      <Stack as="ul" gap={0}>
        {rows.map((row) => (
          <Version
            key={row.version}
            row={row}
            shown={shown}
            onCompare={() => setCompared(row.version)}
            onRestore={() => void restore(row.version)}
          />
        ))}
      </Stack>
      {hasMore && (
        <Button mt={8} variant="subtle" size="xs" onClick={() => void loadMore()}>
          {texts.more}
        </Button>
      )}
      <ImportDialog isOpen={isImporting} into={shown} onClose={() => setImporting(false)} />
      <CompareDialog configuration={shown} from={compared} onClose={() => setCompared(undefined)} />
    </Panel>
  )
}

type PanelActionsProps = { onImport: (() => void) | undefined; onCompare: (() => void) | undefined }

function PanelActions({ onImport, onCompare }: PanelActionsProps) {
  return (
    <>
      {onImport && (
        <Button variant="default" size="xs" leftSection={<IconFileImport size={16} />} onClick={onImport}>
          {texts.importYaml}
        </Button>
      )}
      {onCompare && (
        <Button variant="default" size="xs" leftSection={<IconArrowsDiff size={16} />} onClick={onCompare}>
          {texts.compareVersions}
        </Button>
      )}
    </>
  )
}

type Refusal = { version: number; problem: Problem }

function useRestore({ id, version: newest }: Shown) {
  const [refused, setRefused] = useState<Refusal>()
  const call = useMutation(versions.restore, {
    silent: true,
    changes: [configuration.list, configuration.get, versions.list],
  })
  const restore = async (version: number) => {
    const next = newest + 1
    const { title, text, proceed, done } = texts.restoring
    const sure = await confirm({ title: say(title, { version }), text: say(text, { next, newest }), proceed })
    if (!sure) return
    setRefused(undefined)
    call.mutate(
      { id, version: newest, restored: version },
      {
        onSuccess: () => toast.success(say(done, { version, next })),
        onError: (problem) => setRefused({ version, problem }),
      },
    )
  }
  return { restore, refused }
}

/** Why a version was not restored, in the words of the form. */
function RestoreRefusal({ version, problem }: Refusal) {
  const { refused, refusedText } = texts.restoring
  return (
    <Alert color="red" role="alert" mb="md" title={say(refused, { version })}>
      {problem.faults.length === 0 ? (
        problem.message
      ) : (
        <>
          {refusedText}
          <ul className="bullets" style={{ marginTop: 6 }}>
            {problem.faults.map(({ path, text }) => (
              <li key={path}>
                {labelOf(path.replace(/^fields\./, ''))}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

type VersionProps = { row: VersionRow; shown: Shown; onCompare: () => void; onRestore: () => void }

function Version({ row, shown, onCompare, onRestore }: VersionProps) {
  const { version, savedAt, savedBy } = row
  const time = formatTime(savedAt)
  const isNewest = version === shown.version
  return (
    <Row as="li" gap={12} nowrap className={classes.version}>
      <div className="grow size-text">
        <Row gap="2 8" className="strong">
          {say(texts.version, { version })}
          {isNewest && <StatusBadge tone="info">{texts.newest}</StatusBadge>}
        </Row>
        <Note as="div" size="same">
          <Time at={savedAt}>
            {savedBy === '' ? say(texts.saved, { time }) : say(texts.savedBy, { time, name: savedBy })}
          </Time>
        </Note>
        <Note as="div" size="same">
          {usedText(row)}
        </Note>
      </div>
      <VersionActions row={row} shown={shown} onCompare={onCompare} onRestore={onRestore} />
    </Row>
  )
}

function VersionActions({ row: { version }, shown, onCompare, onRestore }: VersionProps) {
  const mayEdit = useAllowed('Profile_Config_Edit')
  return (
    <RowMenu label={say(texts.actionsOf, { version })} width={180}>
      {shown.version > 1 && (
        <RowAction icon={IconArrowsDiff} onClick={onCompare}>
          {texts.compare}
        </RowAction>
      )}
      <RowAction icon={IconFileCode} onClick={() => void saveYaml({ id: shown.id, version })}>
        {texts.exportYaml}
      </RowAction>
      {mayEdit && version !== shown.version && (
        <RowAction icon={IconArrowBackUp} onClick={onRestore}>
          {texts.restore}
        </RowAction>
      )}
    </RowMenu>
  )
}

function usedText({ batches, profiles }: VersionRow): string {
  if (batches === 0 && profiles === 0) return texts.unused
  return `${sayCount(texts.batches, batches)} · ${sayProfiles(configurationTexts.profileCount, profiles)}`
}

/** Has the browser save one version as a YAML file. A failure is shown as a notice. */
async function saveYaml(version: { id: string; version: number }): Promise<void> {
  const file = await ask(yaml.exportYaml, version).catch(() => undefined)
  if (file) saveBlob(new Blob([file.yaml], { type: 'application/yaml' }), file.fileName)
}
