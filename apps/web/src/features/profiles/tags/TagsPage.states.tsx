import * as tags from '@simwright/contract/profiles/tag'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { sampleId, unbrokenText } from '../../../states/sample.ts'
import { tag } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const other: tags.Tag = { ...tag, id: sampleId(3402), name: 'Roaming', color: 'orange', profiles: 10_000, capped: true }
const long: tags.Tag = { ...tag, id: sampleId(3403), name: unbrokenText(40), createdBy: unbrokenText(64) }

listStates({
  name: 'Tags',
  at: linkTo(pages.tags),
  answers: [answer(tags.list, { items: [tag, other] })],
  states: {
    loading: { answers: [wait(tags.list)], shows: SKELETON },
    empty: { answers: [answer(tags.list, { items: [] })], shows: 'No tags yet' },
    'nothing matches': { steps: [type('Search tags', 'nowhere')], shows: 'Nothing matches these filters' },
    failed: { answers: [fail(tags.list)], shows: 'This could not be loaded' },
    full: { steps: [see('Roaming')], shows: '10,000+' },
    longest: { answers: [answer(tags.list, { items: [long, tag] })], shows: long.name },
    phone: { shows: 'Roaming' },
    'merge into another': {
      steps: [press(`Actions of ${tag.name}`), press('Merge into another tag')],
      shows: 'Merge tags',
    },
    'deletion is confirmed': {
      steps: [press(`Actions of ${tag.name}`), press('Delete tag')],
      shows: '40 profiles lose it. The profiles themselves stay.',
    },
    'new tag refused': {
      at: linkTo(pages.tags, { search: { open: 'new' } }),
      steps: [type('Name', 'Pilot'), press('Create tag')],
      answers: [refuse(tags.add, 'tag_name_used', { values: { name: 'Pilot' } })],
      shows: /already exists/,
    },
  },
})
