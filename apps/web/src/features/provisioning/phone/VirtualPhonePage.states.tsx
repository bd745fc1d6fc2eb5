import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { linkTo, pages } from '../../../paths.ts'
import { answer, events, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { profile } from '../../../states/sample-profile.ts'
import { listStates } from '../../../states/state.ts'
import { absent, disabled, focused, press, see, wayBack } from '../../../states/step.ts'

const { iccid } = profile
const host = 'localhost:8443'

const downloaded: [phone.PhoneMessageKind, phone.PhoneMessage['facts']?][] = [
  ['INITIATE_AUTHENTICATION', { host, sent: 420, received: 2_210 }],
  ['SERVER_AUTHENTICATED'],
  ['AUTHENTICATE_CLIENT', { host, sent: 3_480, received: 2_740 }],
  ['PROFILE_OFFERED', { name: 'Consumer plan', provider: 'Alba' }],
  ['DOWNLOAD_PREPARED', { key: 'new' }],
  ['GET_BOUND_PROFILE_PACKAGE', { host, sent: 640, received: 14_900 }],
  ['INSTALLED', { iccid }],
  ['HANDLE_NOTIFICATION', { host, sent: 510, received: 0 }],
]

const messagesOf = (all: typeof downloaded): phone.PhoneMessage[] =>
  all.map(([kind, facts = {}], at) => ({ number: at + 1, kind, facts, at: hoursAgo(0) }))

const empty: phone.VirtualPhone = {
  id: sampleId(1100),
  profileId: profile.id,
  iccid,
  eid: '89049032000000000001000000000042',
  profile: null,
  card: null,
  needsConfirmationCode: false,
  action: null,
  waitsBefore: null,
  messages: [],
  endsAt: hoursAgo(-1),
}
const installed: phone.VirtualPhone = {
  ...empty,
  profile: { iccid, name: 'Consumer plan', provider: 'Alba', isEnabled: false },
  messages: messagesOf(downloaded),
}
const enabled: phone.VirtualPhone = {
  ...installed,
  profile: { ...installed.profile!, isEnabled: true },
  card: { imsi: '999700000000027', provider: 'Alba', isAuthenticated: true },
  messages: messagesOf([
    ...downloaded,
    ['ENABLED'],
    ['IMSI_READ', { imsi: '999700000000027' }],
    ['PROVIDER_READ', { provider: 'Alba' }],
    ['NETWORK_AUTHENTICATED'],
  ]),
}

const open = (one: phone.VirtualPhone) => [answer(phone.read, { phone: one, triesLeft: 19 }), events(phone.watch, one)]

const long = unbrokenText(32)

listStates({
  name: 'Virtual phone',
  at: linkTo(pages.virtualPhone, { search: { profile: profile.id } }),
  answers: [answer(phone.read, { phone: null, triesLeft: 20 })],
  states: {
    loading: { answers: [wait(phone.read)], shows: 'Off' },
    empty: { shows: 'Switch on and download' },
    failed: { answers: [fail(phone.read)], shows: 'This could not be loaded' },
    'no profile': { at: linkTo(pages.virtualPhone), shows: 'No profile is chosen' },
    'live issuer': { answers: [refuse(phone.read, 'not_found')], shows: 'There is no virtual phone here' },
    full: {
      answers: open(enabled),
      steps: [
        see('999700000000027'),
        see('Alba'),
        see(/^The phone connects to localhost:8443 over TLS and sends a random challenge/),
        see('Disable'),
        wayBack('Fleet'),
      ],
      shows: 'Authentication passed',
    },
    'the device bench': {
      answers: open(empty),
      steps: [
        see('Step by step: each call waits for you'),
        see('With a blocked eUICC'),
        see('With a broken connection'),
        disabled('With another eUICC'),
      ],
      shows: 'Device bench',
    },
    'an action appears as it happens': {
      answers: [answer(phone.read, { phone: empty, triesLeft: 19 }), events(phone.watch, installed)],
      steps: [see('The profile is installed')],
      shows: 'Enable',
    },
    phone: { answers: open(enabled), shows: 'Authentication passed' },
    installed: { answers: open(installed), steps: [see('Delete')], shows: 'Enable' },
    downloading: {
      answers: open({ ...empty, action: 'DOWNLOAD', messages: messagesOf(downloaded.slice(0, 3)) }),
      shows: 'Adding the eSIM',
    },
    'the installation is reported': {
      answers: open({ ...empty, action: 'DOWNLOAD', messages: messagesOf(downloaded.slice(0, 7)) }),
      steps: [see('The profile is installed'), absent('Adding the eSIM')],
      shows: 'Reporting it to the SM-DP+',
    },
    'step by step': {
      answers: open({
        ...empty,
        action: 'DOWNLOAD',
        waitsBefore: 'getBoundProfilePackage',
        messages: messagesOf(downloaded.slice(0, 5)),
      }),
      shows: 'Next step',
    },
    'confirmation code': {
      answers: open({ ...empty, needsConfirmationCode: true }),
      steps: [focused('Confirmation code')],
      shows: 'Enter the confirmation code to download the profile.',
    },
    'wrong confirmation code': {
      answers: open({
        ...empty,
        needsConfirmationCode: true,
        messages: messagesOf([
          [
            'REFUSED',
            { call: 'getBoundProfilePackage', subjectCode: '8.2.7', reasonCode: '3.8', text: 'The code is wrong.' },
          ],
        ]),
      }),
      shows: 'The code is wrong.',
    },
    'refused download': {
      answers: open({
        ...empty,
        messages: messagesOf([
          ...downloaded.slice(0, 2),
          [
            'REFUSED',
            {
              call: 'authenticateClient',
              subjectCode: '8.1.1',
              reasonCode: '3.8',
              text: 'This device is blocked from downloading.',
            },
          ],
        ]),
      }),
      shows: 'The SM-DP+ refused authenticateClient',
    },
    'not authenticated': {
      answers: open({
        ...enabled,
        card: { ...enabled.card!, isAuthenticated: false },
        messages: messagesOf([['NETWORK_NOT_AUTHENTICATED']]),
      }),
      shows: 'Authentication failed',
    },
    'no tries left': {
      answers: [
        answer(phone.read, { phone: null, triesLeft: 0 }),
        refuse(phone.open, 'virtual_phone_tries_used', { values: { max: 20 } }),
      ],
      steps: [press('Switch on and download')],
      shows: 'A virtual phone can be opened 20 times a day. Try again tomorrow.',
    },
    longest: {
      answers: open({
        ...enabled,
        profile: { iccid, name: unbrokenText(64), provider: long, isEnabled: true },
        card: { imsi: '999700000000027', provider: long, isAuthenticated: true },
        messages: messagesOf([
          ['PROFILE_OFFERED', { name: unbrokenText(64), provider: long }],
          ['REFUSED', { call: 'authenticateClient', subjectCode: '8.1.1', reasonCode: '3.8', text: unbrokenText(200) }],
        ]),
      }),
      shows: long,
    },
  },
})
