import { useCallback, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { generateTexts as texts } from '../../../texts/generate.ts'
import { pageTexts } from '../../../texts/page.ts'
import { type Step, Steps } from '../../../ui/layout/Steps.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PreviewView } from './PreviewView.tsx'
import { ProgressView } from './ProgressView.tsx'
import type { Protection } from './ProtectionPanel.tsx'
import { SetupView } from './SetupView.tsx'

const stepIds = ['file', 'preview', 'generate'] as const
type StepId = (typeof stepIds)[number]

/**
 * From a file of subscriber data to activation codes. The page address holds the step: `source` is an upload to preview,
 * `batch` is a batch that is or was generated.
 */
export function GenerateAcPage() {
  const [search, change] = useAddress(pages.generateAc)
  const { configuration, source, batch, way } = search
  const [isRangeShown, setIsRangeShown] = useState(false)
  const current: StepId = batch ? 'generate' : source || isRangeShown ? 'preview' : 'file'
  useTopOf(current)
  const [completeId, setCompleteId] = useState<string>()
  const markComplete = useCallback(() => setCompleteId(batch), [batch])
  const { first, waiting, setWaiting, takeNext, forgetFirst } = useUploadQueue()
  // not remembered for the next batch: encrypted files stay the recommendation
  const [protection, setProtection] = useState<Protection>('pgp')
  const openSetup = () => change({ source: undefined, batch: undefined }, 'push')
  const startNext = () => {
    takeNext()
    openSetup()
  }
  return (
    <>
      <StepsHeader steps={stepsAt(current, batch !== undefined && batch === completeId)} />
      {batch !== undefined ? (
        <ProgressView
          key={batch}
          batchId={batch}
          onComplete={markComplete}
          next={waiting[0]?.name}
          onNext={startNext}
          onMore={openSetup}
        />
      ) : source !== undefined ? (
        <PreviewView
          key={source}
          sourceId={source}
          onGone={openSetup}
          onStarted={(batchId) => {
            if (waiting.length === 0) setProtection('pgp')
            change({ source: undefined, batch: batchId })
          }}
        />
      ) : (
        <SetupView
          onPreview={setIsRangeShown}
          method={way === 'range' ? 'range' : 'file'}
          onMethod={(next) => change({ way: next === 'range' ? 'range' : undefined })}
          configurationId={configuration}
          protection={protection}
          onProtection={setProtection}
          onConfiguration={(id) => change({ configuration: id })}
          first={first}
          waiting={waiting}
          onWaiting={setWaiting}
          onStaged={(id) => {
            forgetFirst()
            change({ source: id }, 'push')
          }}
          onBatch={(id) => change({ batch: id }, 'push')}
        />
      )}
    </>
  )
}

function StepsHeader({ steps }: { steps: readonly Step[] }) {
  return (
    <>
      <PageHeader title={pageTexts.generateAc} text={texts.purpose} />
      <div style={{ maxWidth: 760, marginBottom: 20 }}>
        <Steps label={texts.steps.label} steps={steps} />
      </div>
    </>
  )
}

/** The files that were dropped together: the one that is uploaded first, and those that wait for the next batches. */
function useUploadQueue() {
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [first, setFirst] = useState<File>()
  const takeNext = () => {
    setFirst(waiting[0])
    setWaiting(waiting.slice(1))
  }
  return { first, waiting, setWaiting, takeNext, forgetFirst: () => setFirst(undefined) }
}

/** Each further step begins at its top, however far the previous one was scrolled. */
function useTopOf(step: StepId): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
  }, [step])
}

function stepsAt(current: StepId, isComplete: boolean): Step[] {
  const position = isComplete ? stepIds.length : stepIds.indexOf(current)
  return stepIds.map((id, i) => ({
    id,
    label: texts.steps[id],
    state: i < position ? 'done' : i === position ? 'current' : 'to come',
  }))
}
