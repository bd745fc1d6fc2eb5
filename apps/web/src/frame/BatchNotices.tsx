import * as batch from '@simwright/contract/batch'
import * as fleet from '@simwright/contract/fleet'
import * as home from '@simwright/contract/home'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tellChanged } from '../api/do.ts'
import { useStream } from '../api/shared-stream.ts'
import { batchPath } from '../esim/path.ts'
import { forgetBatches, noteBatch, useRunningBatches } from '../esim/running-batch.ts'
import { useAllowed } from '../session/permission.tsx'
import { generateTexts } from '../texts/generate.ts'
import { sayCount } from '../texts/text.ts'
import { toast } from '../ui/toast.ts'

const texts = generateTexts.progress
const NOTICE_MS = 10_000

/** Follows the batches that are being generated, on whatever page one is, and tells when one has ended. */
export function BatchNotices() {
  const mayFollow = useAllowed('Generate_AC_Log_View', 'Generate_Ac_Create')
  const { starts } = useRunningBatches()
  useEffect(() => forgetBatches, [])
  return mayFollow && <Follower key={starts} />
}

/** Follows those that run now, until none does. */
function Follower() {
  const shown = useRouterState({ select: ({ location }) => (location.search as { batch?: string }).batch })
  const navigate = useNavigate()
  const onEvent = (event: batch.Batch) => {
    if (!noteBatch(event)) return
    void tellChanged([batch.list, batch.get, batch.rows, fleet.list, home.overview])
    if (event.id !== shown) tellEnd(event, () => void navigate(batchPath(event.id)))
  }
  useStream(batch.progress, {}, { onEvent })
  return null
}

function tellEnd({ code, succeeded, failed }: batch.Batch, open: () => void): void {
  const done = sayCount(texts.noticeDone, succeeded, { code })
  const text = failed > 0 ? `${done} ${sayCount(texts.noticeFailed, failed)}` : done
  const tell = failed > 0 ? toast.warning : toast.success
  tell(text, { action: { label: texts.noticeOpen, run: open }, durationMs: NOTICE_MS })
}
