import * as legal from '@simwright/contract/platform/legal'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const body = `# 1. What we offer

Northwind runs a portal for **eSIM profiles** and an SM-DP+ server.
Questions: [write to us](mailto:legal@northwind.example), or see [our page](https://northwind.example/legal).

## 1.1 Your account

- You keep your password secret.
- You order only for your own company,
  and tell us when its address changes.

1. We send an invoice for each order.
2. You pay it within 14 days.

### Other

<b>HTML is shown as it is written</b>, and so is [this](javascript:alert(1)).`

const text: legal.LegalText = { version: 3, body, publishedAt: hoursAgo(800) }

listStates({
  name: 'Terms',
  at: linkTo(publicPages.terms),
  as: 'guest',
  answers: [
    answer(legal.read, { text, current: 3 }),
    answer(legal.current, { texts: legal.legalKinds.map((kind) => ({ kind, version: 3 })) }),
  ],
  states: {
    loading: { answers: [wait(legal.read)], shows: SKELETON },
    empty: { answers: [answer(legal.read, { text: null, current: null })], shows: 'No terms are published' },
    failed: { answers: [fail(legal.read)], shows: 'This could not be loaded' },
    full: { shows: '1. What we offer' },
    'not HTML': { shows: /^<b>HTML is shown as it is written<\/b>/ },
    'earlier version': {
      at: linkTo(publicPages.terms, { search: { version: '2' } }),
      answers: [answer(legal.read, { text: { ...text, version: 2 }, current: 3 })],
      shows: 'Read the current version',
    },
    'unknown version': {
      at: linkTo(publicPages.terms, { search: { version: '9' } }),
      answers: [answer(legal.read, { text: null, current: 3 })],
      shows: 'This version does not exist.',
    },
    'privacy policy': { at: linkTo(publicPages.privacy), shows: 'Privacy policy' },
    longest: {
      answers: [
        answer(legal.read, {
          text: { ...text, body: `# ${unbrokenText(400)}\n\n${longText(20_000)}\n\n- ${unbrokenText(400)}` },
          current: 3,
        }),
      ],
      shows: /^Version 3/,
    },
    phone: { shows: '1. What we offer' },
  },
})
