import * as home from '@simwright/contract/insight/home'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import { doneSentence } from '@simwright/contract/provisioning/operation-kind'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { progressAddress, readAddress } from '../address.ts'
import { invalidate } from '../api/query-client.ts'
import { useStream } from '../api/shared-stream.ts'
import { fileTitle } from '../esim/file.ts'
import { operationName } from '../esim/operation-name.ts'
import { batchPath, filePath, operationPath } from '../esim/path.ts'
import { runningBatches, runningFiles, runningOperations, useStartCount } from '../esim/running.ts'
import type { Destination } from '../paths.ts'
import { useAllowed } from '../session/permission.tsx'
import { deliveryTexts } from '../texts/delivery.ts'
import { generateTexts } from '../texts/generate.ts'
import { operationTexts } from '../texts/operation.ts'
import { say, sayCount } from '../texts/text.ts'
import { toast } from '../ui/toast.ts'

const NOTICE_MS = 10_000

/** Follows the running jobs on every page and notifies the user when one ends. */
export function JobNotices() {
  const mayFollowBatches = useAllowed(['Generate_AC_Log_View', 'Generate_Ac_Create'])
  const mayFollowOperations = useAllowed(['Fleet_View', 'Group_View'])
  const mayFollowFiles = useAllowed('Fleet_Export')
  return (
    <>
      {mayFollowBatches && <Follower jobs={runningBatches} stream={BatchStream} />}
      {mayFollowOperations && <Follower jobs={runningOperations} stream={OperationStream} />}
      {mayFollowFiles && <Follower jobs={runningFiles} stream={FileStream} />}
    </>
  )
}

type Jobs = typeof runningBatches | typeof runningOperations | typeof runningFiles

/** Streams the running jobs until all have ended, and again when the user starts one on this page. */
function Follower({ jobs, stream: Stream }: { jobs: Jobs; stream: ComponentType }) {
  const starts = useStartCount(jobs)
  useEffect(() => jobs.forget, [jobs])
  return <Stream key={starts} />
}

function BatchStream() {
  const [shown, open] = useShown('batch')
  const onEvent = (event: batch.Batch) => {
    if (!runningBatches.update(event)) return
    void invalidate([batch.list, batch.get, batch.rows, fleet.list, home.overview, queryOrder])
    if (event.id === shown) return
    const { code, succeeded, failed } = event
    const done = sayCount(generateTexts.progress.noticeDone, succeeded, { code })
    const text = failed > 0 ? `${done} ${sayCount(generateTexts.progress.noticeFailed, failed)}` : done
    notifyEnd(failed > 0 ? 'warning' : 'success', text, () => open(batchPath(event.id)))
  }
  useStream(batch.progress, {}, { onEvent })
  return null
}

function OperationStream() {
  const [shown, open] = useShown('operation')
  const onEvent = (event: operation.RunningOperation) => {
    if (!runningOperations.update(event)) return
    void invalidate([fleet.list, fleet.detail, fleet.timeline, group.list, operation.list, operation.get, queryOrder])
    // no notice for a single profile: the user is on its page
    if (event.id === shown || event.total < 2) return
    const done =
      event.succeeded > 0
        ? doneSentence({ ...event, count: event.succeeded })
        : say(operationTexts.doneNone, { kind: operationName(event) })
    const text = event.failed > 0 ? `${done}, ${sayCount(operationTexts.left, event.failed)}` : done
    notifyEnd(event.failed > 0 ? 'warning' : 'success', text, () => open(operationPath(event.id)))
  }
  useStream(operation.progress, {}, { onEvent })
  return null
}

function FileStream() {
  const [shown, open] = useShown('file')
  const onEvent = (event: delivery.CodeFile) => {
    if (!runningFiles.update(event)) return
    void invalidate([delivery.files])
    if (event.id === shown) return
    const { fileStrip } = deliveryTexts
    const form = fileTitle(event)
    const isDone = event.process === 'COMPLETE'
    const text = say(isDone ? fileStrip.done : fileStrip.failed, { form })
    notifyEnd(isDone ? 'success' : 'warning', text, () => open(filePath(event.id)))
  }
  useStream(delivery.fileProgress, {}, { onEvent })
  return null
}

/** The id of the batch, operation or file that the page already shows, and a function that opens another page. */
function useShown(name: 'batch' | 'operation' | 'file') {
  const search = useRouterState({ select: ({ location }) => readAddress(progressAddress, location.search) })
  const navigate = useNavigate()
  return [search[name], (to: Destination) => void navigate(to)] as const
}

function notifyEnd(tone: 'success' | 'warning', text: string, run: () => void): void {
  toast[tone](text, { action: { label: generateTexts.progress.noticeOpen, run }, durationMs: NOTICE_MS })
}
