import { Button, Skeleton } from '@mantine/core'
import { EXPORT_AT_ONCE } from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { formatBytes } from '../../../base/size.ts'
import { contentCount, fileTitle } from '../../../esim/file.ts'
import { pages } from '../../../paths.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ProgressBar } from '../../../ui/chart/ProgressBar.tsx'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'

const texts = deliveryTexts.files
const POLL_MS = 5_000
const icons = {
  QR_ZIP: IconFileZip,
  LABELS: IconFileTypePdf,
  PROFILES: IconFileSpreadsheet,
  CODES: IconFileSpreadsheet,
}

/** The files of the last `FILE_HOURS`. */
export function FileList() {
  const { data, error, refetch } = useAsk(delivery.files, {}, { pollMs: POLL_MS })
  if (error) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={uiTexts.loading}>
        <Skeleton height={64} radius="md" />
      </div>
    )
  if (data.items.length === 0)
    return (
      <Panel>
        <EmptyState
          drawing="code"
          title={texts.emptyTitle}
          text={say(texts.emptyText, { max: EXPORT_AT_ONCE.toLocaleString('en') })}
          button={{ label: texts.emptyButton, to: pages.fleet.path }}
        />
      </Panel>
    )
  return (
    <Stack gap={12}>
      <Note>{say(texts.text, { hours: delivery.FILE_HOURS })}</Note>
      <ItemList
        label={texts.list}
        items={data.items.map((file) => ({
          id: file.id,
          icon: icons[file.form],
          title: fileTitle(file),
          note: <FileNote file={file} />,
          actions: <State file={file} />,
        }))}
      />
    </Stack>
  )
}

function FileNote({ file }: { file: delivery.CodeFile }) {
  const parts = [
    contentCount(file, file.process === 'COMPLETE' ? file.written : file.total),
    ...(file.left > 0 ? [sayCount(deliveryTexts.fileStrip.left, file.left)] : []),
    ...(file.process === 'COMPLETE' ? [formatBytes(file.bytes)] : []),
    file.createdBy,
  ]
  return (
    <>
      {parts.filter(Boolean).join(' · ')} · <Time at={file.createdAt} />
    </>
  )
}

function State({ file }: { file: delivery.CodeFile }) {
  const save = useSave(delivery.fileContent)
  const saveLeft = useSave(delivery.fileLeft)
  const { id, process, total, written, left } = file
  if (process === 'FAILED') return <StatusBadge tone="danger">{texts.failed}</StatusBadge>
  if (process === 'PROCESSING')
    return <ProgressBar label={fileTitle(file)} total={total} succeeded={written} failed={0} />
  const names = { form: fileTitle(file), codes: contentCount(file, written) }
  return (
    <Row>
      {left > 0 && (
        <Button
          size="xs"
          variant="subtle"
          loading={saveLeft.isPending}
          aria-label={say(texts.leftOf, names)}
          onClick={() => saveLeft.start({ id })}
        >
          {deliveryTexts.fileStrip.leftDownload}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} />}
        loading={save.isPending}
        aria-label={say(texts.downloadOf, names)}
        onClick={() => save.start({ id })}
      >
        {texts.download}
      </Button>
    </Row>
  )
}
