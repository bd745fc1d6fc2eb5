import * as applets from '@simwright/contract/profiles/applet-file'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as versions from '@simwright/contract/profiles/configuration-version'
import * as sources from '@simwright/contract/profiles/source'
import * as batches from '@simwright/contract/provisioning/batch'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import {
  configuration,
  configurationRow,
  configurationUsage,
  configurationVersions,
  pgpKey,
} from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { focused, labelUncovered, marked, press, scrollToEnd, see, type, wayBack } from '../../../states/step.ts'

const form = (operation: 'add' | 'edit' | 'copy' | 'view') =>
  linkTo(pages.configurationForm, {
    params: { operation },
    search: operation === 'add' ? {} : { id: configuration.id },
  })

const networks = Array.from({ length: 20 }, (_, index) => String(310_260 + index))

const longest: configurations.Configuration = {
  ...configuration,
  fields: {
    ...configuration.fields,
    name: unbrokenText(64),
    profileName: unbrokenText(64),
    serviceProviderName: unbrokenText(32),
    hplmn: networks.map((plmn) => ({ plmn, access: ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] })),
    ehplmn: networks,
    plmn: networks.map((plmn) => ({ plmn, access: ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] })),
    fplmn: networks,
    networkNames: Array.from({ length: 2 }, () => ({
      fullName: unbrokenText(32),
      shortName: unbrokenText(16),
      networks,
      firstArea: 16_777_213,
      lastArea: 16_777_214,
    })),
    pnn: { fullName: unbrokenText(32), shortName: unbrokenText(16) },
    gid1: 'ab'.repeat(20),
    gid2: 'cd'.repeat(20),
    fiveG: {
      routingIndicator: '1234',
      protectionScheme: 'A',
      homeNetworkPublicKeyId: 255,
      homeNetworkPublicKey: '5a'.repeat(32),
      suciCalculation: 'USIM',
    },
  },
  createdBy: unbrokenText(64),
}

const everything: configurations.Configuration['fields'] = {
  ...configuration.fields,
  type: 'Advanced',
  spnDisplay: { homeNetworkNameShown: true, hiddenAbroad: false },
  networkNames: [
    { fullName: 'Borealis', shortName: 'Boreal', networks: ['24001', '24007'] },
    { fullName: 'Northwind Arena', shortName: '', networks: ['310260'], firstArea: 40, lastArea: 47 },
  ],
  emergencyNumbers: [
    { number: '112', name: '', services: [] },
    { number: '911', name: 'Ambulance and police', services: ['ambulance', 'police'] },
  ],
  languages: ['de', 'en'],
  accessClasses: ['0', '15'],
  operationMode: 'maintenance',
  mncLength: '3',
  isPin1Enabled: true,
  fiveG: {
    routingIndicator: '17',
    protectionScheme: 'null',
    suciCalculation: 'ME',
    accessIdentities: { multimediaPriority: true, missionCritical: false },
  },
  ims: {
    domain: 'ims.northwind.example',
    pcscf: ['pcscf.northwind.example', '10.0.0.1'],
    publicIdentityRecords: 3,
    isRemotelyManaged: true,
  },
  scp80: {
    keyVersion: 2,
    counterValue: 4096,
    ciphering: 'required',
    counter: 'higher',
    checksumLength: '8',
    securityDomainTar: 'b20100',
    uiccTar: 'b00000',
    usimTar: 'b00020',
    isimTar: 'b00025',
  },
  scp81: {
    keyVersion: 64,
    pskLength: '256',
    session: {
      identityPrefix: 'northwind-',
      address: '192.0.2.7',
      port: 443,
      accessPoint: 'iot.northwind.example',
      bufferBytes: 1400,
      host: 'ota.northwind.example',
      uri: '/admin',
      agent: '',
      retries: 3,
      retrySeconds: 60,
    },
    personalizationData: ['5a'.repeat(40)],
  },
  icon: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  isDeletionForbidden: true,
  notificationAddresses: ['notify.northwind.example'],
}

const manyNetworks = Array.from({ length: 10_000 }, (_, index) => ({
  plmn: `${200 + Math.floor(index / 100)}${String(index % 100).padStart(2, '0')}`,
  access: ['E-UTRAN' as const],
}))

