import { enterpriseInfo } from '@simwright/contract/people/session'
import * as apiKey from '@simwright/contract/programs/keys'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { enterprise } from '../../../states/frame-answers.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, focused, press, pressEscape, see, staysOpen, type, uncovered } from '../../../states/step.ts'

const secret: apiKey.KeySecret = {
  id: sampleId(1301),
  prefix: 'sw_01932f4b7c1e7a02b5d83c9e41f60a77',
  createdAt: hoursAgo(240),
  endsAt: hoursAgo(-24 * 80),
  lastUsedAt: hoursAgo(2),
  lastUsedAddress: '203.0.113.7',
}

const key: apiKey.ApiKey = {
  id: sampleId(1300),
  name: 'Warehouse import',
  kind: 'SERVICE',
  isTest: false,
  testIccids: null,
  state: 'ACTIVE',
  scopes: ['Fleet_View', 'Generate_Ac_View', 'Generate_Ac_Create'],
  lostScopes: [],
  addresses: ['203.0.113.0/24'],
  createdBy: 'Ada Byron',
  createdAt: hoursAgo(240),
  revokedAt: null,
  secrets: [secret],
  manageable: true,
  revocable: true,
  version: 1,
}

const rotating: apiKey.ApiKey = {
  ...key,
  id: sampleId(1302),
  name: 'Nightly report',
  kind: 'PERSONAL',
  scopes: ['Fleet_View', 'Report', 'Block_View'],
  lostScopes: ['Block_View'],
  addresses: [],
  createdBy: 'Grace Hopper',
  manageable: false,
  secrets: [
    { ...secret, id: sampleId(1303), lastUsedAt: null, lastUsedAddress: null },
    { ...secret, id: sampleId(1304), endsAt: hoursAgo(-20) },
  ],
}

const revoked: apiKey.ApiKey = {
  ...key,
  id: sampleId(1305),
  name: 'Old test bench',
  kind: 'PERSONAL',
  state: 'REVOKED',
  revokedAt: hoursAgo(30),
  manageable: false,
  revocable: false,
}

const expired: apiKey.ApiKey = {
  ...key,
  id: sampleId(1306),
  name: 'Trade fair demo',
  isTest: true,
  testIccids: '8999902000017',
  state: 'EXPIRED',
  secrets: [{ ...secret, id: sampleId(1307), endsAt: hoursAgo(50), lastUsedAt: hoursAgo(60) }],
}

const shown: apiKey.ShownKey = {
  id: key.id,
  version: 1,
  secretId: secret.id,
  key: `${secret.prefix}.Jm3vQ0k9sXw7TzB2nLr5yHc8uPf1aEoGd4iKxMqWtVS`,
  endsAt: secret.endsAt,
}

/** Shown by the open form. */
const HELP = 'Choose only what the program needs.'

const info = answer(enterpriseInfo, enterprise)

