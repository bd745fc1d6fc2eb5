import { SegmentedControl } from '@mantine/core'
import { trendSteps } from '@simwright/contract/insight/dashboard'
import { useAddress } from '../../../base/url.ts'
import { DownloadTrend, useTrendOf } from '../../../esim/DownloadTrend.tsx'
import { pages } from '../../../paths.ts'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'
import type { RangeAnswer } from './MainFigures.tsx'
import { daysText } from './range-text.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A shorter range is not divided into months. */
const MONTHS_FROM_DAYS = 32

/** The trend of the range by hour, day or month. */
export function TrendPanel({ answer }: { answer: RangeAnswer | undefined }) {
  const [of, setOf] = useTrendOf(pages.dashboard)
  return (
    <DownloadTrend
      of={of}
      onOf={setOf}
      range={answer && daysText(answer.range)}
      step={answer && lengthOf(answer) >= MONTHS_FROM_DAYS && <StepChoice answer={answer} />}
      trend={{ data: answer, error: null, refetch: () => undefined }}
    />
  )
}

const lengthOf = ({ range: { from, to } }: RangeAnswer) => (Date.parse(to) - Date.parse(from)) / DAY_MS

function StepChoice({ answer: { step } }: { answer: RangeAnswer }) {
  const [, change] = useAddress(pages.dashboard)
  return (
    <SegmentedControl
      aria-label={texts.by}
      value={step}
      onChange={(value) => change({ by: trendSteps.find((one) => one === value) })}
      data={[
        { value: 'day', label: texts.byDay },
        { value: 'month', label: texts.byMonth },
      ]}
    />
  )
}
