import * as dashboard from '@simwright/contract/insight/dashboard'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { noGroupLeft } from '../../../states/frame-answers.ts'
import { unbrokenText } from '../../../states/sample.ts'
import {
  breakdownAnswer,
  breakdownRows,
  figures,
  noFigures,
  noRange,
  rangeAnswer,
  yearAnswer,
} from '../../../states/sample-figures.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { focused, press, type Step, see, type } from '../../../states/step.ts'

const noRows = answer(dashboard.breakdown, { range: rangeAnswer.range, rows: [] })

/** The line of the success rate is nine dots, as only some days have a result. */
const rateHasGaps: Step = async (until) => {
  const lines = () => [...document.querySelectorAll('main svg')].map((svg) => svg.querySelectorAll('path').length)
  await until(() => lines().includes(9) || undefined, 'a line with gaps')
}

listStates({
  name: 'Dashboard',
  at: linkTo(pages.dashboard),
  answers: [
    answer(dashboard.summary, { ...figures, sample: false }),
    answer(dashboard.range, ({ range }) => (range?.preset === '12m' ? yearAnswer : rangeAnswer)),
    answer(dashboard.breakdown, ({ by }) => breakdownAnswer(by)),
  ],
  states: {
    loading: {
      answers: [wait(dashboard.summary), wait(dashboard.range), wait(dashboard.breakdown)],
      shows: SKELETON,
    },
    empty: {
      answers: [answer(dashboard.summary, { ...noFigures, sample: false }), answer(dashboard.range, noRange), noRows],
      shows: 'Nothing has happened yet',
    },
    'groups of the view deleted': {
      answers: [
        noGroupLeft,
        answer(dashboard.summary, { ...noFigures, sample: false }),
        answer(dashboard.range, noRange),
        noRows,
      ],
      shows: 'No profiles in your view',
    },
    failed: {
      answers: [fail(dashboard.summary), fail(dashboard.range), fail(dashboard.breakdown)],
      shows: 'This could not be loaded',
    },
    full: { shows: 'Downloads today' },
    longest: {
      answers: [
        answer(dashboard.summary, {
          ...figures,
          downloadsMonth: { value: 1_000_000_000, before: 1 },
          growthRate: 99_999_999_900,
          brands: [{ brand: unbrokenText(64), count: 1_000_000_000 }, ...figures.brands],
          sample: false,
        }),
        answer(dashboard.range, {
          ...rangeAnswer,
          totals: { ...rangeAnswer.totals, downloaded: 1_000_000_000, installed: 999_999_999 },
        }),
        answer(dashboard.breakdown, ({ by }) => ({
          range: rangeAnswer.range,
          rows: breakdownRows[by]!.map((row, i) => ({
            ...row,
            ...(by === 'brand' ? { dimension: unbrokenText(60 + i) } : {}),
            installed: row.installed * 1_000_000,
          })),
        })),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Downloads today' },
    'nothing in the range': {
      answers: [answer(dashboard.range, noRange), noRows],
      shows: 'No installation ended in this range.',
    },
    'days without an installation': {
      answers: [
        answer(dashboard.range, {
          ...rangeAnswer,
          points: rangeAnswer.points.map((point, day) =>
            day % 3 === 0 ? point : { ...point, installs: 0, errors: 0 },
          ),
        }),
      ],
      steps: [see('Downloads today'), rateHasGaps],
      shows: 'Downloads today',
    },
    'range failed': { answers: [fail(dashboard.range)], shows: 'Downloads today' },
    'by month': { at: linkTo(pages.dashboard, { search: { range: '12m' } }), shows: 'Month' },
    'installations by model': {
      at: linkTo(pages.dashboard, { search: { of: 'installs', success: 'model' } }),
      shows: 'Apple iPhone 13 Pro',
    },
    'other days': { steps: [press('Custom range'), see('First day')], shows: 'Show' },
    'other days, calendar': {
      steps: [
        press('Custom range'),
        type('Last day', '3 Oct 2026'),
        press('Calendar: Last day'),
        focused('3 October 2026'),
      ],
      shows: 'October 2026',
    },
    'trend as table': { steps: [press('Show as table')], shows: 'Show as bars' },
    'without the log': { as: { holds: ['Analytic'] }, shows: 'Downloads today' },
    'sample data': {
      answers: [answer(dashboard.summary, { ...figures, sample: true })],
      shows: /^These figures come from sample data/,
    },
  },
})
