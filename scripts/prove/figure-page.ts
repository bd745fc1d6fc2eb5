import { reportKinds, reportSteps, ruleOfKind } from '@simwright/contract/insight/report-kind'

type Names = Readonly<Record<string, string | undefined>>

const address = (path: string, names: Names): string => {
  const given = Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

const DAY_MS = 24 * 60 * 60 * 1000
const date = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

const TRENDS = [undefined, 'installs', 'generated']
const SUCCESS = [undefined, 'model', 'version']

/** The dashboard of each range; together they show every trend and every breakdown of each. */
function dashboardPages(): string[] {
  const ranges: readonly Names[] = [
    {},
    ...['today', '7d', 'month', '12m'].map((range) => ({ range })),
    { range: 'days', from: date(19), to: date(5) },
  ]
  return ranges.flatMap((range) =>
    TRENDS.map((of, index) => address('/dashboard', { ...range, of, success: SUCCESS[index] })),
  )
}

const LAST_DAYS = ['last7', 'last30']

/** Each kind of report by everything that it can be divided by; by days only undivided, else thousands of rows. */
function reportPages(): string[] {
  return reportKinds.flatMap((kind) => {
    const { by: dimensions, ranged, stepped } = ruleOfKind(kind)
    return dimensions.flatMap((by) => {
      const steps = stepped ? reportSteps.filter((step) => step !== 'day' || by === 'total') : [undefined]
      const ranges = ranged && (!stepped || by === 'total') ? [...LAST_DAYS, 'lastMonth'] : [undefined]
      return steps.flatMap((step) => ranges.map((range) => address('/reports', { kind, by, step, range })))
    })
  })
}

/** The dashboard and every report, in such a form that each figure is on one of them. */
export const figurePages = (): string[] => [...dashboardPages(), ...reportPages()]

/** Pages whose bars are opened one by one: every trend by days and by months, and usage by weeks. */
export const barPages = (): string[] => [
  ...[undefined, '12m'].flatMap((range) => TRENDS.map((of) => address('/dashboard', { range, of }))),
  address('/reports', { step: 'week' }),
]
