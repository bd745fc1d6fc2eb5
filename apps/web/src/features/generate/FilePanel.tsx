import { Alert, Button } from '@mantine/core'
import { sourceLimits } from '@simwright/contract/source'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../api/problem.ts'
import { useAllowed } from '../../session/permission.tsx'
import { generateTexts } from '../../texts/generate.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { DropArea } from '../../ui/DropArea.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { formatBytes } from '../../ui/size.ts'
import { adviceFor } from './refusal-advice.ts'
import classes from './SetupView.module.css'
import { useUpload } from './use-upload.ts'

const texts = generateTexts.file
const ACCEPTED = ['.csv', '.tsv', '.txt', '.pgp', '.gpg', '.asc']
const hint = say(texts.hint, {
  records: sourceLimits.records,
  size: formatBytes(sourceLimits.fileBytes),
  plain: formatBytes(sourceLimits.plainBytes),
})

type FilePanelProps = {
  /** Undefined until a complete one is chosen: a file that comes before waits for it. */
  configurationId: string | undefined
  onMissing: () => void
  onStaged: (sourceId: string) => void
}

/** The file itself. It is sent as soon as it is there; what is wrong with it as a whole is said here. */
export function FilePanel({ configurationId, onMissing, onStaged }: FilePanelProps) {
  const mayCreate = useAllowed('Generate_Ac_Create')
  return (
    <Panel title={texts.title} text={texts.text}>
      {mayCreate ? (
        <Upload configurationId={configurationId} onMissing={onMissing} onStaged={onStaged} />
      ) : (
        <p className={classes.note}>{texts.mayNot}</p>
      )}
    </Panel>
  )
}

function Upload({ configurationId, onMissing, onStaged }: FilePanelProps) {
  const [file, setFile] = useState<File>()
  const [isWaiting, setIsWaiting] = useState(false)
  const upload = useUpload(onStaged)
  const take = (next: File | undefined) => {
    upload.reset()
    setFile(next)
    setIsWaiting(next !== undefined)
    if (next && configurationId === undefined) onMissing()
  }
  const { start } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, when file and configuration are both there
  useEffect(() => {
    if (!isWaiting || !file || configurationId === undefined) return
    setIsWaiting(false)
    start(file, configurationId)
  }, [isWaiting, file, configurationId])
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
        sending={upload.sending}
        arrivedText={texts.checking}
      />
      {upload.sending !== undefined && (
        <Button size="xs" variant="default" className={classes.stop} onClick={upload.stop}>
          {uiTexts.cancel}
        </Button>
      )}
      {upload.problem && <Refused key={upload.problem.requestId} problem={upload.problem} />}
    </>
  )
}

/** What is wrong, where, and what to do. */
function Refused({ problem }: { problem: Problem }) {
  const advice = adviceFor(problem)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert ref={box} color="red" role="alert" title={texts.refusedTitle} className={classes.refused}>
      {problem.message}
      {advice && <p className={classes.advice}>{advice}</p>}
    </Alert>
  )
}
