import * as platforms from '@simwright/contract/platform/white-label'
import * as applets from '@simwright/contract/profiles/platform-applet'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { platformDetail } from '../../../states/sample-platform.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { attachTo, press, see, type } from '../../../states/step.ts'

const form = (operation: 'add' | 'edit') =>
  linkTo(pages.platformForm, { params: { operation }, search: operation === 'edit' ? { id: platformDetail.id } : {} })

const araFile: applets.PlatformAppletFile = {
  fileName: 'ara-m-1.2.cap',
  sha256: '9c'.repeat(32),
  bytes: 18_400,
  packageAid: 'a00000015141434c',
  classAids: ['a00000015141434c00'],
  packageVersion: '1.2',
  uploadedAt: hoursAgo(80),
  uploadedBy: 'Stella Staff',
}

const recycleFile: applets.PlatformAppletFile = {
  ...araFile,
  fileName: 'recycle-2.0.ijc',
  packageAid: 'f053494d5752495200',
  classAids: ['f053494d575249520001'],
}

const appletList = (ara: applets.PlatformAppletFile | null, recycle: applets.PlatformAppletFile | null = null) =>
  answer(applets.list, {
    items: [
      { applet: 'ara', file: ara, configurations: 12 },
      { applet: 'recycle', file: recycle, configurations: 0 },
    ],
  })

listStates({
  name: 'Admin, form of a platform',
  at: form('edit'),
  as: 'staff',
  answers: [
    answer(platforms.get, platformDetail),
    appletList(araFile),
    answer(platforms.look, platformDetail.look),
    answer(platforms.occasions, {
      items: [
        {
          kind: 'ACTIVATION',
          text: { subject: 'Join {enterprise}', body: 'You are invited.', action: 'Join', footnote: '' },
          placeholders: ['enterprise'],
        },
      ],
    }),
    answer(platforms.previewMail, { from: 'Northwind', subject: 'Join', html: '<p>You are invited.</p>', text: '' }),
  ],
  states: {
    loading: { answers: [wait(platforms.get)], shows: SKELETON },
    empty: { at: form('add'), shows: 'Add a platform' },
    gone: { answers: [refuse(platforms.get, 'not_found')], shows: 'Platform not found' },
    failed: { answers: [fail(platforms.get)], shows: 'This could not be loaded' },
    full: { shows: 'Texts of e-mails' },
    longest: {
      answers: [
        answer(platforms.get, {
          ...platformDetail,
          appName: unbrokenText(40),
          fields: { ...platformDetail.fields, appName: unbrokenText(40), mailName: unbrokenText(60) },
        }),
        appletList({
          ...araFile,
          fileName: `${unbrokenText(60)}.cap`,
          packageAid: 'a00000015141434c'.padEnd(32, '0'),
          classAids: Array.from({ length: 8 }, (_, index) => `a00000015141434c0${index}`.padEnd(32, '0')),
          uploadedBy: unbrokenText(40),
        }),
      ],
      shows: 'Texts of e-mails',
    },
    phone: { shows: 'Texts of e-mails' },
    refused: {
      steps: [type('Name', ' '), press('Save Name and style')],
      shows: 'Required',
    },
    'applets loading': { answers: [wait(applets.list)], shows: SKELETON },
    'applets failed': { answers: [fail(applets.list)], shows: 'This could not be loaded' },
    'applets on the card': { answers: [appletList(null)], shows: /12 profile configurations use it/ },
    'applet file replaced': { steps: [press('Replace file of the ARA applet')], shows: 'File of the ARA applet' },
    'applet file refused': {
      answers: [
        appletList(null),
        refuse(applets.upload, 'invalid', {
          faults: [
            {
              path: 'file',
              rule: 'applet',
              text: 'The file has the package AID a1b2c3d4e501. That of this applet begins with f053494d5752495200.',
            },
          ],
        }),
      ],
      steps: [
        press('CAP or IJC file'),
        see('File of the Recycle applet'),
        attachTo(/^File of the Recycle applet/, new File(['x'], 'wallet.cap')),
      ],
      shows: /begins with f053494d5752495200/,
    },
    'applet file deleted': {
      answers: [appletList(araFile, recycleFile)],
      steps: [press('Present on the card')],
      shows: 'Delete the file of the Recycle applet?',
    },
    'view permission only': {
      as: { holds: ['Admin_Platform_View'] },
      shows: 'You can view this platform, but not change it.',
    },
  },
})
