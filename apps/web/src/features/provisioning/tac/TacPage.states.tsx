import * as tacs from '@simwright/contract/provisioning/tac'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { attach, focused, press, type } from '../../../states/step.ts'

const row: tacs.TacRow = { tac: '35728509', brand: 'Apple', model: 'iPhone 13 Pro', version: 1, updatedAt: null }

const listOf = (items: tacs.TacRow[], naming = false) =>
  answer(tacs.list, { items, next: null, total: items.length, capped: false, naming })

const preview: tacs.TacPreview = {
  id: sampleId(2000),
  fileName: 'tacs.csv',
  version: 3,
  rows: 4,
  added: 1,
  changed: 1,
  same: 1,
  faulty: 1,
  ignored: ['NOTE'],
  faults: [{ line: 3, tac: '1234567', text: '7 digits instead of 8' }],
  changes: [
    { tac: '35728509', before: { brand: 'Apple', model: 'iPhone' }, after: { brand: 'Apple', model: longText(100) } },
  ],
}

const csv = new File(['TAC,BRAND,MODEL\n35728509,Apple,Another\n'], 'tacs.csv', { type: 'text/csv' })
const read = [press('Import'), attach(csv), press('Read file')]

listStates({
  name: 'Admin, TAC table',
  at: linkTo(pages.tacs),
  as: 'staff',
  answers: [listOf([row, { ...row, tac: '35728510', model: 'iPhone 14', updatedAt: hoursAgo(9) }])],
  states: {
    loading: { answers: [wait(tacs.list)], shows: SKELETON },
    empty: { answers: [listOf([])], shows: 'No TACs' },
    failed: { answers: [fail(tacs.list)], shows: 'This could not be loaded' },
    full: { shows: 'iPhone 14' },
    longest: {
      answers: [listOf([{ ...row, brand: unbrokenText(64), model: unbrokenText(100) }], true)],
      shows: unbrokenText(100),
    },
    phone: { shows: 'iPhone 14' },
    'add dialog': { steps: [press('Add TAC')], shows: '8 digits.' },
    'delete dialog': {
      steps: [press('Actions for 35728510'), press('Delete'), focused('Cancel')],
      shows: 'Delete 35728510?',
    },
    'import dialog': { steps: [press('Import')], shows: 'Import TAC table' },
    refused: {
      steps: [press('Add TAC'), type('TAC', '12'), press('Save')],
      shows: 'Invalid TAC. The first 8 digits of an IMEI.',
    },
    'preview of a file': { steps: read, answers: [answer(tacs.upload, preview)], shows: /7 digits instead of 8/ },
    'nothing in the file is new': {
      steps: read,
      answers: [
        answer(tacs.upload, { ...preview, added: 0, changed: 0, faulty: 0, faults: [], changes: [], ignored: [] }),
      ],
      shows: /^The table already has all these lines/,
    },
  },
})
