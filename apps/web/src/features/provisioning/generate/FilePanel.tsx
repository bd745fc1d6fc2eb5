import { Alert, Button } from '@mantine/core'
import type { ProblemName } from '@simwright/contract/problem'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import { ColumnMapping, sourceLimits, upload as uploadCall } from '@simwright/contract/profiles/source'
import { HIDDEN_VALUE } from '@simwright/contract/programs/call-log'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { formatBytes } from '../../../base/size.ts'
import { ShowAsCode } from '../../../program/ShowAsCode.tsx'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { suspensionTexts } from '../../../texts/suspension.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { MatchColumns } from './MatchColumns.tsx'
import type { Protection } from './ProtectionPanel.tsx'
import { useUpload } from './use-upload.ts'

const { advice } = generateTexts.file

/** What to do about a file that was refused as a whole. */
const adviceByName: Partial<Record<ProblemName, string>> = {
  file_empty: advice.kind,
  header_wrong: advice.format,
  column_missing: advice.format,
  column_unknown: advice.format,
  column_twice: advice.format,
  rows_too_many: advice.size,
  file_too_large: advice.size,
  workbook_too_large: advice.size,
  pgp_too_large: advice.size,
  pgp_other_key: advice.pgpKey,
  pgp_damaged: advice.pgpDamaged,
  xlsx_damaged: advice.xlsx,
  csv_malformed: advice.csv,
  file_kind_unknown: advice.kind,
  parsing_too_long: advice.again,
}

const texts = generateTexts.file
const ACCEPTED = ['.csv', '.xlsx', '.tsv', '.txt', '.pgp', '.gpg', '.asc']
const hint = say(texts.hint, {
  records: sourceLimits.records,
  size: formatBytes(sourceLimits.fileBytes),
  workbook: formatBytes(sourceLimits.workbookBytes),
})

export type FilePanelProps = {
  /** The file that is uploaded at once, and those that follow it. */
  first: File | undefined
  waiting: readonly File[]
  onWaiting: (files: readonly File[]) => void
  /** How the file must be protected. */
  protection: Protection
  /** Undefined until a complete configuration is chosen; a file that is chosen earlier waits for it. */
  configurationId: string | undefined
  onMissing: () => void
  onStaged: (sourceId: string) => void
}

/** Uploads the file as soon as it is chosen, and again for another configuration or protection; shows errors of the file as a whole. */
export function FilePanel(props: FilePanelProps) {
  const mayCreate = useAllowed('Generate_Ac_Create')
  const isWithheld = useWithheld('Generate_Ac_Create')
  const { configurationId = HIDDEN_VALUE, protection } = props
  return (
    <Panel
      title={texts.title}
      text={texts.text}
      actions={mayCreate && <ShowAsCode endpoint={uploadCall} input={fieldsOf(configurationId, protection)} />}
    >
      {mayCreate ? (
        <Upload {...props} />
      ) : (
        <Note size="small">{isWithheld ? suspensionTexts.withheld : texts.mayNot}</Note>
      )}
    </Panel>
  )
}

/** What is sent with the file. */
const fieldsOf = (configurationId: string, protection: Protection) => ({
  configurationId,
  ...(protection === 'pgp' ? { protection: 'PGP' as const } : {}),
})

function Upload({ first, waiting, onWaiting, protection, configurationId, onMissing, onStaged }: FilePanelProps) {
  const [file, setFile] = useState(first)
  const upload = useUpload(onStaged)
  const take = (next: File | undefined) => {
    upload.reset()
    setFile(next)
    if (next && configurationId === undefined) onMissing()
  }
  const { start } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent when all three are chosen, and again when one changes
  useEffect(() => {
    if (file && configurationId !== undefined) start(file, fieldsOf(configurationId, protection))
  }, [file, configurationId, protection])
  const mapping = mappingOf(upload.problem)
  return (
    <>
      <DropArea
        label={texts.label}
        hint={hint}
        accept={ACCEPTED}
        wrongFormatHelp={texts.kindHelp}
        maxBytes={sourceLimits.fileBytes}
        file={file}
        onFile={take}
        onMore={onWaiting}
        uploadShare={upload.sending}
        processingText={texts.checking}
      />
      {upload.sending !== undefined && (
        <Button size="xs" variant="default" mt={10} onClick={upload.stop}>
          {uiTexts.cancel}
        </Button>
      )}
      {upload.isPlain && <Refused message={texts.plain} advice={texts.plainAdvice} />}
      {upload.problem && !mapping && (
        <Refused key={upload.problem.requestId} message={upload.problem.message} advice={adviceFor(upload.problem)} />
      )}
      {mapping && file && configurationId !== undefined && (
        <MatchColumns
          key={mapping.header.join()}
          mapping={mapping}
          onMatched={(columns) =>
            start(file, { ...fieldsOf(configurationId, protection), columns: JSON.stringify(columns) })
          }
        />
      )}
      {waiting.length > 0 && upload.sending === undefined && (
        <Waiting
          files={waiting}
          onNext={(next) => {
            onWaiting(waiting.slice(1))
            take(next)
          }}
          onDiscard={() => onWaiting([])}
        />
      )}
    </>
  )
}

/** The names of the header and the columns, if the server refused the file because some of the names are unknown. */
function mappingOf(problem: Problem | undefined): ColumnMapping | undefined {
  const mapping = ColumnMapping.safeParse(problem?.detail)
  return mapping.success && mapping.data.header.length > 0 ? mapping.data : undefined
}

type WaitingProps = { files: readonly File[]; onNext: (file: File) => void; onDiscard: () => void }

/** Files that were dropped together are uploaded one after the other. */
function Waiting({ files, onNext, onDiscard }: WaitingProps) {
  const [next] = files
  if (!next) return null
  return (
    <Row mt={12}>
      <Note as="span" size="small">
        {say(texts.waiting, { files: files.map(({ name }) => name).join(', ') })}
      </Note>
      <Button size="xs" variant="default" onClick={() => onNext(next)}>
        {say(texts.next, { name: next.name })}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onDiscard}>
        {texts.forget}
      </Button>
    </Row>
  )
}

/** Why the file was refused, and what to do. */
function Refused({ message, advice }: { message: string; advice: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert ref={box} color="red" role="alert" title={texts.refusedTitle} mt={12}>
      {message}
      {advice && <p style={{ marginTop: 4 }}>{advice}</p>}
    </Alert>
  )
}

function adviceFor({ code }: Problem): string | undefined {
  const name = (Object.keys(problemCodes) as ProblemName[]).find((one) => problemCodes[one] === code)
  return name && adviceByName[name]
}
