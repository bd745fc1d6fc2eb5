import * as home from '@simwright/contract/insight/home'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
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

/** Follows the work in the background on every page, and notifies the user when it has ended. */
export function WorkNotices() {
  const mayFollowBatches = useAllowed(['Generate_AC_Log_View', 'Generate_Ac_Create'])
  const mayFollowOperations = useAllowed(['Fleet_View', 'Group_View'])
  const mayFollowFiles = useAllowed('Fleet_Export')
  return (
    <>
      {mayFollowBatches && <Follower work={runningBatches} by={BatchFollower} />}
      {mayFollowOperations && <Follower work={runningOperations} by={OperationFollower} />}
      {mayFollowFiles && <Follower work={runningFiles} by={FileFollower} />}
    </>
  )
}

type Followed = typeof runningBatches | typeof runningOperations | typeof runningFiles

/** Follows the running work until all has ended, and again when some is started on this page. */
function Follower({ work, by: By }: { work: Followed; by: ComponentType }) {
  const starts = useStartCount(work)
  useEffect(() => work.forget, [work])
  return <By key={starts} />
}

function BatchFollower() {
  const [shown, open] = useShown('batch')
  const onEvent = (event: batch.Batch) => {
    if (!runningBatches.note(event)) return
    void invalidate([batch.list, batch.get, batch.rows, fleet.list, home.overview])
    if (event.id === shown) return
    const { code, succeeded, failed } = event
    const done = sayCount(generateTexts.progress.noticeDone, succeeded, { code })
    const text = failed > 0 ? `${done} ${sayCount(generateTexts.progress.noticeFailed, failed)}` : done
    notifyEnd(failed > 0 ? 'warning' : 'success', text, () => open(batchPath(event.id)))
  }
  useStream(batch.progress, {}, { onEvent })
  return null
}

function OperationFollower() {
  const [shown, open] = useShown('operation')
  const onEvent = (event: operation.RunningOperation) => {
    if (!runningOperations.note(event)) return
    void invalidate([fleet.list, fleet.detail, fleet.timeline, group.list, operation.list, operation.get])
    // the user who changed a single profile sees its page
    if (event.id === shown || event.total < 2) return
    const done = sayCount(operationTexts.done, event.succeeded, { kind: operationName(event) })
    const text = event.failed > 0 ? `${done}, ${sayCount(operationTexts.left, event.failed)}` : done
    notifyEnd(event.failed > 0 ? 'warning' : 'success', text, () => open(operationPath(event.id)))
  }
  useStream(operation.progress, {}, { onEvent })
  return null
}

function FileFollower() {
  const [shown, open] = useShown('file')
  const onEvent = (event: delivery.CodeFile) => {
    if (!runningFiles.note(event)) return
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

/** The batch, operation or file that the page shows already, and the way to another page. */
function useShown(name: 'batch' | 'operation' | 'file') {
  const search = useRouterState({ select: ({ location }) => readAddress(progressAddress, location.search) })
  const navigate = useNavigate()
  return [search[name], (to: Destination) => void navigate(to)] as const
}

function notifyEnd(tone: 'success' | 'warning', text: string, run: () => void): void {
  toast[tone](text, { action: { label: generateTexts.progress.noticeOpen, run }, durationMs: NOTICE_MS })
}
