import { SegmentedControl, Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { Breakdown } from '@simwright/contract/insight/dashboard'
import * as dashboard from '@simwright/contract/insight/dashboard'
import type { ReactNode } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { useEventLink } from '../../../esim/event-link.ts'
import { statusCode } from '../../../esim/profile-event.tsx'
import { regionName } from '../../../esim/region.ts'
import { pages } from '../../../paths.ts'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'
import { say } from '../../../texts/text.ts'
import { BarList } from '../../../ui/chart/BarList.tsx'
import { RateTable } from '../../../ui/chart/RateTable.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

const byKind: Readonly<Record<Breakdown, (dimension: string, name: string | null) => string>> = {
  brand: (brand) => brand || texts.unknownDevice,
  model: modelText,
  version: (dimension, name) =>
    say(texts.version, { name: name ?? texts.unknownConfiguration, version: dimension.split('/')[1] ?? '' }),
  region: (region) => regionName(region || null) ?? texts.unknownRegion,
  reason: reasonText,
}

const POLL_MS = 60_000
const SKELETON_PX = 208

type Answer = OutputOf<typeof dashboard.breakdown>
type RangeProps = { range: dashboard.DashboardRange }

type BreakdownPanelProps = RangeProps & {
  title: string
  text?: string
  actions?: ReactNode
  by: dashboard.Breakdown
  /** Undefined: nothing happened; `none` says so. */
  children: (answer: Answer) => ReactNode
  none: string
}

function BreakdownPanel({ title, text, actions, range, by, children, none }: BreakdownPanelProps) {
  const answer = useAsk(dashboard.breakdown, { range, by }, { pollMs: POLL_MS, keepPrevious: true })
  const { data, error } = answer
  return (
    <Panel title={title} text={text} actions={actions}>
      {data && !answer.isPlaceholderData ? (
        (children(data) ?? <Note>{none}</Note>)
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={SKELETON_PX} />
      )}
    </Panel>
  )
}

/** Ended installations and their success rate by brand, model or configuration version, which the address stores. */
export function SuccessPanel({ range }: RangeProps) {
  const [{ success: chosen }, change] = useAddress(pages.dashboard)
  const success: 'brand' | 'model' | 'version' = chosen ?? 'brand'
  const link = useEventLink()
  const { title, by, what, installed, failed, rate, none } = texts.successBy
  return (
    <BreakdownPanel
      title={title}
      range={range}
      by={success}
      none={none}
      actions={
        <SegmentedControl
          aria-label={by}
          value={success}
          onChange={(next) => change({ success: next === 'model' || next === 'version' ? next : undefined })}
          data={(['brand', 'model', 'version'] as const).map((value) => ({ value, label: texts.successBy[value] }))}
        />
      }
    >
      {({ rows, range: span }) => {
        const rates = rows.flatMap((row) => {
          if (row.installed + row.failed === 0) return []
          const of = { kind: success, dimension: row.dimension }
          return {
            id: row.dimension,
            label: dimensionText(success, row),
            succeeded: row.installed,
            failed: row.failed,
            succeededLink: link({ metrics: ['installed'], ...span, of }),
            failedLink: link({ metrics: ['failed'], ...span, of }),
          }
        })
        const names = { what: what[success], succeeded: installed, failed, rate }
        return rates.length > 0 ? <RateTable label={title} names={names} rates={rates} /> : undefined
      }}
    </BreakdownPanel>
  )
}

/** Downloads by region, with shares that add up to 100 percent. */
export function RegionPanel({ range }: RangeProps) {
  const link = useEventLink()
  return (
    <BreakdownPanel title={texts.regions} text={texts.regionsText} range={range} by="region" none={texts.regionsNone}>
      {({ rows, range: span }) => {
        const bars = rows.flatMap((row) => {
          if (row.downloaded === 0) return []
          const of = { kind: 'region', dimension: row.dimension } as const
          return {
            id: row.dimension,
            label: dimensionText('region', row),
            count: row.downloaded,
            link: link({ metrics: ['downloaded'], ...span, of }),
          }
        })
        return bars.length > 0 ? <BarList label={texts.regions} bars={bars} shares="percent" /> : undefined
      }}
    </BreakdownPanel>
  )
}

/** Failed installations and refusals by status code. */
export function ReasonPanel({ range }: RangeProps) {
  const link = useEventLink()
  return (
    <BreakdownPanel title={texts.reasons} text={texts.reasonsText} range={range} by="reason" none={texts.reasonsNone}>
      {({ rows, range: span }) => {
        const bars = rows.flatMap((row) => {
          const count = row.failed + row.refused
          if (count === 0) return []
          const of = { kind: 'reason', dimension: row.dimension } as const
          return {
            id: row.dimension,
            label: dimensionText('reason', row),
            count,
            tone: 'danger' as const,
            link: link({ metrics: ['failed', 'refused'], ...span, of }),
          }
        })
        return bars.length > 0 ? <BarList label={texts.reasons} bars={bars} shares="percent" /> : undefined
      }}
    </BreakdownPanel>
  )
}

type Named = { dimension: string; name: string | null }

/** The name of a row of a breakdown. */
function dimensionText(by: Breakdown, { dimension, name }: Named): string {
  return byKind[by](dimension, name)
}

function modelText(dimension: string): string {
  if (dimension === '') return texts.unknownDevice
  const at = dimension.indexOf('|')
  const [brand, model] = [dimension.slice(0, at), dimension.slice(at + 1)]
  return model === '' ? say(texts.unknownModel, { brand }) : `${brand} ${model}`
}

function reasonText(dimension: string): string {
  const [subjectCode, reasonCode] = dimension.split('/')
  if (!subjectCode || !reasonCode) return texts.noStatusCode
  const status = statusCode({ subjectCode, reasonCode })
  return status?.meaning ?? dimension
}
