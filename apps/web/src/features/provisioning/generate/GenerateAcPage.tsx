import { useCallback, useState } from 'react'
import { pages } from '../../../paths.ts'
import { generateTexts as texts } from '../../../texts/generate.ts'
import { pageTexts } from '../../../texts/page.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { type Step, Steps } from '../../../ui/Steps.tsx'
import { useAddress } from '../../../ui/url.ts'
import classes from './GenerateAcPage.module.css'
import { PreviewView } from './PreviewView.tsx'
import { ProgressView } from './ProgressView.tsx'
import { SetupView } from './SetupView.tsx'

const stepIds = ['file', 'preview', 'generate'] as const
type StepId = (typeof stepIds)[number]

/**
 * From a file of subscriber data to activation codes. Where one is lives in the address: `source` is an upload to look
 * at, `batch` one that is (or was) generated.
 */
export function GenerateAcPage() {
  const [search, change] = useAddress(pages.generateAc)
  const { configuration, source, batch, way } = search
  const [isRangeShown, setIsRangeShown] = useState(false)
  const current: StepId = batch ? 'generate' : source || isRangeShown ? 'preview' : 'file'
  const [completeId, setCompleteId] = useState<string>()
  const noteComplete = useCallback(() => setCompleteId(batch), [batch])
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [first, setFirst] = useState<File>()
  const begin = () => change({ source: undefined, batch: undefined }, 'push')
  const goOn = () => {
    setFirst(waiting[0])
    setWaiting(waiting.slice(1))
    begin()
  }
  return (
    <>
      <PageHeader title={pageTexts.generateAc} text={texts.purpose} />
      <div className={classes.steps}>
        <Steps label={texts.steps.label} steps={stepsAt(current, batch !== undefined && batch === completeId)} />
      </div>
      {batch !== undefined ? (
        <ProgressView
          key={batch}
          batchId={batch}
          onComplete={noteComplete}
          next={waiting[0]?.name}
          onNext={goOn}
          onMore={begin}
        />
      ) : source !== undefined ? (
        <PreviewView
          key={source}
          sourceId={source}
          onGone={begin}
          onStarted={(batchId) => change({ source: undefined, batch: batchId })}
        />
      ) : (
        <SetupView
          onLook={setIsRangeShown}
          way={way === 'range' ? 'range' : 'file'}
          onWay={(next) => change({ way: next === 'range' ? 'range' : undefined })}
          configurationId={configuration}
          onConfiguration={(id) => change({ configuration: id })}
          first={first}
          waiting={waiting}
          onWaiting={setWaiting}
          onStaged={(id) => {
            setFirst(undefined)
            change({ source: id }, 'push')
          }}
          onBatch={(id) => change({ batch: id }, 'push')}
        />
      )}
    </>
  )
}

function stepsAt(current: StepId, isComplete: boolean): Step[] {
  const place = isComplete ? stepIds.length : stepIds.indexOf(current)
  return stepIds.map((id, i) => ({
    id,
    label: texts.steps[id],
    state: i < place ? 'done' : i === place ? 'current' : 'to come',
  }))
}