const appletFile: applets.AppletFile = {
  id: '0196f0c2-3f00-7000-8000-00000000a001',
  fileName: 'northwind-wallet.cap',
  sha256: '9c'.repeat(32),
  bytes: 18_400,
  packageAid: 'f0a1b2c3d4',
  classAids: ['f0a1b2c3d401'],
  packageVersion: '1.4',
  isReplaced: false,
  isUsed: false,
  uploadedAt: configuration.updatedAt,
  uploadedBy: 'Ada Byron',
}

const appletFiles: applets.AppletFile[] = [
  appletFile,
  {
    ...appletFile,
    id: '0196f0c2-3f00-7000-8000-00000000a002',
    fileName: `${unbrokenText(60)}.cap`,
    sha256: '7d'.repeat(32),
    packageVersion: '1.3',
    isReplaced: true,
    isUsed: true,
  },
]

const withApplets: configurations.Configuration = {
  ...configuration,
  fields: {
    ...configuration.fields,
    type: 'Advanced',
    araApplet: {
      rules: [
        { certificateHash: '5a'.repeat(20), packageName: '', permissions: '' },
        {
          certificateHash: 'c3'.repeat(32),
          packageName: `com.${'northwind'.repeat(13)}`,
          permissions: '0000000000000001',
        },
      ],
    },
    recycleApplet: { service: 'self', host: 'bip.northwind.example', port: 9000 },
    customApplet: {
      file: '9c'.repeat(32),
      packageAid: 'f0a1b2c3d4',
      classAid: 'f0a1b2c3d401',
      instanceAid: 'f0a1b2c3d40101020304050607080910',
      privileges: '000000',
      parameters: '5a'.repeat(100),
    },
  },
}

const openAll = press('Open all')

