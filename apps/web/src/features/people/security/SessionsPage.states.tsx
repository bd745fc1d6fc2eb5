import * as sessions from '@simwright/contract/people/session'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const current: sessions.OpenSession = {
  id: sampleId(1700),
  current: true,
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAt: hoursAgo(3),
  lastSeenAt: hoursAgo(0),
  visit: false,
}

listStates({
  name: 'Sessions',
  at: linkTo(pages.sessions),
  answers: [
    answer(sessions.list, {
      items: [current, { ...current, id: sampleId(1701), current: false, userAgent: '', lastSeenAt: hoursAgo(1) }],
    }),
  ],
  states: {
    loading: { answers: [wait(sessions.list)], shows: SKELETON },
    empty: { answers: [answer(sessions.list, { items: [current] })], shows: 'This session' },
    failed: { answers: [fail(sessions.list)], shows: 'This could not be loaded' },
    full: { shows: 'End other sessions' },
    'with a visit': {
      answers: [
        answer(sessions.list, { items: [current, { ...current, id: sampleId(1702), current: false, visit: true }] }),
      ],
      shows: 'Visit to a client, read-only',
    },
    longest: {
      answers: [
        answer(sessions.list, {
          items: [
            { ...current, userAgent: unbrokenText(300), address: 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255' },
          ],
        }),
      ],
      shows: 'This session',
    },
    phone: { shows: 'End other sessions' },
  },
})
