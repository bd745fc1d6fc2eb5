import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { helpPanelTexts as texts } from '../texts/help-panel.ts'
import { useLastDefined } from '../ui/last-defined.ts'
import { useFrameAddress } from '../ui/url.ts'

const HelpPanel = lazy(() => import('./HelpPanel.tsx').then((module) => ({ default: module.HelpPanel })))
const FeedbackDialog = lazy(() => import('./FeedbackDialog.tsx').then((module) => ({ default: module.FeedbackDialog })))
const Tour = lazy(() => import('./Tour.tsx').then((module) => ({ default: module.Tour })))

/** Help beside each page, and what it leads to: each is open when the address says so. */
export function HelpButton() {
  const [{ help, feedback, tour }, change] = useFrameAddress()
  const wasHelp = useLastDefined(help) !== undefined
  const wasFeedback = useLastDefined(feedback) !== undefined
  return (
    <>
      <Tooltip label={texts.open}>
        <ActionIcon aria-label={texts.open} onClick={() => change({ help: 'on', tour: undefined })}>
          <IconHelp size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Suspense fallback={null}>
        {wasHelp && <HelpPanel isOpen={help !== undefined} onClose={() => change({ help: undefined })} />}
        {wasFeedback && (
          <FeedbackDialog isOpen={feedback !== undefined} onClose={() => change({ feedback: undefined })} />
        )}
        {tour !== undefined && <Tour step={tour} />}
      </Suspense>
    </>
  )
}
