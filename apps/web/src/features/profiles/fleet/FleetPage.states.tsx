import * as views from '@simwright/contract/insight/view'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as groups from '@simwright/contract/profiles/group'
import * as blocks from '@simwright/contract/provisioning/block'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operations from '@simwright/contract/provisioning/operation'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { noGroupLeft, userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId } from '../../../states/sample.ts'
import { filterAnswers } from '../../../states/sample-fleet.ts'
import { availableRow, longRow, profileBlock, profileRow, profileRows } from '../../../states/sample-profile.ts'
import { group } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { moreColumns, noTabStopInRows, press, type Step, see, type } from '../../../states/step.ts'

const listOf = (items: fleet.ProfileRow[]) =>
  answer(fleet.list, { items, next: null, previous: null, total: items.length, capped: false })

const operation: operations.RunningOperation = {
  id: sampleId(800),
  kind: 'GROUP',
  given: sampleId(300),
  process: 'COMPLETE',
  total: 30,
  succeeded: 28,
  failed: 2,
  canceled: false,
  canUndo: true,
  undoes: null,
  undoneBy: null,
  createdAt: hoursAgo(1),
  startedAt: hoursAgo(1),
  completedAt: hoursAgo(1),
  createdBy: 'Ada Byron',
}

/** Waits until the button of the saved views is as wide as the one of the sort order. */
const viewsFillLine: Step = async (until) => {
  const widthOf = (name: RegExp) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent))?.offsetWidth ?? 0
  const isAsWide = () => widthOf(/^Views/) > 0 && widthOf(/^Views/) >= widthOf(/^Sort by/)
  await until(() => isAsWide() || undefined, 'saved views in a line of their own')
}

/** Waits until a row has this status: the filter names it, too. */
const rowSays =
  (status: string): Step =>
  async (until) => {
    const texts = () => [...document.querySelectorAll('tbody *')].map(({ textContent }) => textContent)
    await until(() => texts().includes(status) || undefined, `a row with the status ${status}`)
  }

listStates({
  name: 'Fleet',
  at: linkTo(pages.fleet),
  answers: [...filterAnswers, listOf(profileRows)],
  states: {
    loading: { answers: [wait(fleet.list)], shows: SKELETON },
    'shown as code': { steps: [press('Show as code')], shows: /^curl -sS/ },
    empty: { answers: [listOf([])], shows: 'No profiles yet' },
    'groups of the view deleted': { answers: [noGroupLeft, listOf([])], shows: 'No profiles in your view' },
    'empty, view permission only': {
      as: { holds: ['Fleet_View'] },
      answers: [listOf([])],
      shows: 'When a colleague generates activation codes, their profiles are listed here.',
    },
    'nothing matches': {
      at: linkTo(pages.fleet, { search: { q: 'status:error' } }),
      answers: [listOf([])],
      shows: 'Nothing matches these filters',
    },
    refused: {
      at: linkTo(pages.fleet, { search: { q: 'group:nowhere' } }),
      answers: [
        refuse(fleet.list, 'invalid', {
          faults: [{ path: 'filter.query', rule: 'unknown', text: 'There is no group named "nowhere".' }],
        }),
      ],
      shows: 'There is no group named "nowhere".',
    },
    failed: { answers: [fail(fleet.list)], shows: 'This could not be loaded' },
    full: { shows: profileRow.iccid },
    longest: { answers: [listOf([longRow, ...profileRows])], shows: longRow.iccid },
    phone: {
      steps: [
        press('Filters'),
        see('Show results'),
        press('Show results'),
        press('Select all rows of this page'),
        see('8 selected'),
        press('List options'),
        viewsFillLine,
      ],
      shows: 'Sort by Last change',
    },
    'more columns than fit': {
      steps: [press('Columns'), press('EID'), press('Activation code'), press('Columns'), moreColumns],
      shows: profileRow.iccid,
    },
    'a blocked device': {
      answers: [answer(blocks.ofProfiles, { items: [profileBlock] })],
      steps: [see('Unblock'), noTabStopInRows],
      shows: /^Blocked since .* by Ada Byron$/,
    },
    suspended: { as: 'suspended owner', shows: 'Not possible while the enterprise account is suspended.' },
    'profiles in stock': {
      at: linkTo(pages.fleet, { search: { q: 'status:stock' } }),
      answers: [
        listOf([
          { ...availableRow, orderState: 'Available', recycleStatus: 'RECYCLED', acFormat: 'NONE' },
          availableRow,
        ]),
      ],
      steps: [rowSays('Available'), rowSays('In stock')],
      shows: 'In stock',
    },
    'many pages, count capped': {
      answers: [
        answer(fleet.list, { items: profileRows, next: 'cursor', previous: null, total: 10_000, capped: true }),
      ],
      shows: 'Count exactly',
    },
    'sample data': {
      answers: [
        listOf(profileRows.map((row) => ({ ...row, sample: true }))),
        answer(queryOrder, { ...userPlan, samples: true }),
      ],
      shows: /^Profiles marked "Demo" are sample data/,
    },
    'all that match selected': {
      at: linkTo(pages.fleet, { search: { q: 'status:available' } }),
      answers: [
        answer(fleet.list, { items: profileRows, next: 'cursor', previous: null, total: 600, capped: false }),
        answer(operations.preview, { total: 600, fits: 600, excluded: [] }),
      ],
      steps: [press('Select all rows of this page'), press('Select all that match'), press('Actions'), press('Delete')],
      shows: 'All profiles that match',
    },
    'rows selected': { steps: [press('Select all rows of this page')], shows: '8 selected' },
    'menu of actions': {
      steps: [press('Select all rows of this page'), press('Actions')],
      shows: 'Change confirmation code',
    },
    'operation complete': {
      at: linkTo(pages.fleet, { search: { operation: operation.id } }),
      answers: [answer(operations.get, operation)],
      shows: /28 profiles/,
    },
    'choice of columns': { steps: [press('Columns')], shows: 'Reset columns' },
    'menu of views': { steps: [press('Views')], shows: 'Save as new view…' },
    'new view': {
      steps: [press('Views'), press('Save as new view…')],
      shows: 'New view',
    },
    'new view, name refused': {
      steps: [press('Views'), press('Save as new view…'), see('New view'), press('Save')],
      shows: 'Required',
    },
    'changed saved view': {
      at: linkTo(pages.fleet, { search: { q: 'status:disabled' }, over: { view: sampleId(900) } }),
      answers: [
        answer(views.list, {
          items: [
            {
              id: sampleId(900),
              name: 'Enabled ones',
              filter: 'status=ENABLED',
              version: 1,
              createdBy: 'Ada Byron',
              manageable: true,
            },
          ],
        }),
      ],
      shows: 'changed',
    },
  },
})

