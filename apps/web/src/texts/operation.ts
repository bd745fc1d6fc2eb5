import type { OperationKind, OperationSection } from '@simwright/contract/provisioning/operation-kind'

function cannotBe<Done extends string>(done: Done) {
  const text = `{count} can't be ${done}: {reason}` as const
  return { one: text, other: text }
}

/** The page of operations. */
export const operationsPageTexts = {
  purpose: 'Changes to many profiles at once: what was done, by whom, and its result.',
  emptyTitle: 'No operations yet',
  emptyText:
    'Select profiles in Fleet and choose an action. It is listed here with its result, and most can be undone.',
  emptyLink: 'Open Fleet',
  columns: {
    what: 'What happened',
    state: 'State',
    total: 'Profiles',
    failed: 'Unchanged',
    createdAt: 'Started',
    createdBy: 'Started by',
    actions: 'Actions',
  },
  states: {
    RUNNING: 'Running',
    STOPPING: 'Stopping',
    DONE: 'Done',
    PARTLY: 'Partly done',
    STOPPED: 'Stopped',
    FAILED: 'Nothing changed',
    UNDONE: 'Undone',
  },
  stop: 'Stop',
  undo: 'Undo',
  result: 'Download result',
  actionsOf: 'Actions for this operation',
} as const

/**
 * Operations on many profiles: the Actions menu, the dialog, the strip while they run. The texts of each kind are in
 * the contract's table of kinds.
 */
export const operationTexts = {
  actions: 'Actions',
  sections: { code: 'Code', assignment: 'Assignment', recycling: 'Recycling' } satisfies Record<
    OperationSection,
    string
  >,
  exportSection: 'Export',
  selected: { one: '{count} selected', other: '{count} selected' },
  selectAll: 'Select all that match',
  /** The same button on a phone. */
  selectAllShort: 'Select all',
  allBut: 'All that match, except {count}',
  all: 'All that match',
  allCount: 'All {count} that match',
  selectedMax: 'Up to {max} profiles can be selected one by one. Narrow the list, then select all that match.',
  leftOutMax: 'Up to {max} profiles can be excluded. Narrow the list instead.',

  exportProfiles: 'Profiles as CSV',
  exportXlsx: 'Profiles as XLSX',
  exportCodes: 'Activation codes as CSV',
  qrZip: 'QR codes as ZIP',
  labels: 'Labels as PDF',
  sendMails: 'Send by e-mail',

  noGroup: 'No group',
  groupPlaceholder: 'Choose a group, or type the name of a new one',
  createGroup: 'Create "{name}"',
  groupUnknown: 'No group has this name.',
  confirmation: {
    mode: 'Confirmation code',
    modes: { random: 'Random, different for each profile', fixed: 'Fixed, the same for all', none: 'None' },
    code: 'Code',
    codeHelp: 'From 4 to 8 digits.',
    digits: 'Digits',
    digitsHelp: 'The result lists the new codes. Members who may generate activation codes can download it.',
  },

  matching: 'All profiles that match',
  /** What is exported while nothing is selected. */
  exportAll: 'All profiles of this list',
  everyProfile: 'All profiles of the fleet.',
  looking: 'Counting…',
  fits: { one: 'Applies to {count} profile.', other: 'Applies to {count} profiles.' },
  fitsNone: 'Applies to none of these profiles.',
  excluded: {
    AGAIN: cannotBe('generated again'),
    REMOVE: cannotBe('deleted'),
    GROUP: cannotBe('moved'),
    ATTRIBUTE: cannotBe('changed'),
    TAG: cannotBe('tagged'),
    UNTAG: cannotBe('changed'),
    NOTES: cannotBe('changed'),
    BIND: cannotBe('bound'),
    FREE: cannotBe('changed'),
    EXPIRY: cannotBe('changed'),
    CONFIRMATION: cannotBe('changed'),
    ATTEMPTS: cannotBe('reset'),
    RECYCLE_TIME: cannotBe('changed'),
    RECYCLE: cannotBe('recycled'),
  } satisfies Record<OperationKind, { one: string; other: string }>,
  download: 'Download list of excluded profiles',
  typeCount: 'Type {count} to confirm',
  proceed: { one: 'Change {count} profile', other: 'Change {count} profiles' },
  cancel: 'Cancel',

  running: '{kind}: finding the profiles',
  working: '{kind}: working',
  doneNone: '{kind}: no profile changed',
  left: { one: '{count} unchanged', other: '{count} unchanged' },
  undo: 'Undo',
  stop: 'Stop',
  result: 'Download result',
  codes: 'Download new codes',
  close: 'Close',
} as const
