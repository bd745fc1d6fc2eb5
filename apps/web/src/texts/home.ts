/** Home: quick generate, batch mode, the guide, the last seven days. */
export const homeTexts = {
  welcome: 'Welcome, {name}',
  text: 'One activation code in a minute, or a whole file at once.',
  textView: 'What happened in this enterprise account in the last seven days.',

  quick: {
    title: 'Quick generate',
    text: 'One profile with its activation code, at once.',
    configuration: 'Profile configuration',
    iccid: { label: 'ICCID', help: '19 or 20 digits. A missing check digit is added.' },
    imsi: { label: 'IMSI', help: '15 digits.' },
    keys: 'Subscriber keys',
    own: 'Enter keys',
    make: 'Generate keys',
    madeText:
      'The portal generates random keys and stores them encrypted. Use them for tests: your network does not know them.',
    keyHelp: '{digits} hexadecimal digits.',
    operatorForm: 'Form of the operator key',
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
      impu: { label: 'IMPU', help: 'SIP or tel URIs with spaces between them. Empty: derived from the IMSI.' },
      c9: { label: 'Install parameters (C9)', help: 'Hexadecimal; replaces those of the configuration.' },
      pin1: { label: 'PIN1', help: '4 to 8 digits. Empty: random.' },
      puk1: { label: 'PUK1', help: '8 digits. Empty: random.' },
      pin2: { label: 'PIN2', help: '4 to 8 digits. Empty: random.' },
      puk2: { label: 'PUK2', help: '8 digits. Empty: random.' },
      adm1: { label: 'ADM1', help: '8 digits. Empty: random.' },
      smsp: { label: 'SMSP number', help: 'Up to 15 digits; overrides the configuration.' },
      expireTime: {
        label: 'Expire time',
        help: 'yyyy-MM-dd HH:mm:ss in UTC. The code expires; with a Recycle applet, the profile is recycled.',
      },
      group: { label: 'Group', help: 'Its name. A missing group is created.' },
      notes: { label: 'Notes', help: 'Up to 500 characters.' },
    },
    submit: 'Generate AC',
    noneTitle: 'Create a profile configuration first',
    noneText: 'It says what is in a profile. After that, a code takes a minute.',
    noneTextView: 'Ask a member with the permission for profile configurations to create one.',
    add: 'New configuration',
    incomplete: 'Complete the configuration',
  },

  result: {
    title: 'The activation code is ready',
    text: 'Scan it with the phone, or pass it on.',
    code: 'Activation code',
    iccid: 'ICCID',
    batch: 'Batch',
    open: 'Open the profile',
    another: 'Generate another',
    confirmation: 'The phone asks for the confirmation code {code}.',
    confirmationAsked: 'The phone asks for the confirmation code of this profile.',
    confirmationFile: 'It is in the result file',
    testIssuer: 'Only test devices that trust the certificate issuer of this SM-DP+ can download it.',
  },

  batch: {
    title: 'Batch mode',
    text: 'Upload a CSV file of up to {records} profiles, plain or PGP-encrypted. You see every error before anything is generated.',
    open: 'Generate from a file',
  },

  guide: {
    title: 'From data to a working eSIM',
    progress: '{done} of {total} done',
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

  week: {
    downloads: 'New downloads',
    codes: 'New AC',
    span: 'Last 7 days.',
    downloadsName: 'Downloads',
    codesName: 'Activation codes',
  },
} as const
