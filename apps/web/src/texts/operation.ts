/**
 * Operations on many profiles: the Actions menu, the dialog, the strip while they run. The texts of each kind are in
 * the contract's table of kinds.
 */
export const operationTexts = {
  actions: 'Actions',
  selected: { one: '{count} selected', other: '{count} selected' },
  selectAll: 'Select all that match',
  allBut: 'All that match, but {count}',
  all: 'All that match',
  allCount: 'All {count} that match',
  selectedMax: 'Up to {max} profiles can be selected one by one. Narrow the list, then select all that match.',
  leftOutMax: 'Up to {max} profiles can be left out. Narrow the list instead.',

  exportProfiles: 'Export as CSV',
  exportXlsx: 'Export as XLSX',
  exportCodes: 'Activation codes as CSV',
  qrZip: 'ZIP of QR codes',
  labels: 'Labels as PDF',
  sendMails: 'Send by e-mail',

  noGroup: 'No group',
  confirmation: {
    mode: 'Confirmation code',
    modes: { random: 'Random, another for each', fixed: 'Fixed, the same for all', none: 'None' },
    code: 'Code',
    codeHelp: 'From 4 to 8 digits.',
    digits: 'Digits',
    digitsHelp: 'The new codes stand in the result, for who may generate activation codes.',
  },

  looking: 'Counting…',
  fits: { one: '{count} profile is changed.', other: '{count} profiles are changed.' },
  fitsNone: 'No profile can be changed.',
  excluded: { one: '{count} stays as it is: {reason}', other: '{count} stay as they are: {reason}' },
  download: 'Download those that stay',
  typeCount: 'Type {count} to go on',
  proceed: { one: 'Change {count} profile', other: 'Change {count} profiles' },
  cancel: 'Cancel',

  running: '{kind}: looking up the profiles',
  working: '{kind}: working',
  done: { one: '{kind}: {count} profile changed', other: '{kind}: {count} profiles changed' },
  left: { one: '{count} left as it was', other: '{count} left as they were' },
  undoing: 'Undo',
  undo: 'Undo',
  stop: 'Stop',
  result: 'Result as CSV',
  codes: 'New codes',
  close: 'Close',
} as const
