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
    modes: { random: 'Random, different for each profile', fixed: 'Fixed, the same for all', none: 'None' },
    code: 'Code',
    codeHelp: 'From 4 to 8 digits.',
    digits: 'Digits',
    digitsHelp: 'The result lists the new codes. Members who may generate activation codes can download it.',
  },

  looking: 'Counting…',
  fits: { one: 'Applies to {count} profile.', other: 'Applies to {count} profiles.' },
  fitsNone: 'Applies to none of these profiles.',
  excluded: { one: '{count} remains unchanged: {reason}', other: '{count} remain unchanged: {reason}' },
  download: 'Download the list of unchanged profiles',
  typeCount: 'Type {count} to confirm',
  proceed: { one: 'Change {count} profile', other: 'Change {count} profiles' },
  cancel: 'Cancel',

  running: '{kind}: looking up the profiles',
  working: '{kind}: working',
  done: { one: '{kind}: {count} profile changed', other: '{kind}: {count} profiles changed' },
  left: { one: '{count} unchanged', other: '{count} unchanged' },
  undoing: 'Undo',
  undo: 'Undo',
  stop: 'Stop',
  result: 'Result as CSV',
  codes: 'New codes',
  close: 'Close',
} as const
