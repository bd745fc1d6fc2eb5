import * as configurations from '@simwright/contract/profiles/configuration'
import * as batches from '@simwright/contract/provisioning/batch'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { batch, configurationRow } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const on = (tab?: 'rows') => linkTo(pages.logs, { search: { batch: batch.id, tab } })

const row = {
  line: 2,
  iccid: '89999700000000000273',
  success: true,
  reason: null,
  profileId: sampleId(1),
  activationCode: 'LPA:1$smdp.northwind.example$E779E19A25A9A3E9B2CEF10B5E087B10',
}

listStates({
  name: 'Logs, drawer of a batch',
  at: on(),
  answers: [
    answer(batches.list, pageOf([])),
    answer(configurations.list, pageOf([configurationRow])),
    answer(batches.get, batch),
    answer(batches.rows, {
      items: [row, { ...row, line: 3, success: false, reason: longText(200), profileId: null, activationCode: null }],
      next: 'cursor',
    }),
  ],
  states: {
    loading: { answers: [wait(batches.get)], shows: SKELETON },
    empty: { at: on('rows'), answers: [answer(batches.rows, { items: [], next: null })], shows: 'No rows yet' },
    refused: { answers: [refuse(batches.get, 'not_found')], shows: 'Batch not found' },
    failed: { answers: [fail(batches.get)], shows: 'This could not be loaded' },
    full: { shows: batch.fileName ?? '' },
    longest: {
      answers: [
        answer(batches.get, {
          ...batch,
          fileName: unbrokenText(200),
          configurationName: unbrokenText(64),
          createdBy: unbrokenText(64),
        }),
      ],
      shows: unbrokenText(200),
    },
    phone: { at: on('rows'), shows: 'Show more rows' },
    rows: { at: on('rows'), shows: 'Show more rows' },
    'rows failed': { at: on('rows'), answers: [fail(batches.rows)], shows: 'This could not be loaded' },
  },
})
