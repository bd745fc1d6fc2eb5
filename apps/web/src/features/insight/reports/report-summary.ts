import type { ReportParameters } from '@simwright/contract/insight/report'
import { dimensionLabels, reportPresets, ruleOfKind } from '@simwright/contract/insight/report-kind'
import type { Schedule } from '@simwright/contract/insight/report-schedule'
import { formatDate } from '../../../base/time.ts'
import { say } from '../../../texts/text.ts'
import { reportTexts as texts } from './report-texts.ts'

/** A saved report in one line: "Usage, last 30 days, by week, group". */
export function contentOf(parameters: ReportParameters): string {
  const { kind, step, by } = parameters
  const { title, ranged, stepped, by: dimensions } = ruleOfKind(kind)
  const dimension = by ?? dimensions[0]!
  const parts = [
    title,
    ranged && rangeOf(parameters),
    stepped && texts.steps[step],
    dimension !== 'total' && dimensionLabels[dimension],
  ].filter((part) => part !== false)
  return parts.map((part, i) => (i === 0 ? part : part[0]!.toLowerCase() + part.slice(1))).join(', ')
}

function rangeOf({ range, from, to }: ReportParameters): string {
  if (range === 'billing') return texts.billing
  if (range !== 'days') return reportPresets[range]
  return `${formatDate(`${from}T12:00:00`)} – ${formatDate(`${to}T12:00:00`)}`
}

type Rhythm = Pick<Schedule, 'every' | 'hour' | 'weekday' | 'monthDay'>

/** "Every Monday, 07:00". */
export function rhythmOf({ every, hour: at, weekday: on, monthDay: day }: Rhythm): string {
  const hour = clockOf(at)
  return say(texts.rhythm[every], { hour, day, weekday: texts.weekdays[on - 1]! })
}

export const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
