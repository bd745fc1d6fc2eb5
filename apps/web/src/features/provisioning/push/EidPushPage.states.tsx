import { queryOrder } from '@simwright/contract/platform/plan'
import * as pushes from '@simwright/contract/provisioning/push'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { availableRow, profile } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type Step } from '../../../states/step.ts'

const push: pushes.Push = {
  id: sampleId(1100),
  profileId: profile.id,
  iccid: profile.iccid,
  eid: '89049032000000000000000000002782',
  state: 'PUSHED',
  stateAt: hoursAgo(2),
  reason: null,
  smds: 'smds.northwind.example',
  createdAt: hoursAgo(2),
  createdBy: 'Ada Byron',
}

const quota = { used: 3, max: 10, refused: null, smds: 'smds.northwind.example', own: true, testDevicesOnly: true }

/** No text of a dialog is a dot alone. */
const noLoneDot: Step = async (until) => {
  const dots = () => [...document.querySelectorAll('[role=dialog] *')].filter((one) => one.textContent?.trim() === '.')
  await until(() => (dots().length === 0 ? true : undefined), 'no dot alone')
}

/** The bar has the length and the value of its label, "7 of 10 left". */
const barShows =
  (left: number, width: string): Step =>
  async (until) => {
    const isRight = () => {
      const bar = document.querySelector<HTMLElement>('[role=meter]')
      const { width: drawn } = (bar?.firstElementChild as HTMLElement | null)?.style ?? {}
      return bar?.ariaValueText === `${left} of 10 left` && bar.ariaValueNow === String(left) && drawn === width
    }
    await until(() => (isRight() ? true : undefined), `a bar of ${width} for ${left} of 10 left`)
  }

listStates({
  name: 'EID push',
  at: linkTo(pages.eidPush),
  answers: [
    answer(queryOrder, userPlan),
    answer(pushes.room, quota),
    answer(pushes.profiles, {
      items: [
        {
          iccid: availableRow.iccid,
          serviceProviderName: 'Northwind',
          configurationName: 'Consumer plan',
          eid: null,
          confirmationCodeRequired: true,
        },
      ],
    }),
    answer(
      pushes.list,
      pageOf([
        push,
        { ...push, id: sampleId(1101), state: 'DOWNLOADED' },
        { ...push, id: sampleId(1102), state: 'FAILED', reason: 'The device did not come within 24 hours.' },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(pushes.room), wait(pushes.list)], shows: SKELETON },
    empty: { answers: [answer(pushes.list, pageOf([]))], shows: 'No EID pushes yet' },
    refused: { answers: [refuse(pushes.room, 'forbidden')], shows: 'This could not be loaded' },
    failed: { answers: [fail(pushes.list)], shows: 'This could not be loaded' },
    full: { steps: [barShows(7, '70%')], shows: 'The device did not come within 24 hours.' },
    'shown as code': {
      steps: [press('Show as code'), press('TypeScript'), noLoneDot],
      shows: /client\.call\('\/eidpush\/create'/,
    },
    suspended: { as: 'suspended owner', shows: 'Not possible while the enterprise account is suspended.' },
    longest: {
      answers: [
        answer(pushes.room, { ...quota, smds: `${unbrokenText(200)}.example` }),
        answer(pushes.list, pageOf([{ ...push, state: 'FAILED', reason: longText(300), createdBy: unbrokenText(64) }])),
      ],
      shows: longText(300),
    },
    phone: { shows: 'The device did not come within 24 hours.' },
    'no push left': {
      answers: [answer(pushes.room, { ...quota, used: 10 })],
      steps: [barShows(0, '0%')],
      shows: 'No EID pushes are left (10 of 10 used).',
    },
    'not in the plan': {
      answers: [answer(pushes.room, { ...quota, refused: 'EID push is not in the plan BASIC.' })],
      shows: 'EID push is not in the plan BASIC.',
    },
    'view permission only': { as: { holds: ['Fleet_View'] }, shows: 'History' },
  },
})
