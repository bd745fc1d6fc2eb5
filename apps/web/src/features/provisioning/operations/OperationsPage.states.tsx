import * as operation from '@simwright/contract/provisioning/operation'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

const moved: operation.RunningOperation = {
  id: sampleId(1500),
  kind: 'GROUP',
  given: 'Warehouse Oslo',
  process: 'COMPLETE',
  total: 43,
  succeeded: 40,
  failed: 3,
  canceled: false,
  canUndo: true,
  undoes: null,
  undoneBy: null,
  createdAt: hoursAgo(2),
  startedAt: hoursAgo(2),
  completedAt: hoursAgo(2),
  createdBy: 'Ada Byron',
}

const list = answer(
  operation.list,
  pageOf([
    { ...moved, id: sampleId(1501), process: 'PROCESSING', succeeded: 20, failed: 0, canUndo: false },
    moved,
    { ...moved, id: sampleId(1502), undoes: sampleId(1503), failed: 0, canUndo: false },
    { ...moved, id: sampleId(1504), kind: 'REMOVE', given: null, succeeded: 0, failed: 43, canUndo: false },
    { ...moved, id: sampleId(1505), kind: 'NOTES', given: 'x', canceled: true },
  ]),
)

listStates({
  name: 'Operations',
  at: linkTo(pages.operations),
  answers: [list],
  states: {
    loading: { answers: [wait(operation.list)], shows: SKELETON },
    empty: { answers: [answer(operation.list, pageOf([]))], shows: 'No operations yet' },
    failed: { answers: [fail(operation.list)], shows: 'This could not be loaded' },
    full: { shows: 'Moved 40 profiles to Warehouse Oslo' },
    'an undo': { shows: 'Undid "Move into a group" for 40 profiles' },
    longest: {
      answers: [answer(operation.list, pageOf([{ ...moved, given: unbrokenText(64), createdBy: unbrokenText(129) }]))],
      shows: /^Moved 40 profiles to /,
    },
    undone: {
      answers: [answer(operation.list, pageOf([moved])), answer(operation.undo, { id: sampleId(1506) })],
      steps: [press('Undo')],
      shows: 'Moved 40 profiles to Warehouse Oslo',
    },
    phone: { shows: 'Moved 40 profiles to Warehouse Oslo' },
  },
})