listStates({
  name: 'Profile configuration, form',
  at: form('edit'),
  answers: [
    answer(configurations.get, configuration),
    answer(configurations.edit, { version: 4 }),
    answer(applets.list, { items: appletFiles }),
    answer(versions.list, { items: configurationVersions, hasMore: false }),
    answer(versions.usage, configurationUsage),
  ],
  states: {
    loading: { answers: [wait(configurations.get)], shows: SKELETON },
    empty: {
      at: form('add'),
      steps: ['Configuration name', 'Profile name', 'Service provider name', 'Home network (HPLMN)'].map(marked),
      shows: 'New profile configuration',
    },
    refused: {
      at: form('add'),
      steps: [press('Create configuration')],
      shows: 'Please check the information in the form.',
    },
    'refused, from the end of the form': {
      at: form('add'),
      steps: [scrollToEnd, press('Create configuration'), focused(/^Configuration name/), labelUncovered],
      shows: 'Please check the information in the form.',
    },
    'refused by the server': {
      answers: [
        refuse(configurations.edit, 'invalid', {
          faults: [{ path: 'fields.name', rule: 'used', text: 'This name is in use.' }],
        }),
      ],
      steps: [type('Configuration name', 'Another plan'), press('Save')],
      shows: 'This name is in use.',
    },
    'saved by someone else meanwhile': {
      answers: [refuse(configurations.edit, 'changed_meanwhile')],
      steps: [type('Configuration name', 'Another plan'), press('Save')],
      shows: 'Someone else saved this configuration in the meantime',
    },
    'completed for Generate AC': {
      at: linkTo(pages.configurationForm, {
        params: { operation: 'edit' },
        search: { id: configuration.id, next: 'generate' },
      }),
      answers: [
        answer(configurations.list, pageOf([configurationRow])),
        answer(sources.pgpKey, pgpKey),
        answer(batches.list, pageOf([])),
      ],
      steps: [type('Configuration name', 'Another plan'), press('Save')],
      shows: 'Columns of the file',
    },
    gone: { answers: [refuse(configurations.get, 'not_found')], shows: 'Configuration not found' },
    failed: { answers: [fail(configurations.get)], shows: 'This could not be loaded' },
    'not complete without its names': {
      at: form('add'),
      steps: [
        type('Service provider name', 'Northwind'),
        press('Add network to Home network (HPLMN)'),
        type('Network 1 of Home network (HPLMN)', '99970'),
      ],
      shows: 'Still needed before codes can be generated: configuration name, profile name.',
    },
    'a folded section says what is set': { shows: /FPLMN: 26202/ },
    'an error opens its section': {
      steps: [
        press('Operator data'),
        type('GID1', 'xyz'),
        press('Operator data'),
        see(/^Network name/),
        press('Save'),
        focused('GID1'),
      ],
      shows: 'GID2',
    },
    full: { steps: [wayBack('Profile configuration')], shows: 'Edit Consumer plan' },
    longest: { answers: [answer(configurations.get, longest)], steps: [openAll], shows: '5G SA network' },
    phone: { shows: 'Edit Consumer plan' },
    'private network': {
      at: form('add'),
      steps: [press('Type'), press(/^Private LTE/), press('Create configuration')],
      shows: 'Please check the information in the form.',
    },
    'TUAK with other parameters': {
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: {
            ...configuration.fields,
            type: 'Conformance_Test',
            algorithm: 'TUAK',
            kiLength: '256',
            tuak: { keccakIterations: 7, resBits: '128' },
          },
        }),
      ],
      steps: [press('Authentication')],
      shows: 'Keccak iterations',
    },
    'own constants': {
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: {
            ...configuration.fields,
            milenage: { rotations: '64 0 32 64 96', constants: Array(5).fill('ab'.repeat(16)).join('\n') },
          },
        }),
      ],
      steps: [press('Authentication')],
      shows: 'c1 to c5',
    },
    'everything switched on': {
      answers: [answer(configurations.get, { ...configuration, fields: everything })],
      steps: [openAll, see('Use with IMS')],
      shows: 'Management over HTTPS (SCP81)',
    },
    'view of everything': {
      at: form('view'),
      answers: [answer(configurations.get, { ...configuration, fields: everything })],
      shows: 'Package and security domain',
    },
    'ten thousand networks': {
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: { ...configuration.fields, oplmn: manyNetworks, fplmn: manyNetworks.map(({ plmn }) => plmn) },
        }),
      ],
      steps: [press('Other networks')],
      shows: /edited as text/,
    },
    'ten thousand networks refused': {
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: {
            ...configuration.fields,
            hplmn: [{ plmn: '20205', access: ['E-UTRAN'] }],
            fplmn: manyNetworks.map(({ plmn }) => plmn),
          },
        }),
      ],
      steps: [press('Other networks'), see(/edited as text/), press('Save')],
      shows: 'The home network 20205 cannot be a forbidden network.',
    },
    'names and numbers refused': {
      answers: [answer(configurations.get, { ...configuration, fields: everything })],
      steps: [openAll, see('Borealis'), press('Add emergency number'), type('Last area', '39'), press('Save')],
      shows: 'Must not be below the first area.',
    },
    applets: { answers: [answer(configurations.get, withApplets)], steps: [press('Applets')], shows: 'Rule 2' },
    'applets refused': {
      answers: [answer(configurations.get, withApplets)],
      steps: [press('Applets'), type('Certificate hash', 'abc'), type('Host', ''), press('Save')],
      shows: 'A certificate hash has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits.',
    },
    'applet files': {
      answers: [answer(configurations.get, withApplets)],
      steps: [press('Applets'), press('Applet files')],
      shows: 'Upload an applet file',
    },
    'view of applets': { at: form('view'), answers: [answer(configurations.get, withApplets)], shows: 'Rule 2' },
    'supplied packages': { at: form('add'), steps: [press('Type'), press(/^UPP/)], shows: 'Activation code' },
    'changed from a conformance test': {
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: { ...configuration.fields, type: 'Conformance_Test', algorithm: 'XOR' },
        }),
      ],
      steps: [openAll, see('XOR (test algorithm)'), press(/^Advanced/)],
      shows: 'MILENAGE',
    },
    'view of a conformance test': {
      at: form('view'),
      answers: [
        answer(configurations.get, {
          ...configuration,
          fields: { ...configuration.fields, type: 'Conformance_Test' },
        }),
      ],
      shows: 'Conformance Test',
    },
    copy: { at: form('copy'), shows: 'Copy of Consumer plan' },
    view: { at: form('view'), shows: 'Consumer plan' },
    'view, longest': { at: form('view'), answers: [answer(configurations.get, longest)], shows: longest.fields.name },
  },
})
