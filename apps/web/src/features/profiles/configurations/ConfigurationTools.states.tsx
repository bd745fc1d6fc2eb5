import * as views from '@simwright/contract/insight/view'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as versions from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import {
  configuration,
  configurationRow,
  configurationUsage,
  configurationVersions,
} from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { focused, press, see, type } from '../../../states/step.ts'

const page = (operation: 'add' | 'edit' | 'view') =>
  linkTo(pages.configurationForm, {
    params: { operation },
    search: operation === 'add' ? {} : { id: configuration.id },
  })

/** A configuration about which there is much to say. */
const unusual: configurations.Configuration = {
  ...configuration,
  fields: {
    ...configuration.fields,
    serviceProviderName: 'Northwind Wireless Europe',
    hplmn: [{ plmn: '00101', access: ['E-UTRAN'] }],
    ehplmn: [],
    smsp: '01710760000',
    fiveG: { protectionScheme: 'null', routingIndicator: '0', suciCalculation: 'USIM' },
  },
}

const versionWith = (version: number, more: Partial<configurations.Configuration['fields']>) => ({
  version,
  fields: { ...configuration.fields, ...more },
  confirmationCodeSet: false,
})

const networks = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ plmn: String(from + index), access: ['E-UTRAN' as const] }))

const older = versionWith(2, {
  serviceProviderName: 'Northwind Wireless',
  oplmn: networks(310_260, 40),
  fiveG: { protectionScheme: 'null', routingIndicator: '17', suciCalculation: 'ME' },
  acLifetimeDays: undefined,
})

const comparing = answer(versions.get, ({ version }) => (version === 2 ? older : versionWith(version, {})))

const restoring = [press('Actions for version 2'), press('Restore'), press('Restore version')]

const yamlFaults = [
  {
    path: 'oplmn.12.plmn',
    rule: 'rule',
    text: 'Line 31, OPLMN, entry 13: Invalid PLMN. MCC and MNC together are 5 or 6 digits.',
  },
  { path: 'pnm', rule: 'unknown', text: 'Line 44: Unknown key "pnm".' },
]

listStates({
  name: 'Profile configuration, versions and advice',
  at: page('view'),
  answers: [
    answer(configurations.get, configuration),
    answer(versions.list, ({ before }) => ({
      items: before === undefined ? configurationVersions.slice(0, 2) : configurationVersions.slice(2),
      hasMore: before === undefined,
    })),
    answer(versions.usage, configurationUsage),
    comparing,
    answer(versions.restore, { version: 4 }),
    answer(configurations.silence, {}),
    answer(views.list, { items: [] }),
    answer(configurations.list, pageOf([configurationRow])),
  ],
  states: {
    loading: { answers: [wait(versions.list), wait(versions.usage)], shows: SKELETON },
    failed: { answers: [fail(versions.list), fail(versions.usage)], shows: 'This could not be loaded' },
    full: { steps: [press('Show older versions')], shows: 'Where it is used' },
    unused: {
      answers: [
        answer(versions.list, { items: [{ ...configurationVersions[0]!, version: 1 }], hasMore: false }),
        answer(versions.usage, {
          batches: { total: 0, items: [] },
          campaigns: { total: 0, items: [] },
          subscribers: [],
        }),
        answer(configurations.get, { ...configuration, version: 1, profiles: 0 }),
      ],
      shows: 'Not used',
    },
    'two versions compared': {
      steps: [press('Actions for version 2'), press('Compare')],
      shows: '7 fields differ',
    },
    'versions without a difference': {
      steps: [press('Compare versions'), see('From')],
      answers: [answer(versions.get, ({ version }) => versionWith(version, {}))],
      shows: 'These versions have the same values.',
    },
    'comparison failed': {
      steps: [press('Compare versions')],
      answers: [fail(versions.get)],
      shows: 'This could not be loaded',
    },
    'restore refused': {
      answers: [
        refuse(versions.restore, 'invalid', {
          faults: [
            { path: 'fields.fplmn', rule: 'rule', text: 'The home network 99970 cannot be a forbidden network.' },
            {
              path: 'fields.oplmn',
              rule: 'plan',
              text: 'Up to 50 entries in the plan PRO. Remove entries, or have an owner choose the plan PREMIUM on the Subscription page.',
            },
          ],
        }),
      ],
      steps: restoring,
      shows: 'Version 2 cannot be restored',
    },
    'import into it': { steps: [press('Import YAML'), focused('YAML document')], shows: 'Import as a new version' },
    'import refused': {
      at: linkTo(pages.configurations),
      answers: [refuse(yaml.importYaml, 'invalid', { faults: yamlFaults })],
      steps: [press('Import YAML'), type('YAML document', 'name: Retail\npnm: red\n'), press('Import')],
      shows: 'Line 44: Unknown key "pnm".',
    },
    'import of nothing': {
      at: linkTo(pages.configurations),
      steps: [press('Import YAML'), press('Import')],
      shows: 'Choose a file or paste a document.',
    },
    'advice in the view': {
      answers: [answer(configurations.get, unusual)],
      shows: /001 ?01 is a test network/,
    },
    'advice beside the fields': {
      at: page('edit'),
      answers: [answer(configurations.get, unusual)],
      shows: 'Preflight adviser',
    },
    'advice before saving': {
      at: page('edit'),
      answers: [answer(configurations.get, { ...unusual, silenced: ['smsp-national'] })],
      steps: [press('Silence: The identity is sent in the clear.'), press('2 silenced')],
      shows: 'Show again',
    },
    'preview of a long name': {
      at: page('edit'),
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: { ...configuration.fields, serviceProviderName: unbrokenText(32) },
        }),
      ],
      steps: [press('Android'), press('Dark')],
      shows: 'Essentials',
    },
    'preview while typing': {
      at: page('add'),
      steps: [type('Service provider name', 'Жилищное право')],
      shows: 'Жилищно',
    },
    phone: { steps: [press('Show older versions')], shows: 'Where it is used' },
  },
})
