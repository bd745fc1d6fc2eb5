import { Button } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import { doneSentence, operationRow } from '@simwright/contract/provisioning/operation-kind'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { invalidate } from '../api/query-client.ts'
import { useSave } from '../api/save.ts'
import { useStream } from '../api/shared-stream.ts'
import { Allowed } from '../session/permission.tsx'
import { operationTexts as texts } from '../texts/operation.ts'
import { say, sayCount } from '../texts/text.ts'
import { ProgressBar } from '../ui/chart/ProgressBar.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { operationName } from './operation-name.ts'
import { batchLogPath } from './path.ts'
import { runningOperations } from './running.ts'

type OperationStripProps = {
  id: string
  /** Called with the id of the operation that undoes this one. */
  onUndo: (id: string) => void
  onClose: () => void
}

/** Progress of an operation on many profiles with a button to stop it, then its result with a button to undo it. */
export function OperationStrip({ id, onUndo, onClose }: OperationStripProps) {
  const shown = useRunningOperation(id)
  if (!shown) return null
  const isOver = shown.process === 'COMPLETE'
  return (
    <Row
      as="section"
      gap="8 16"
      mb={16}
      className="boxed size-text"
      style={{ padding: '10px 14px' }}
      aria-label={wordsOf(shown)}
    >
      <span style={{ flex: '1 1 220px' }} aria-live="polite">
        {wordsOf(shown)}
        {isOver && shown.failed > 0 && `, ${sayCount(texts.left, shown.failed)}`}
      </span>
      {!isOver && (
        <div style={{ flex: '1 1 260px' }}>
          <ProgressBar
            label={operationRow(shown.kind).name}
            total={shown.total}
            succeeded={shown.succeeded}
            failed={shown.failed}
          />
        </div>
      )}
      <Row gap={6}>
        {isOver ? (
          <ResultButtons id={id} shown={shown} onUndo={onUndo} onClose={onClose} />
        ) : (
          !shown.canceled && <StopButton id={id} />
        )}
      </Row>
    </Row>
  )
}

/** The state of the operation as it goes on. When it is complete, what it may have changed is loaded again. */
function useRunningOperation(id: string): operation.RunningOperation | undefined {
  const [live, setLive] = useState<operation.RunningOperation>()
  const { data } = useAsk(operation.get, { id })
  useStream(
    operation.progress,
    { id },
    {
      onEvent: (event) => {
        setLive(event)
        if (event.process === 'COMPLETE')
          void invalidate([
            fleet.list,
            fleet.detail,
            fleet.timeline,
            group.list,
            group.get,
            group.figures,
            operation.list,
            recycle.profile,
          ])
      },
    },
  )
  return live?.id === id ? live : data
}

function StopButton({ id }: { id: string }) {
  const stop = useMutation(operation.cancel, { changes: [operation.list] })
  return (
    <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate({ id })}>
      {texts.stop}
    </Button>
  )
}

type ResultButtonsProps = OperationStripProps & { shown: operation.RunningOperation }

/** What can be done after the operation: undo it, open its codes, download its result. */
function ResultButtons({ id, shown, onUndo, onClose }: ResultButtonsProps) {
  const undo = useMutation(operation.undo, {
    changes: [operation.list],
    onSuccess: (answer) => {
      runningOperations.noteStart()
      onUndo(answer.id)
    },
  })
  const save = useSave(operation.result)
  return (
    <>
      {shown.canUndo && (
        <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate({ id })}>
          {texts.undo}
        </Button>
      )}
      {operationRow(shown.kind).opensBatch && shown.succeeded > 0 && (
        <Allowed need="Generate_AC_Log_View">
          <Button size="xs" variant="default" component={Link} {...batchLogPath(id)}>
            {texts.codes}
          </Button>
        </Allowed>
      )}
      <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.start({ id })}>
        {texts.result}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
        {texts.close}
      </Button>
    </>
  )
}

function wordsOf(shown: operation.RunningOperation): string {
  const { process, total, succeeded } = shown
  const name = operationName(shown)
  if (process === 'COMPLETE')
    return succeeded > 0 ? doneSentence({ ...shown, count: succeeded }) : say(texts.doneNone, { kind: name })
  return say(total === 0 ? texts.running : texts.working, { kind: name })
}
