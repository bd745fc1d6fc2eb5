import * as views from '@simwright/contract/insight/view'
import * as attributes from '@simwright/contract/profiles/attribute'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as groups from '@simwright/contract/profiles/group'
import * as tags from '@simwright/contract/profiles/tag'
import * as batches from '@simwright/contract/provisioning/batch'
import * as blocks from '@simwright/contract/provisioning/block'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import { type Answer, answer, pageOf } from './answer.ts'
import { sampleId } from './sample.ts'
import { attribute, batch, campaignRow, configurationRow, group, tag } from './sample-provisioning.ts'

/** Server answers with the values that the profile filters offer. */
export const filterAnswers: readonly Answer[] = [
  answer(views.list, { items: [] }),
  answer(groups.list, { items: [group] }),
  answer(attributes.list, { items: [attribute] }),
  answer(tags.list, { items: [tag] }),
  answer(fleet.brands, { brands: ['Apple', 'Google', 'Samsung'] }),
  answer(fleet.makers, { items: [{ id: sampleId(700), name: 'Ada Byron' }] }),
  answer(configurations.list, pageOf([configurationRow])),
  answer(campaigns.list, pageOf([campaignRow])),
  answer(batches.list, pageOf([batch])),
  answer(blocks.ofProfiles, { items: [] }),
]
