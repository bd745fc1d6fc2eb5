import { Skeleton } from '@mantine/core'
import { useEventLink } from '../../../esim/event-link.ts'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'
import { FunnelBars } from '../../../ui/chart/FunnelBars.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { RangeAnswer } from './MainFigures.tsx'

const SKELETON_PX = 150

const steps = ['opened', 'authenticated', 'downloaded', 'installed', 'firstEnabled'] as const

/** How often each step from the code to the network happened in the range. */
export function FunnelPanel({ answer }: { answer: RangeAnswer | undefined }) {
  const link = useEventLink()
  return (
    <Panel title={texts.funnel} text={texts.funnelText}>
      {answer ? (
        <FunnelBars
          label={texts.funnel}
          steps={steps.map((metric) => ({
            id: metric,
            label: texts.steps[metric],
            count: answer.totals[metric],
            link: link({ metrics: [metric], ...answer.range }),
          }))}
        />
      ) : (
        <Skeleton height={SKELETON_PX} />
      )}
    </Panel>
  )
}
