import * as configurations from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as groups from '@simwright/contract/profiles/group'
import * as batches from '@simwright/contract/provisioning/batch'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { profileEvent, profileEvents } from '../../../states/sample-profile.ts'
import { batch, campaignRow, configurationRow, group } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const running: batches.Batch = {
  ...batch,
  id: sampleId(201),
  code: 'B111111111111',
  process: 'PROCESSING',
  processed: 900,
  succeeded: 900,
  failed: 0,
  completedAt: null,
}

listStates({
  name: 'Logs, Generate AC log',
  at: linkTo(pages.logs),
  answers: [answer(batches.list, pageOf([running, batch])), answer(configurations.list, pageOf([configurationRow]))],
  states: {
    loading: { answers: [wait(batches.list)], shows: SKELETON },
    empty: { answers: [answer(batches.list, pageOf([]))], shows: 'No batches yet' },
    failed: { answers: [fail(batches.list)], shows: 'This could not be loaded' },
    full: { shows: batch.code },
    longest: {
      answers: [
        answer(
          batches.list,
          pageOf([
            {
              ...batch,
              configurationName: unbrokenText(64),
              fileName: unbrokenText(200),
              createdBy: unbrokenText(64),
              total: 1_000_000,
              processed: 1_000_000,
            },
          ]),
        ),
      ],
      shows: batch.code,
    },
    phone: { shows: batch.code },
  },
})

const profileLog = linkTo(pages.logs, { search: { log: 'profile' } })

/** What the filters offer. */
const choices = [
  answer(groups.list, { items: [group] }),
  answer(campaigns.list, pageOf([campaignRow])),
  answer(configurations.list, pageOf([configurationRow])),
  answer(fleet.brands, { brands: ['Apple'] }),
  answer(fleet.makers, { items: [{ id: sampleId(2), name: 'Ada Byron' }] }),
]

listStates({
  name: 'Logs, profile log',
  at: profileLog,
  answers: [...choices, answer(fleet.profileLog, pageOf(profileEvents))],
  states: {
    loading: { answers: [wait(fleet.profileLog)], shows: SKELETON },
    empty: { answers: [answer(fleet.profileLog, pageOf([]))], shows: 'No events yet' },
    failed: { answers: [fail(fleet.profileLog)], shows: 'This could not be loaded' },
    full: { shows: 'The confirmation code was wrong.' },
    longest: {
      answers: [
        answer(
          fleet.profileLog,
          pageOf([{ ...profileEvent, device: unbrokenText(100), text: longText(400), actorName: unbrokenText(64) }]),
        ),
      ],
      shows: longText(400),
    },
    phone: { shows: 'The confirmation code was wrong.' },
    'filtered by a figure': {
      at: linkTo(pages.logs, {
        search: {
          log: 'profile',
          event: 'DOWNLOADED',
          at: '2026-10-25..2026-11-23',
          group: group.id,
          configuration: configurationRow.id,
          version: '3',
          brand: 'Apple',
          again: 'yes',
        },
      }),
      shows: 'Repeated only',
    },
  },
})

const recycled: recycle.RecycleEntry = {
  id: sampleId(520),
  at: hoursAgo(2),
  profileId: profileEvent.profileId,
  iccid: profileEvent.iccid,
  eid: profileEvent.eid,
  orderId: sampleId(521),
  step: 'BEGUN',
  reason: 'EXPIRE_TIME',
  dueAt: hoursAgo(-100),
  actor: 'system',
  actorName: null,
  address: null,
  text: 'The device is waited for.',
}

listStates({
  name: 'Logs, recycle log',
  at: linkTo(pages.logs, { search: { log: 'recycle' } }),
  answers: [answer(recycle.log, pageOf([recycled]))],
  states: {
    loading: { answers: [wait(recycle.log)], shows: SKELETON },
    empty: { answers: [answer(recycle.log, pageOf([]))], shows: 'Nothing recycled yet' },
    failed: { answers: [fail(recycle.log)], shows: 'This could not be loaded' },
    full: { shows: recycled.text },
    longest: { answers: [answer(recycle.log, pageOf([{ ...recycled, text: longText(400) }]))], shows: longText(400) },
    phone: { shows: recycled.text },
  },
})
