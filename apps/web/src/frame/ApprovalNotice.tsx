import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { approvalNeeded } from '../api/approval-needed.ts'
import { linkTo, pages } from '../paths.ts'
import { frameTexts as texts } from '../texts/frame.ts'
import { toast } from '../ui/toast.ts'

/** Long enough to read the sentence and to reach the button. */
const SHOWN_MS = 15_000

/** A notice that leads to the request which a call of the user became. */
export function ApprovalNotice(): null {
  const navigate = useNavigate()
  useEffect(
    () =>
      approvalNeeded.listen(({ text, requestId }) => {
        const run = () => void navigate(linkTo(pages.approvals, { search: { open: requestId } }))
        toast.info(text, { action: { label: texts.openRequest, run }, durationMs: SHOWN_MS })
      }),
    [navigate],
  )
  return null
}