const fits = answer(operations.preview, {
  total: 8,
  fits: 5,
  excluded: [
    { reason: 'The profile is on a device.', count: 2 },
    { reason: longText(120), count: 1 },
  ],
})

listStates({
  name: 'Fleet, actions on selected profiles',
  at: linkTo(pages.fleet),
  answers: [...filterAnswers, listOf(profileRows), fits],
  states: {
    full: {
      steps: [press('Select all rows of this page'), press('Actions'), press('Change confirmation code')],
      shows: 'Applies to 5 profiles.',
    },
    'move into a new group': {
      steps: [
        press('Select all rows of this page'),
        press('Actions'),
        press('Move into a group'),
        type('Group', 'Warehouse Oslo'),
        press('Create "Warehouse Oslo"'),
        see('Created: Warehouse Oslo'),
      ],
      answers: [answer(groups.add, { id: group.id })],
      shows: 'Move 5 profiles',
    },
    'group that does not exist': {
      steps: [
        press('Select all rows of this page'),
        press('Actions'),
        press('Move into a group'),
        type('Group', 'Warehouse Oslo'),
      ],
      shows: 'Create "Warehouse Oslo"',
    },
    'generate again': {
      steps: [press('Select all rows of this page'), press('Actions'), press('Generate again')],
      shows: 'Generate activation codes again',
    },
    empty: {
      steps: [press('Select all rows of this page'), press('Actions'), press('Delete')],
      answers: [answer(operations.preview, { total: 8, fits: 0, excluded: [{ reason: 'In a campaign.', count: 8 }] })],
      shows: 'Applies to none of these profiles.',
    },
    'needs approval': {
      steps: [
        press('Select all rows of this page'),
        press('Actions'),
        press('Delete'),
        press('Delete 5 profiles'),
        see(/^This needs the approval of a second person/),
      ],
      answers: [
        refuse(operations.start, 'approval_needed', {
          values: { sentence: 'waiting: Delete: 5 profiles.' },
          detail: { approval: { id: sampleId(9001), state: 'PENDING' } },
        }),
      ],
      shows: 'Open the request',
    },
    'so many that the number must be typed': {
      steps: [press('Select all rows of this page'), press('Actions'), press('Delete'), see(/^Type/)],
      answers: [answer(operations.preview, { total: 1_200_000, fits: 1_200_000, excluded: [] })],
      shows: /^Type/,
    },
    failed: {
      steps: [press('Select all rows of this page'), press('Actions'), press('Delete')],
      answers: [fail(operations.preview)],
      shows: /^Something went wrong on our side/,
    },
    'ZIP of QR codes': {
      steps: [press('Select all rows of this page'), press('Export'), press('QR codes as ZIP')],
      answers: [
        answer(delivery.presets, { items: [] }),
        answer(delivery.previewFile, { total: 8, fits: 7, excluded: [{ reason: 'It has no code.', count: 1 }] }),
      ],
      shows: /^The file will contain/,
    },
    'codes by e-mail': {
      steps: [
        press('Select all rows of this page'),
        press('Actions'),
        press('Send by e-mail'),
        type('Addresses', 'grace@example.com'),
      ],
      answers: [
        answer(delivery.planMails, {
          pairs: [{ email: 'grace@example.com', iccid: profileRow.iccid, profileId: profileRow.id, reason: null }],
        }),
      ],
      shows: /grace@example\.com/,
    },
    'codes at a date': {
      steps: [
        press('Select all rows of this page'),
        press('Actions'),
        press('Send by e-mail'),
        press('At a date'),
        type('Date', '31 Mar 2030'),
        type('Addresses', 'grace@example.com'),
      ],
      answers: [
        answer(plannedDelivery.preview, {
          pairs: [
            {
              email: 'grace@example.com',
              iccid: profileRow.iccid,
              profileId: profileRow.id,
              dueAt: '2030-03-31T01:30:00.000Z',
              clockChange: 'GAP',
              reason: null,
            },
          ],
          fits: 1,
        }),
      ],
      shows: /The clock skips this time/,
    },
  },
})