listStates({
  name: 'Developer, API keys',
  at: linkTo(pages.developer),
  answers: [info, answer(apiKey.list, pageOf([key, rotating, expired, revoked]))],
  states: {
    loading: { answers: [wait(apiKey.list)], shows: SKELETON },
    empty: { answers: [answer(apiKey.list, pageOf([]))], shows: 'No API keys yet' },
    'empty, view permission only': {
      as: { holds: ['Developer_View'] },
      answers: [answer(apiKey.list, pageOf([]))],
      shows: /^API keys of the enterprise account are listed here/,
    },
    failed: { answers: [fail(apiKey.list)], shows: 'This could not be loaded' },
    full: { shows: 'Warehouse import' },
    longest: {
      answers: [answer(apiKey.list, pageOf([{ ...key, name: unbrokenText(64), createdBy: unbrokenText(64) }]))],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Warehouse import' },
    'actions of a key': { steps: [press('Actions for Warehouse import')], shows: 'Rotate' },
    'revoke dialog': {
      steps: [press('Actions for Warehouse import'), press('Revoke')],
      shows: 'Revoke "Warehouse import"?',
    },
  },
})

listStates({
  name: 'Developer, form of an API key',
  at: linkTo(pages.developer),
  answers: [info, answer(apiKey.list, pageOf([key])), answer(apiKey.add, shown)],
  states: {
    empty: { steps: [press('Create API key')], shows: HELP },
    unsaved: {
      steps: [press('Create API key'), see(HELP), type('Name', 'Shop'), press('Cancel'), uncovered('Keep editing')],
      shows: 'Discard unsaved changes?',
    },
    'nothing filled in': { steps: [press('Create API key'), press('Create key')], shows: 'Choose at least one scope.' },
    full: {
      steps: [
        press('Create API key'),
        see('Service'),
        type('Name', 'Warehouse'),
        press('Test key'),
        press('See the fleet'),
      ],
      shows: '1 scope chosen',
    },
    'by a member who is no admin': {
      as: { holds: ['Developer_View', 'Developer_Edit', 'Fleet_View'] },
      answers: [answer(enterpriseInfo, { ...enterprise, owner: false, role: 'Developer' })],
      steps: [press('Create API key')],
      shows: HELP,
    },
    refused: {
      answers: [refuse(apiKey.add, 'keys_too_many', { values: { max: 100 } })],
      steps: [
        press('Create API key'),
        see(HELP),
        type('Name', 'Warehouse'),
        press('See the fleet'),
        press('Create key'),
      ],
      shows: /^An enterprise account can have up to 100 API keys/,
    },
    'an invalid address': {
      steps: [
        press('Create API key'),
        see(HELP),
        type('Name', 'Warehouse'),
        type('Allowed addresses', 'example.com'),
        press('See the fleet'),
        press('Create key'),
      ],
      shows: /^Invalid address/,
    },
    'the new key': {
      steps: [
        press('Create API key'),
        see(HELP),
        type('Name', 'Warehouse'),
        press('See the fleet'),
        press('Create key'),
      ],
      shows: shown.key,
    },
    'an existing key': {
      steps: [press('Actions for Warehouse import'), press('Edit')],
      shows: 'Edit "Warehouse import"',
    },
    phone: { steps: [press('List options'), press('Create API key')], shows: HELP },
  },
})

listStates({
  name: 'Developer, rotation of an API key',
  at: linkTo(pages.developer),
  answers: [info, answer(apiKey.list, pageOf([key])), answer(apiKey.rotate, shown)],
  states: {
    full: { steps: [press('Actions for Warehouse import'), press('Rotate')], shows: 'Create new secret' },
    'the new key': {
      steps: [press('Actions for Warehouse import'), press('Rotate'), press('Create new secret')],
      shows: shown.key,
    },
    phone: {
      steps: [press('Actions for Warehouse import'), press('Rotate'), press('Create new secret')],
      shows: shown.key,
    },
  },
})

listStates({
  name: 'Developer, drawer of an API key',
  at: linkTo(pages.developer, { search: { open: key.id } }),
  answers: [info, answer(apiKey.list, pageOf([key, rotating, revoked]))],
  states: {
    full: { shows: '203.0.113.0/24' },
    'two secrets, of another member': {
      at: linkTo(pages.developer, { search: { open: rotating.id } }),
      shows: /^One scope has no effect/,
    },
    revoked: { at: linkTo(pages.developer, { search: { open: revoked.id } }), shows: 'Old test bench' },
    'end a secret': { steps: [press('End now')], shows: 'End this secret now?' },
    longest: {
      answers: [
        answer(
          apiKey.list,
          pageOf([
            { ...key, name: unbrokenText(64), addresses: Array.from({ length: 20 }, (_, i) => `2001:db8:${i}::/48`) },
          ]),
        ),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: '203.0.113.0/24' },
  },
})

listStates({
  name: 'Developer, drawer of an API key under its closed form',
  at: linkTo(pages.developer),
  answers: [info, answer(apiKey.list, pageOf([key]))],
  states: {
    phone: {
      steps: [
        press('Create API key'),
        see(HELP),
        press('Cancel'),
        absent(HELP),
        press(/^Warehouse import/),
        focused('Warehouse import'),
        press('Edit'),
        see('Edit "Warehouse import"'),
        focused('Name'),
        pressEscape,
        absent('Edit "Warehouse import"'),
        staysOpen,
      ],
      shows: '203.0.113.0/24',
    },
  },
})
