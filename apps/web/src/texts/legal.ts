import { signInTexts } from './sign-in.ts'
import { tabTexts } from './tab.ts'

/** Terms and privacy policy of the platform. */
export const legalTexts = {
  names: signInTexts.legal,
  /** In a sentence. */
  words: { TERMS: 'terms', PRIVACY: 'privacy policy' },
  since: 'Version {version}, in effect since {time}',
  earlier: 'This is version {version} of {time}, an earlier version.',
  readCurrent: 'Read the current version',
  none: {
    TERMS: { title: 'No terms are published', text: '{appName} has not published its terms here.' },
    PRIVACY: { title: 'No privacy policy is published', text: '{appName} has not published its privacy policy here.' },
  },
  noneVersion: 'This version does not exist.',
  elsewhere: 'Read it at {address}',
  consent: {
    before: 'I have read and accept the ',
    between: ' and the ',
    after: '.',
    required: 'Accept this to continue.',
  },
  admin: {
    tab: tabTexts.plans.legal,
    about:
      'Visitors read these texts without signing in. Users accept both when they sign up, and the terms when they order. The accepted version is recorded.',
    kind: 'Text',
    none: 'Not published. The link to the terms or the privacy policy is hidden, and nobody is asked to accept it.',
    current: 'Version {version}, in effect since {time}.',
    planned: 'Version {version} takes effect on {time}. Publishing another version replaces it.',
    open: 'Open the page',
    withdraw: 'Withdraw version {version}',
    withdrawTitle: 'Withdraw version {version}?',
    withdrawText: 'It is deleted, and the current version continues to apply.',
    withdrawn: 'Version {version} was withdrawn.',
    earlier: 'Earlier versions',
    version: 'Version {version}, {time}',
    body: 'Text',
    bodyHelp: 'Up to {max} characters. # Heading, **bold**, - list, 1. list, [link](https://…). HTML is shown as text.',
    preview: 'Preview',
    previewEmpty: 'The text appears here as visitors see it.',
    publishedAt: 'In effect from',
    publishedAtHelp: 'Empty: now.',
    publish: 'Publish',
    publishVersion: 'Publish version {version}',
    publishTitle: 'Publish version {version}?',
    publishText:
      'A published version cannot be changed. From then on, it must be accepted by everyone who signs up or orders.',
    published: 'Version {version} was published.',
    scheduled: 'Version {version} is scheduled.',
    unsaved: 'Not published',
    viewOnly: 'You can view the texts, but not change them.',
  },
} as const
