import * as credential from '@simwright/contract/programs/credential'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const row: credential.Credential = {
  id: sampleId(1401),
  name: 'Web shop',
  accessKey: 'SWAK4F0C92A7D1E8B35607C4A91B',
  createdAt: hoursAgo(240),
  createdBy: 'Ada Byron',
  lastUsedAt: hoursAgo(1),
  secretAt: hoursAgo(240),
  twoSecrets: false,
  revokedAt: null,
}
const rotating: credential.Credential = {
  ...row,
  id: sampleId(1402),
  name: 'Billing',
  accessKey: 'SWAK91B4F0C92A7D1E8B35607C4A',
  lastUsedAt: null,
  secretAt: hoursAgo(3),
  twoSecrets: true,
}
const revoked: credential.Credential = {
  ...row,
  id: sampleId(1403),
  name: 'Old shop',
  accessKey: 'SWAK07C4A91B4F0C92A7D1E8B356',
  revokedAt: hoursAgo(30),
}

const listed = (items: readonly credential.Credential[], more: { callsASecond?: number; refusal?: string } = {}) =>
  answer(credential.list, {
    items: [...items],
    callsASecond: more.callsASecond ?? 5,
    refusal: more.refusal ?? null,
  })

const created = { id: row.id, accessKey: row.accessKey, secretKey: 'sws_Jm3vQ0k9sXw7TzB2nLr5yHc8uPf1aEoGd4iKxMqWtVS' }
const at = linkTo(pages.developer, { search: { tab: 'open-api' } })
const FORM = /^It acts for the whole enterprise account/

listStates({
  name: 'Developer, open API',
  at,
  answers: [listed([row, rotating, revoked])],
  states: {
    loading: { answers: [wait(credential.list)], shows: SKELETON },
    empty: { answers: [listed([])], shows: 'No open API credentials yet' },
    'empty, view permission only': {
      as: { holds: ['Developer_View'] },
      answers: [listed([])],
      shows: /^Credentials of the open API are listed here/,
    },
    'a plan without it': {
      answers: [
        listed([], { refusal: 'The current subscription has expired or the plan does not include the open API.' }),
      ],
      shows: /^The current subscription has expired/,
    },
    failed: { answers: [fail(credential.list)], shows: 'This could not be loaded' },
    full: { shows: 'Web shop' },
    longest: {
      answers: [listed([{ ...row, name: unbrokenText(64), createdBy: unbrokenText(64) }])],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Web shop' },
    'sample in Java': { steps: [press('Java')], shows: /^import java/ },
    'actions of a credential': { steps: [press('Actions for Web shop')], shows: 'Rotate secret' },
    'end the previous secret': {
      steps: [press('Actions for Billing'), press('End previous secret')],
      shows: 'End the previous secret of "Billing"?',
    },
    'revoke dialog': { steps: [press('Actions for Web shop'), press('Revoke')], shows: 'Revoke "Web shop"?' },
  },
})

listStates({
  name: 'Developer, form of an open API credential',
  at,
  answers: [listed([row]), answer(credential.create, created), answer(credential.rotate, created)],
  states: {
    empty: { steps: [press('Create credential')], shows: FORM },
    refused: {
      answers: [refuse(credential.create, 'credential_by_admin')],
      steps: [press('Create credential'), see(FORM), type('Name', 'Shop'), press('Create credential')],
      shows: 'Only owners and admins can generate secrets of the open API.',
    },
    'the new secret': {
      steps: [press('Create credential'), see(FORM), type('Name', 'Shop'), press('Create credential')],
      shows: created.secretKey,
    },
    rotation: { steps: [press('Actions for Web shop'), press('Rotate secret')], shows: /^You get a second secret now/ },
    phone: { steps: [press('Create credential')], shows: FORM },
  },
})
