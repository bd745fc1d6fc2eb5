import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLastDefined } from '../base/last-defined.ts'
import { useStore } from '../base/store.ts'
import { useFrameAddress } from '../base/url.ts'
import { helpPanelTexts as texts } from './help-panel-texts.ts'
import { shortcutsOpen, useShortcutsKey } from './shortcuts-open.ts'

const HelpPanel = lazy(() => import('./help-overlays.ts').then((module) => ({ default: module.HelpPanel })))
const Shortcuts = lazy(() => import('./help-overlays.ts').then((module) => ({ default: module.Shortcuts })))
const FeedbackDialog = lazy(() => import('./FeedbackDialog.tsx').then((module) => ({ default: module.FeedbackDialog })))
const Tour = lazy(() => import('./Tour.tsx').then((module) => ({ default: module.Tour })))

/** Button of the help panel. Also renders the shortcuts, the feedback dialog and the tour; the address says which of them is open. */
export function HelpButton() {
  const [{ help, feedback, tour }, change] = useFrameAddress()
  // kept mounted after the first opening, so that closing is animated
  const helpMounted = useLastDefined(help) !== undefined
  const areShortcutsOpen = useStore(shortcutsOpen)
  const shortcutsMounted = useLastDefined(areShortcutsOpen || undefined) !== undefined
  useShortcutsKey()
  const feedbackMounted = useLastDefined(feedback) !== undefined
  return (
    <>
      <Tooltip label={texts.open}>
        <ActionIcon aria-label={texts.open} onClick={() => change({ help: 'on', tour: undefined })}>
          <IconHelp size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Suspense fallback={null}>
        {helpMounted && <HelpPanel isOpen={help !== undefined} onClose={() => change({ help: undefined })} />}
        {shortcutsMounted && <Shortcuts isOpen={areShortcutsOpen} onClose={() => shortcutsOpen.set(false)} />}
        {feedbackMounted && (
          <FeedbackDialog isOpen={feedback !== undefined} onClose={() => change({ feedback: undefined })} />
        )}
        {tour !== undefined && <Tour step={tour} />}
      </Suspense>
    </>
  )
}
