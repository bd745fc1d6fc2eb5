import * as feedback from '@simwright/contract/platform/feedback'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

const open: feedback.Feedback = {
  id: sampleId(2300),
  mood: 4,
  text: 'A map of the downloads, please.',
  createdAt: hoursAgo(30),
  answer: null,
  answeredAt: null,
  acceptedAt: null,
  enterpriseId: sampleId(2301),
  enterpriseName: 'Trial Mobile',
  plan: 'PRO',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  page: '/dashboard',
  answeredBy: null,
  version: 1,
}

const answered: feedback.Feedback = {
  ...open,
  id: sampleId(2302),
  text: 'More colors.',
  mood: null,
  answer: 'It comes in spring.',
  answeredAt: hoursAgo(20),
  acceptedAt: hoursAgo(19),
  answeredBy: 'Stella Staff',
}

const long = { ...open, text: longText(2000), name: unbrokenText(129), enterpriseName: unbrokenText(128) }

listStates({
  name: 'Admin, feedback',
  at: linkTo(pages.feedback),
  as: 'staff',
  answers: [answer(feedback.list, pageOf([open, answered]))],
  states: {
    loading: { answers: [wait(feedback.list)], shows: SKELETON },
    empty: { answers: [answer(feedback.list, pageOf([]))], shows: 'No feedback yet' },
    failed: { answers: [fail(feedback.list)], shows: 'This could not be loaded' },
    full: { shows: open.text },
    longest: { answers: [answer(feedback.list, pageOf([long]))], shows: long.enterpriseName },
    phone: { shows: open.text },
  },
})

listStates({
  name: 'Admin, drawer of feedback',
  at: linkTo(pages.feedback, { search: { open: answered.id } }),
  as: 'staff',
  answers: [answer(feedback.list, pageOf([open, answered]))],
  states: {
    full: { shows: /the free trial was extended by 15 days/ },
    empty: { at: linkTo(pages.feedback, { search: { open: open.id } }), shows: 'Your answer' },
    'accept dialog': {
      at: linkTo(pages.feedback, { search: { open: open.id } }),
      steps: [press(/^Accept and extend/)],
      shows: 'Accept this feedback?',
    },
    longest: {
      answers: [answer(feedback.list, pageOf([{ ...long, id: answered.id, answer: longText(4000) }]))],
      shows: 'Your answer',
    },
    phone: { shows: /the free trial was extended by 15 days/ },
  },
})
