/** Home: quick generate, batch mode, the guide, the last seven days. */
export const homeTexts = {
  welcome: 'Welcome, {name}',
  text: 'One activation code in a minute, or a whole file at once.',
  textView: 'What happened in this enterprise account in the last seven days.',

  quick: {
    title: 'Quick generate',
    text: 'One profile with its activation code, at once.',
    configuration: 'Profile configuration',
    iccid: { label: 'ICCID', help: '18 to 20 digits as on the card; 19 as the configuration says.' },
    imsi: { label: 'IMSI', help: '15 digits.' },
    keys: 'Subscriber keys',
    own: 'Enter keys',
    make: 'Generate keys',
    madeText:
      'The portal generates random keys and stores them encrypted. Use them for tests: your network does not know them.',
    keyHelp: '{digits} hexadecimal digits.',
    operatorForm: 'Operator key type',
    operatorForms: { opc: 'OPc', op: 'OP', topc: 'TOPc', top: 'TOP' },
    enter: 'Enter {key}',
    package: {
      label: 'Profile package (UPP)',
      help: 'One file, up to 256 KiB: DER, hexadecimal or Base64. It must be for this ICCID and IMSI.',
      placeholder: 'Choose a file',
      tooLarge: 'Up to 256 KiB.',
    },
    more: 'More fields',
    fewer: 'Fewer fields',
    fields: {
      msisdn: { label: 'MSISDN', help: 'Up to 15 digits.' },
      confirmationCode: { label: 'Confirmation code', help: '4 to 8 digits; overrides the configuration.' },
      eid: { label: 'EID', help: '32 digits: only this device may download.' },
      impi: { label: 'IMPI', help: 'user@domain. Empty: derived from the IMSI.' },
      impu: { label: 'IMPU', help: 'SIP or tel URIs, separated by spaces. Empty: derived from the IMSI.' },
      c9: { label: 'Install parameters (C9)', help: 'Hexadecimal.' },
      pin1: { label: 'PIN1', help: '4 to 8 digits. Empty: random.' },
      puk1: { label: 'PUK1', help: '8 digits. Empty: random.' },
      pin2: { label: 'PIN2', help: '4 to 8 digits. Empty: random.' },
      puk2: { label: 'PUK2', help: '8 digits. Empty: random.' },
      adm1: { label: 'ADM1', help: '8 digits. Empty: random.' },
      smsp: { label: 'SMSP number', help: 'Up to 15 digits.' },
      profileName: { label: 'Profile name', help: 'Up to 64 characters.' },
      spn: { label: 'Service provider name (SPN)', help: 'Up to 32 characters.' },
      pnn: { label: 'Network name (PNN)', help: 'Up to 32 characters.' },
      hplmnList: { label: 'HPLMN', help: 'MCC and MNC together, separated by spaces.' },
      ehplmnList: { label: 'EHPLMN', help: 'As HPLMN.' },
      oplmnList: { label: 'OPLMN', help: 'As HPLMN.' },
      fplmnList: { label: 'FPLMN', help: 'As HPLMN.' },
      gid1: { label: 'GID1', help: 'Hexadecimal, up to 20 bytes.' },
      gid2: { label: 'GID2', help: 'Hexadecimal, up to 20 bytes.' },
      ara: { label: 'Access rule (ARA)', help: 'SHA-1 or SHA-256 of the certificate of the only app.' },
      expireTime: {
        label: 'Expire time',
        help: 'yyyy-MM-dd HH:mm:ss in UTC. The code expires; with a Recycle applet, the profile is recycled.',
      },
      group: { label: 'Group', help: 'Group name. A new group is created if it does not exist.' },
      notes: { label: 'Notes', help: 'Up to 500 characters.' },
    },
    replaced: {
      empty: 'Empty: {value}, from the configuration.',
      emptyNone: 'Empty: none, as in the configuration.',
      own: 'Overrides {value} of the configuration.',
      ownNone: 'The configuration has none.',
      more: '{shown} and {more} more',
      /** Of more than one. */
      rules: '{count} rules',
    },
    submit: 'Generate AC',
    noneText: 'Create a profile configuration first. After that, generating a code takes a minute.',
    noneTextView: 'Ask a member who can edit profile configurations to create one.',
    incomplete: 'Complete the configuration',
  },

  result: {
    title: 'The activation code is ready',
    text: 'Scan it with the phone, or share it.',
    code: 'Activation code',
    iccid: 'ICCID',
    batch: 'Batch',
    link: 'Public page',
    png: 'PNG',
    downloadPng: 'Download the QR code as PNG',
    send: 'Send by e-mail',
    open: 'Open profile',
    another: 'Generate another',
    values: {
      title: 'Values of the profile',
      own: 'Entered',
      configured: 'Configuration',
      none: '–',
    },
    confirmation: 'The phone asks for the confirmation code {code}.',
    confirmationAsked: 'The phone asks for the confirmation code of this profile.',
    confirmationFile: 'It is in the result file',
  },

  batch: {
    title: 'Batch mode',
    text: 'Upload a CSV file of up to {records} profiles, plain or PGP-encrypted. You see every error before anything is generated.',
    open: 'Generate from a file',
  },

  learn: {
    title: 'Learn more',
    quickStart: 'Quick start',
    guide: 'Guide',
    developers: 'Developer docs',
    plans: 'Plan comparison',
    feedback: 'Give feedback',
  },

  guide: {
    title: 'From data to a working eSIM',
    progress: '{done} of {total} done',
    hide: 'Hide',
    done: 'done',
    steps: {
      configuration: {
        title: 'Create a profile configuration',
        text: 'Networks, names and download rules.',
        link: 'New configuration',
      },
      generated: {
        title: 'Import a profile and generate an eSIM AC',
        text: 'One by hand here, or a whole file at once.',
        link: 'Generate AC',
      },
      downloaded: { title: 'Download and use the AC', text: 'Scan the QR code with the phone.', link: 'Find a code' },
      managed: {
        title: 'Manage the eSIM lifecycle',
        text: 'Enabled, disabled, deleted: each step shows here.',
        link: 'Open Fleet',
      },
    },
  },

  failures: {
    title: 'Failed downloads',
    span: 'Last 7 days, newest first.',
    none: 'No download failed in the last 7 days.',
    all: 'All in the log',
    causes: 'Cause: {cause}',
  },

  plan: { title: 'Plan {plan}', open: 'Subscription' },

  next: {
    title: 'Next steps',
    frozen: { text: 'Your plan has ended, and parts of your data are frozen.', link: 'Choose a plan' },
    trial: {
      text: { one: 'Your free trial ends in {count} day.', other: 'Your free trial ends in {count} days.' },
      link: 'Choose a plan',
    },
    downloads: {
      text: {
        one: 'Your plan has {count} download left.',
        other: 'Your plan has {count} downloads left.',
      },
      link: 'Compare plans',
    },
    configurations: { text: 'You have as many profile configurations as your plan allows.', link: 'Compare plans' },
    members: { text: 'You are the only member. Invite colleagues, and give each a role.', link: 'Invite members' },
  },

  week: {
    downloads: 'New downloads',
    codes: 'New AC',
    span: 'Last 7 days.',
    downloadsName: 'Downloads',
    codesName: 'Activation codes',
  },
} as const
