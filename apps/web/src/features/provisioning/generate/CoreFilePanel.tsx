import { Button, Select, TextInput } from '@mantine/core'
import * as batch from '@simwright/contract/provisioning/batch'
import { useState } from 'react'
import { save } from '../../../api/file.ts'
import { useTask } from '../../../api/mutation.ts'
import { invalidate } from '../../../api/query-client.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { CommandBlock } from '../../../ui/text/CommandBlock.tsx'
import { rangeTexts } from './range-texts.ts'
import classes from './SetupView.module.css'

const texts = rangeTexts.coreFile
const EXTENSIONS: Record<batch.CoreFormat, string> = {
  OPEN5GS: 'json',
  FREE5GC: 'json',
  MAGMA: 'json',
  SRSRAN: 'csv',
  CSV: 'csv',
}

/** Downloads the keys of a generated range for the core network; possible only once. */
export function CoreFilePanel({ batch: one }: { batch: batch.Batch }) {
  const mayCreate = useAllowed('Generate_Ac_Create')
  const [isDownloaded, setIsDownloaded] = useState(false)
  if (one.coreFile === 'none' || !mayCreate) return null
  const state = isDownloaded ? 'taken' : one.coreFile
  return (
    <Panel title={texts.title} text={state === 'open' ? texts.text : undefined}>
      {state === 'open' ? (
        <DownloadForm batch={one} onDownloaded={() => setIsDownloaded(true)} />
      ) : (
        <Note size="small" role="status">
          {texts[state]} {texts.lost}
        </Note>
      )}
    </Panel>
  )
}

function DownloadForm({ batch: one, onDownloaded }: { batch: batch.Batch; onDownloaded: () => void }) {
  const formats = batch.coreFormats.filter((value) => one.coreFormats.includes(value))
  const [format, setFormat] = useState<batch.CoreFormat>(formats[0] ?? 'CSV')
  const [dnn, setDnn] = useState('internet')
  const [fault, setFault] = useState<string>()
  const download = useTask(() => save(batch.coreFile, { id: one.id, format, dnn }), {
    onSuccess: () => {
      onDownloaded()
      void invalidate([batch.get, batch.list])
    },
  })
  const fetchFile = async () => {
    const { confirmTitle: title, confirmProceed: proceed } = texts
    const sure = await confirm({ title, proceed, text: say(texts.confirmText, { format: texts.formats[format] }) })
    if (!sure) return
    download.mutate(undefined, { onError: ({ faults }) => setFault(faults.find(({ path }) => path === 'dnn')?.text) })
  }
  const file = `"${one.code} ${format.toLowerCase()}.${EXTENSIONS[format]}"`
  return (
    <Stack gap={14}>
      <p className={classes.warning}>{texts.once}</p>
      <FieldRow>
        <Select
          label={texts.format}
          description={formats.length < batch.coreFormats.length ? texts.otherFormats : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={formats.map((value) => ({ value, label: texts.formats[value] }))}
          value={format}
          allowDeselect={false}
          onChange={(value) => value && setFormat(value)}
        />
        {(format === 'OPEN5GS' || format === 'FREE5GC' || format === 'MAGMA') && (
          <TextInput
            label={texts.dnn}
            description={texts.dnnHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={dnn}
            error={fault}
            onChange={(event) => {
              setDnn(event.currentTarget.value)
              setFault(undefined)
            }}
          />
        )}
      </FieldRow>
      {format === 'CSV' ? (
        <Note size="small">{texts.columns}</Note>
      ) : (
        <CommandBlock label={texts.how} command={say(texts.load[format], { file })} />
      )}
      <Note size="small">{texts.before[format]}</Note>
      <div>
        <Button loading={download.isPending} onClick={() => void fetchFile()}>
          {texts.fetch}
        </Button>
      </div>
    </Stack>
  )
}
