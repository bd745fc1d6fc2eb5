import * as attributes from '@simwright/contract/profiles/attribute'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { sampleId, unbrokenText } from '../../../states/sample.ts'
import { attribute, requiredAttribute as tier } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const long: attributes.Attribute = {
  ...tier,
  id: sampleId(3503),
  name: unbrokenText(40),
  word: 'a'.repeat(32),
  choices: Array.from({ length: 50 }, (_, index) => `${unbrokenText(56)}${index}`),
}

listStates({
  name: 'Attributes',
  at: linkTo(pages.attributes),
  answers: [answer(attributes.list, { items: [attribute, tier] })],
  states: {
    loading: { answers: [wait(attributes.list)], shows: SKELETON },
    empty: { answers: [answer(attributes.list, { items: [] })], shows: 'No attributes yet' },
    failed: { answers: [fail(attributes.list)], shows: 'This could not be loaded' },
    full: { steps: [see('Tier')], shows: '10,000+' },
    longest: { answers: [answer(attributes.list, { items: [long, attribute] })], shows: long.name },
    phone: { shows: 'Tier' },
    'deletion is confirmed': {
      steps: [press(`Actions of ${attribute.name}`), press('Delete attribute')],
      shows: 'The values of 40 profiles are deleted with it.',
    },
    'another type': {
      steps: [press(`Actions of ${attribute.name}`), press('Change type')],
      shows: `Change the type of ${attribute.name}`,
    },
    'new attribute refused': {
      at: linkTo(pages.attributes, { search: { open: 'new' } }),
      steps: [type('Name', 'Contract'), press('Create attribute')],
      answers: [refuse(attributes.add, 'attribute_word_used', { values: { word: 'contract' } })],
      shows: /already exists/,
    },
  },
})
