/** Profile configuration: list, form, view. */
export const configurationTexts = {
  purpose: 'What every profile made from it holds, and how its activation code behaves.',
  choose: 'Choose a configuration',
  noneFound: 'No configuration of this name',
  searchPlaceholder: 'Configuration name begins with',
  add: 'New configuration',
  edit: 'Edit',
  copy: 'Copy',
  view: 'View',
  remove: 'Delete',
  generate: 'Generate AC',
  back: 'Profile configuration',
  incomplete: 'Incomplete',
  planAllows: 'The plan allows up to {max}.',
  frozen: 'Frozen',
  frozenHelp:
    'The plan has no room for it. Nothing is lost: it can be used again with another plan, or when others are deleted or its lists are shorter.',
  incompleteHelp: 'Codes can be generated when it has: {fields}.',

  emptyTitle: 'No profile configuration yet',
  emptyText:
    'A configuration says what is in a profile: its networks, its name on the phone and how often it can be downloaded.',
  emptyTextView: 'When a colleague makes one, it shows here.',

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
    add: 'Save it at any time. Codes can be generated with it once it is complete.',
    copy: 'All fields are taken over. Give it a name of its own.',
    edit: {
      one: 'Saving makes a new version. {count} profile keeps the version it was made from.',
      other: 'Saving makes a new version. {count} profiles keep the version they were made from.',
    },
    version: 'Version {version}, saved {time}',
    madeBy: 'made by {name}',
  },
  profileCount: { one: '{count} profile', other: '{count} profiles' },
  copyName: '{name} copy',

  save: 'Save',
  saveNew: 'Create configuration',
  saved: 'Saved as version {version}.',
  added: 'The profile configuration was created.',
  incompleteNote: 'Still needed before codes can be generated: {fields}.',
  completeNote: 'Complete: activation codes can be generated with it.',
  needed: { serviceProviderName: 'service provider name', hplmn: 'HPLMN', confirmationCode: 'confirmation code' },

  goneTitle: 'This configuration is not here',
  goneText: 'It was deleted, or the address is misspelled.',
  goneBack: 'All configurations',

  conflict: {
    title: 'Someone else saved this configuration meanwhile',
    load: 'Load the newest version',
    keep: 'Save mine over it',
    loadTitle: 'Load the newest version?',
    loadText: 'What you changed here and did not save is lost.',
  },

  delete: {
    title: 'Delete "{name}"?',
    text: {
      one: '{count} profile was made from it. It keeps its version and its activation code.',
      other: '{count} profiles were made from it. They keep their versions and their activation codes.',
    },
    textNone: 'No profile was made from it.',
    proceed: 'Delete configuration',
    done: 'The profile configuration "{name}" was deleted.',
  },

  nav: 'Sections of the form',
  placeInList: '{list}, network {position}',
  sections: {
    identity: { title: 'Identity', text: 'What it is called here, on the phone and on the network.' },
    home: {
      title: 'Home network',
      text: 'The networks that the profile belongs to. GSM is 2G, UTRAN 3G, E-UTRAN 4G, NG-RAN 5G.',
    },
    networks: {
      title: 'Other networks',
      text: 'Where the profile may register, and where it may not. The order is the preference.',
    },
    operator: { title: 'Operator data', text: 'Names and identifiers that devices read from the profile.' },
    fiveG: {
      title: '5G SA network',
      text: 'How the subscriber identity is concealed in 5G standalone networks (SUCI).',
    },
    code: { title: 'Activation code', text: 'What protects the code, and how long it lives.' },
    download: { title: 'Downloads', text: 'How often, and to which devices, the SM-DP+ hands the profile out.' },
  },

  fields: {
    name: { label: 'Configuration name', help: 'Used once in this enterprise account. Up to 64 characters.' },
    type: { label: 'Type' },
    profileName: { label: 'Profile name', help: 'Shown by the phone before the download. Up to 64 characters.' },
    serviceProviderName: {
      label: 'Service provider name',
      help: 'Shown as the operator, and kept in EF.SPN. Up to 32 characters. Needed before codes can be generated.',
      cut: 'The card holds only “{shown}”: 16 letters, or 7 when one is outside the GSM alphabet.',
    },
    algorithm: { label: 'Authentication algorithm', help: 'The algorithm of the AKA parameters.' },
    issuer: {
      label: 'Certificate issuer',
      help: 'The issuer that the devices trust: it decides the SM-DP+ address in the activation codes.',
    },
    hplmn: {
      label: 'HPLMN',
      help: 'MCC and MNC together, 5 or 6 digits, with the access technologies used (EF.HPLMNwAcT). Needed before codes can be generated. Up to 20 entries.',
    },
    ehplmn: {
      label: 'EHPLMN',
      help: 'Networks that count as home, too (EF.EHPLMN). Press Enter after each. Up to 20 entries.',
    },
    rplmn: { label: 'RPLMN', help: 'The network that counts as the last one registered in (EF.LOCI, EF.EPSLOCI).' },
    plmn: { label: 'PLMN', help: 'Preferred networks that the user may change (EF.PLMNwAcT). Up to 100 entries.' },
    oplmn: { label: 'OPLMN', help: 'Preferred networks that the operator sets (EF.OPLMNwAcT). Up to 100 entries.' },
    fplmn: {
      label: 'FPLMN',
      help: 'Networks that must not be used (EF.FPLMN). Press Enter after each. Up to 100 entries.',
    },
    pnn: { label: 'Network name (PNN)', help: 'The name that phones show for the home network (EF.PNN, EF.OPL).' },
    pnnFullName: { label: 'Full name', help: 'Up to 32 characters.' },
    pnnShortName: { label: 'Short name', help: 'Up to 16 characters.' },
    gid1: { label: 'GID1', help: 'Hexadecimal, up to 20 bytes (EF.GID1).' },
    gid2: { label: 'GID2', help: 'Hexadecimal, up to 20 bytes (EF.GID2).' },
    smsp: { label: 'SMSP number', help: 'The SMS centre: up to 15 digits, with an optional + in front (EF.SMSP).' },
    fiveG: { label: 'Use in 5G standalone networks', help: 'Adds the files of DF.5GS to the profile.' },
    routingIndicator: { label: 'Routing indicator', help: '1 to 4 digits.' },
    protectionScheme: { label: 'Protection scheme', help: 'Null sends the identity in the clear.' },
    homeNetworkPublicKeyId: { label: 'Home network public key id', help: '0 to 255.' },
    homeNetworkPublicKey: { label: 'Home network public key' },
    homeNetworkPublicKeyA: 'Hexadecimal, {length} characters: the X25519 key of your network.',
    homeNetworkPublicKeyB: 'Hexadecimal, {length} characters: the compressed P-256 key of your network.',
    suciCalculation: { label: 'SUCI is computed by' },
    confirmationMode: { label: 'Confirmation code' },
    confirmationCode: {
      label: 'Fixed confirmation code',
      help: 'From 4 to 8 digits. Kept encrypted, and never shown again.',
      stored: 'A code is stored. Leave this empty to keep it, or enter 4 to 8 digits for a new one.',
    },
    acLifetimeDays: {
      label: 'AC lifetime',
      help: 'Days from generating until the code expires, up to 3650. Empty: it never expires.',
      unit: 'days',
    },
    maxDownloadAttempts: { label: 'Max download attempts', help: 'Tries before the code is closed, 1 to 100.' },
    maxRedownloads: {
      label: 'Max re-downloads',
      help: 'After the profile was deleted from the device, 0 to 100.',
    },
    allowDeviceChange: { label: 'Allow device change', help: 'A re-download may go to another device (EID).' },
    rotation: {
      label: 'Rotation',
      help: 'An activation code is not tied to one ICCID: each new device that uses it gets the next available profile of the same batch.',
    },
  },

  schemes: { null: 'Null', A: 'Profile A', B: 'Profile B' },
  calculation: {
    ME: { label: 'Device (ME)', help: 'The modem conceals the identity.' },
    USIM: { label: 'Profile (USIM)', help: 'The eUICC does; not all can.' },
  },
  types: { Regular: 'Regular' },
  issuers: { any: 'The first address', NIST: 'NIST P-256', BRP: 'Brainpool P256r1' },
  confirmationModes: {
    none: { label: 'None', help: 'Whoever has the code can download.' },
    fixed: { label: 'Fixed', help: 'The same code for all profiles.' },
    random: { label: 'Random', help: 'Each profile gets its own; it stands in the result file.' },
  },

  network: {
    add: 'Add network',
    addTo: 'Add network to {list}',
    remove: 'Remove network {position} of {list}',
    plmn: 'Network {position} of {list}',
    access: 'Access technologies of network {position}',
    placeholder: 'MCC MNC',
    none: 'No network yet.',
    inputMethod: 'Input method of {list}',
    list: 'List',
    text: 'Text',
    textHelp:
      'One network a line: its digits, then its access technologies; without any, all four. Example: 23415 E-UTRAN NG-RAN',
    line: 'Line {line}: {text}',
    entry: '{value}: {text}',
    test: 'Test network',
    worldwide: 'International',
  },

  values: {
    none: 'None',
    never: 'Never expires',
    days: { one: '{count} day', other: '{count} days' },
    yes: 'Yes',
    no: 'No',
    off: 'Off',
    fixedStored: 'Fixed, stored encrypted',
    randomCode: 'Random for each profile',
  },
} as const
