import * as legal from '@simwright/contract/platform/legal'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const current: legal.LegalText = {
  version: 2,
  body: '# 1. What we offer\n\nNorthwind runs a **portal** for eSIM profiles.\n\n- A portal\n- An SM-DP+',
  publishedAt: hoursAgo(300),
}

const none: legal.LegalVersions = { kind: 'PRIVACY', version: 0, current: null, planned: null, earlier: [] }

const stored: legal.PlatformTexts = {
  platformId: sampleId(2820),
  platform: 'Northwind',
  sys: 'northwind',
  texts: [
    {
      kind: 'TERMS',
      version: 3,
      current,
      planned: { ...current, version: 3, publishedAt: hoursAgo(-200) },
      earlier: [{ version: 1, publishedAt: hoursAgo(9000) }],
    },
    none,
  ],
}

const unplanned: legal.PlatformTexts = {
  ...stored,
  texts: [{ ...stored.texts[0]!, version: 2, planned: null, earlier: [] }, none],
}

const long: legal.PlatformTexts = {
  ...unplanned,
  texts: [
    {
      ...unplanned.texts[0]!,
      current: { ...current, body: `# ${unbrokenText(400)}\n\n${longText(20_000)}` },
      earlier: Array.from({ length: 30 }, (_, index) => ({ version: index + 1, publishedAt: hoursAgo(9000) })),
    },
    none,
  ],
}

const written = [type('Text', '# New terms'), press('Publish'), press('Publish version 4')]

listStates({
  name: 'Terms and privacy',
  at: linkTo(pages.plans, { search: { tab: 'texts' } }),
  as: 'staff',
  answers: [answer(legal.list, { platforms: [stored] })],
  states: {
    loading: { answers: [wait(legal.list)], shows: SKELETON },
    empty: {
      at: linkTo(pages.plans, { search: { tab: 'texts', text: 'PRIVACY' } }),
      shows: /^Not published/,
    },
    failed: { answers: [fail(legal.list)], shows: 'This could not be loaded' },
    full: { shows: 'Withdraw version 3' },
    'several platforms': {
      answers: [
        answer(legal.list, {
          platforms: [stored, { ...unplanned, platformId: sampleId(2821), platform: 'Simwright' }],
        }),
      ],
      shows: 'Platform',
    },
    'view only': { as: { holds: ['Admin_Plan_View'] }, shows: /^You can view the texts/ },
    'to be published': { steps: written.slice(0, 2), shows: 'Publish version 4?' },
    refused: {
      steps: [type('In effect from', '2020-01-01T00:00'), ...written],
      answers: [
        refuse(legal.publish, 'invalid', {
          faults: [{ path: 'fields.publishedAt', rule: 'future', text: 'Choose a time in the future.' }],
        }),
      ],
      shows: 'Choose a time in the future.',
    },
    'changed by somebody else': {
      steps: written,
      answers: [refuse(legal.publish, 'changed_meanwhile')],
      shows: 'Show what they saved',
    },
    longest: { answers: [answer(legal.list, { platforms: [long] })], shows: 'Open the page' },
    phone: { shows: 'Withdraw version 3' },
  },
})
