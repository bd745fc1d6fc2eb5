import * as dashboard from '@simwright/contract/insight/dashboard'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { figures, monthlyTrend, noFigures, noTrend, trend } from '../../../states/sample-figures.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

listStates({
  name: 'Dashboard',
  at: linkTo(pages.dashboard),
  answers: [
    answer(dashboard.summary, { ...figures, sample: false }),
    answer(dashboard.trend, ({ by }) => (by === 'month' ? monthlyTrend : trend)),
  ],
  states: {
    loading: { answers: [wait(dashboard.summary), wait(dashboard.trend)], shows: SKELETON },
    empty: {
      answers: [answer(dashboard.summary, { ...noFigures, sample: false }), answer(dashboard.trend, noTrend)],
      shows: 'Nothing has happened yet',
    },
    failed: { answers: [fail(dashboard.summary), fail(dashboard.trend)], shows: 'This could not be loaded' },
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
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Downloads today' },
    'by month': { at: linkTo(pages.dashboard, { search: { by: 'month' } }), shows: 'Last 12 months' },
    'sample data': {
      answers: [answer(dashboard.summary, { ...figures, sample: true })],
      shows: /^These are the figures of the sample data/,
    },
  },
})
