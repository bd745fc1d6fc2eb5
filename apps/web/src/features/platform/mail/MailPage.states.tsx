import * as mails from '@simwright/contract/platform/mail'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const mail: mails.MailRow = {
  id: sampleId(2200),
  kind: 'INVITATION',
  state: 'SENT',
  recipient: 'g…@example.com',
  platform: 'Simwright',
  attempts: 1,
  refusal: null,
  createdAt: hoursAgo(4),
  sentAt: hoursAgo(4),
  nextAt: null,
}

listStates({
  name: 'Admin, e-mails',
  at: linkTo(pages.mails),
  as: 'staff',
  answers: [
    answer(
      mails.list,
      pageOf([
        mail,
        { ...mail, id: sampleId(2201), state: 'WAITING', attempts: 3, sentAt: null, nextAt: hoursAgo(-1) },
        { ...mail, id: sampleId(2202), state: 'FAILED', refusal: '550 No such mailbox', sentAt: null },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(mails.list)], shows: SKELETON },
    empty: { answers: [answer(mails.list, pageOf([]))], shows: 'No e-mails yet' },
    failed: { answers: [fail(mails.list)], shows: 'This could not be loaded' },
    full: { shows: '550 No such mailbox' },
    longest: {
      answers: [
        answer(
          mails.list,
          pageOf([
            {
              ...mail,
              state: 'FAILED',
              recipient: unbrokenText(254),
              platform: unbrokenText(40),
              refusal: longText(500),
            },
          ]),
        ),
      ],
      shows: longText(500),
    },
    phone: { shows: '550 No such mailbox' },
  },
})
