import type { OutputOf } from '@simwright/contract/endpoint'
import type { range } from '@simwright/contract/insight/dashboard'
import { Link } from '@tanstack/react-router'
import { type EventLink, useEventLink } from '../../../esim/event-link.ts'
import type { Destination } from '../../../paths.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import { say } from '../../../texts/text.ts'
import { StatCard } from '../../../ui/chart/StatCard.tsx'
import classes from './DashboardPage.module.css'

const texts = dashboardTexts.main

export type RangeAnswer = OutputOf<typeof range>

/** Downloads, installations and the success rate of the range, each with its trend and the range before. */
export function MainFigures({ answer }: { answer: RangeAnswer | undefined }) {
  const link = useEventLink()
  return (
    <div className={classes.main}>
      <StatCard
        size="main"
        color="blue"
        label={texts.downloads}
        {...countOf(answer, 'downloaded', link)}
        trend={answer?.points.map(({ downloads }) => downloads)}
      />
      <StatCard
        size="main"
        color="teal"
        label={texts.installs}
        {...countOf(answer, 'installed', link)}
        trend={answer?.points.map(({ installs }) => installs)}
      />
      <StatCard size="main" color="teal" label={texts.success} {...successOf(answer, link)} />
    </div>
  )
}

function countOf(answer: RangeAnswer | undefined, metric: 'downloaded' | 'installed', link: EventLink) {
  if (!answer) return { value: undefined }
  const { range, before, totals, totalsBefore } = answer
  const [value, earlier] = [totals[metric], totalsBefore[metric]]
  const than = <Earlier value={earlier.toLocaleString('en')} link={link({ metrics: [metric], ...before })} />
  return {
    value,
    link: link({ metrics: [metric], ...range }),
    delta: earlier > 0 ? { by: ((value - earlier) / earlier) * 100, than } : undefined,
    text: texts.none,
  }
}

function successOf(answer: RangeAnswer | undefined, link: EventLink) {
  if (!answer) return { value: undefined }
  const { range, before, totals, totalsBefore, points } = answer
  const rate = rateOf(totals.installed, totals.failed)
  const earlier = rateOf(totalsBefore.installed, totalsBefore.failed)
  const metrics = ['installed', 'failed'] as const
  const than = earlier !== undefined && <Earlier value={`${earlier}%`} link={link({ metrics, ...before })} />
  const total = totals.installed + totals.failed
  return {
    value: rate ?? '–',
    unit: rate === undefined ? undefined : '%',
    link: link({ metrics, ...range }),
    delta:
      rate === undefined || earlier === undefined ? undefined : { by: rate - earlier, unit: 'points' as const, than },
    text: total === 0 ? texts.successNone : say(texts.successText, { installed: totals.installed, total }),
    trend: points.map(({ installs, errors }) => rateOf(installs, errors)),
  }
}

/** In percent, with one decimal; only all and none are 100 and 0. Undefined without any. */
function rateOf(succeeded: number, failed: number): number | undefined {
  const total = succeeded + failed
  if (total === 0) return undefined
  const tenths = Math.round((succeeded / total) * 1000)
  const most = failed > 0 ? 999 : 1000
  return Math.min(most, Math.max(succeeded > 0 ? 1 : 0, tenths)) / 10
}

function Earlier({ value, link }: { value: string; link: Destination | undefined }) {
  const [before, after] = texts.than.split('{count}')
  return (
    <>
      {before}
      {link ? <Link {...link}>{value}</Link> : value}
      {after}
    </>
  )
}
