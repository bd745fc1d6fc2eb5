import { Alert, Button } from '@mantine/core'
import { sourceLimits } from '@simwright/contract/profiles/source'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DropArea } from '../../../ui/DropArea.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { formatBytes } from '../../../ui/size.ts'
import { ColumnNames } from './ColumnNames.tsx'
import type { Protection } from './ProtectionPanel.tsx'
import { adviceFor } from './refusal-advice.ts'
import classes from './SetupView.module.css'
import { useUpload } from './use-upload.ts'

const texts = generateTexts.file
const ACCEPTED = ['.csv', '.xlsx', '.tsv', '.txt', '.pgp', '.gpg', '.asc']
const hint = say(texts.hint, {
  records: sourceLimits.records,
  size: formatBytes(sourceLimits.fileBytes),
  plain: formatBytes(sourceLimits.plainBytes),
})

export type FilePanelProps = {
  /** The file that is taken at once, and those that wait behind it. */
  first: File | undefined
  waiting: readonly File[]
  onWaiting: (files: readonly File[]) => void
  /** How the file is meant to come. */
  protection: Protection
  /** Undefined until a complete one is chosen: a file that comes before waits for it. */
  configurationId: string | undefined
  onMissing: () => void
  onStaged: (sourceId: string) => void
}

/** The file. It is sent as soon as it is chosen; faults of the file as a whole are shown here. */
export function FilePanel(props: FilePanelProps) {
  const mayCreate = useAllowed('Generate_Ac_Create')
  return (
    <Panel title={texts.title} text={texts.text}>
      {mayCreate ? <Upload {...props} /> : <p className={classes.note}>{texts.mayNot}</p>}
    </Panel>
  )
}

function Upload({ first, waiting, onWaiting, protection, configurationId, onMissing, onStaged }: FilePanelProps) {
  const [file, setFile] = useState(first)
  const started = useRef<File>(undefined)
  const upload = useUpload(onStaged)
  const take = (next: File | undefined) => {
    upload.reset()
    setFile(next)
    if (next && configurationId === undefined) onMissing()
  }
  const { start } = upload
  const sent = (id: string) => ({
    configurationId: id,
    ...(protection === 'pgp' ? { protection: 'PGP' as const } : {}),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, when file and configuration are both there
  useEffect(() => {
    if (!file || configurationId === undefined || started.current === file) return
    started.current = file
    start(file, sent(configurationId))
  }, [file, configurationId])
  const header = headerOf(upload.problem)
  return (
    <>
      <DropArea
        label={texts.label}
        hint={hint}
        accept={ACCEPTED}
        kindHelp={texts.kindHelp}
        maxBytes={sourceLimits.fileBytes}
        file={file}
        onFile={take}
        onMore={onWaiting}
        sending={upload.sending}
        arrivedText={texts.checking}
      />
      {upload.sending !== undefined && (
        <Button size="xs" variant="default" className={classes.stop} onClick={upload.stop}>
          {uiTexts.cancel}
        </Button>
      )}
      {upload.isPlain && <Refused message={texts.plain} advice={texts.plainAdvice} />}
      {upload.problem && (
        <Refused
          key={upload.problem.requestId}
          message={upload.problem.message}
          advice={header ? undefined : adviceFor(upload.problem)}
        />
      )}
      {header && file && configurationId !== undefined && (
        <ColumnNames
          key={header.join()}
          header={header}
          onTold={(columns) => start(file, { ...sent(configurationId), columns: JSON.stringify(columns) })}
        />
      )}
      {waiting.length > 0 && upload.sending === undefined && (
        <Waiting
          files={waiting}
          onNext={(next) => {
            onWaiting(waiting.slice(1))
            take(next)
          }}
          onForget={() => onWaiting([])}
        />
      )}
    </>
  )
}

/** The names of the header, where the portal asks what they mean. */
function headerOf(problem: Problem | undefined): readonly string[] | undefined {
  const { header } = problem?.detail ?? {}
  return Array.isArray(header) && header.length > 0 ? (header as string[]) : undefined
}

type WaitingProps = { files: readonly File[]; onNext: (file: File) => void; onForget: () => void }

/** Files that were dropped together: one after the other. */
function Waiting({ files, onNext, onForget }: WaitingProps) {
  const [next] = files
  if (!next) return null
  return (
    <div className={classes.waiting}>
      <span className={classes.note}>{say(texts.waiting, { files: files.map(({ name }) => name).join(', ') })}</span>
      <Button size="xs" variant="default" onClick={() => onNext(next)}>
        {say(texts.next, { name: next.name })}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onForget}>
        {texts.forget}
      </Button>
    </div>
  )
}

/** What is wrong, where, and what to do. */
function Refused({ message, advice }: { message: string; advice: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert ref={box} color="red" role="alert" title={texts.refusedTitle} className={classes.refused}>
      {message}
      {advice && <p className={classes.advice}>{advice}</p>}
    </Alert>
  )
}
