/** Profile configuration: list, form, view. Labels and help texts of its fields are in the contract. */
export const configurationTexts = {
  purpose: 'What generated profiles contain, and how their activation codes behave.',
  choose: 'Choose a configuration',
  noneFound: 'No configuration with this name',
  forOperators:
    'Profiles of this configuration are ordered through ES2+, so no codes are generated here. Choose another configuration, or put profiles in stock on Generate AC.',
  searchPlaceholder: 'Configuration name begins with',
  add: 'New configuration',
  edit: 'Edit',
  copy: 'Copy',
  inspect: 'Inspect package',
  view: 'View',
  remove: 'Delete',
  generate: 'Generate AC',
  incomplete: 'Incomplete',
  planAllows: 'The plan allows up to {max}.',
  planEntries: '{used} of {max} in the plan.',
  planRoom: '{used} of {max} in the plan',
  frozen: 'Frozen',
  frozenHelp:
    'It exceeds the plan. Nothing is deleted: you can use it again with a larger plan, after deleting others, or with shorter lists.',
  incompleteHelp: 'Needed before codes can be generated: {fields}.',

  emptyTitle: 'No profile configurations yet',
  emptyText:
    'A configuration defines what a profile contains: its networks, its name on the phone and how often it can be downloaded.',
  emptyTextView: 'Configurations that your colleagues create are listed here.',

  columns: {
    name: 'Configuration name',
    profileName: 'Profile name',
    serviceProviderName: 'Service provider',
    type: 'Type',
    algorithm: 'Algorithm',
    hplmn: 'HPLMN',
    profiles: 'Profiles',
    version: 'Version',
    updatedAt: 'Changed',
    actions: 'Actions',
  },
  actionsOf: 'Actions for {name}',

  titles: { add: 'New profile configuration', edit: 'Edit {name}', copy: 'Copy of {name}' },
  about: {
    add: 'You can save at any time. Codes can be generated once the configuration is complete.',
    copy: 'All fields are copied. Give the copy a new name.',
    edit: {
      one: 'Saving creates a new version. {count} profile keeps the version it was generated with.',
      other: 'Saving creates a new version. {count} profiles keep the version they were generated with.',
    },
    version: 'Version {version}, saved {time}',
    madeBy: 'created by {name}',
  },
  profileCount: { one: '{count} profile', other: '{count} profiles' },
  copyName: '{name} copy',

  save: 'Save',
  saveNew: 'Create configuration',
  saved: 'Saved as version {version}.',
  added: 'The profile configuration was created.',
  incompleteNote: 'Still needed before codes can be generated: {fields}.',
  invalidNote: 'Correct before codes can be generated: {fields}.',
  beyondNote: 'More than the plan allows: {fields}.',
  faultyNote: 'Correct the marked fields, then save.',
  completeNote: 'Complete: activation codes can be generated.',
  completeForOperators: 'Complete: profiles can be put in stock, and operators order them.',

  goneTitle: 'Configuration not found',
  goneText: 'It was deleted, or the address is misspelled.',
  goneBack: 'Back to configurations',

  conflict: {
    title: 'Someone else saved this configuration in the meantime',
    load: 'Load the newest version',
    keep: 'Overwrite with my version',
    loadTitle: 'Load the newest version?',
    loadText: 'Your unsaved changes will be lost.',
  },

  delete: {
    title: 'Delete "{name}"?',
    text: {
      one: '{count} profile was generated with it. It keeps its version and its activation code.',
      other: '{count} profiles were generated with it. They keep their versions and their activation codes.',
    },
    textNone: 'No profile was generated with it.',
    proceed: 'Delete configuration',
    done: 'The profile configuration "{name}" was deleted.',
  },

  more: 'More settings',
  moreText: 'Each has a default that works. Open what you want to change.',
  openAll: 'Open all',
  closeAll: 'Close all',
  summary: { nothing: 'Nothing set', value: '{label}: {value}', more: '{first} and {count} more' },
  placeInList: '{list}, network {position}',
  storedCode: 'A code is stored. Leave this empty to keep it, or enter 4 to 8 digits for a new one.',

  icon: { choose: 'Choose a file', chosen: 'Replace the icon', alt: 'The icon of the profile' },
  moreNetworks: { one: 'and {count} more', other: 'and {count} more' },

  network: {
    add: 'Add network',
    addTo: 'Add network to {list}',
    remove: 'Remove network {position} of {list}',
    plmn: 'Network {position} of {list}',
    access: 'Access technologies of network {position}',
    placeholder: 'MCC MNC',
    none: 'No networks yet.',
    inputMethod: 'Input method of {list}',
    list: 'List',
    text: 'Text',
    long: 'Lists of more than {max} networks are edited as text.',
    textHelp:
      'One network per line: its digits, then its access technologies. If you name none, all four apply. Example: 23415 E-UTRAN NG-RAN',
    plmnTextHelp: 'One network per line: MCC and MNC together.',
    line: 'Line {line}: {text}',
    entry: '{value}: {text}',
    test: 'Test network',
    own: 'Private network',
    worldwide: 'International',
  },

  entry: {
    title: '{entry} {position}',
    add: 'Add {entry}',
    remove: 'Remove {entry} {position}',
  },

  values: {
    /** Every value that is not set. */
    unset: '–',
    yes: 'Yes',
    no: 'No',
  },
  /** The confirmation code in the list of what is missing: the list does not have it. */
  confirmationCode: 'confirmation code',
} as const
