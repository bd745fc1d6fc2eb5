export const frameTexts = {
  account: '{initials}, your account',
  signOut: 'Sign out',
  privacy: {
    text: 'Masks ICCID, IMSI, EID, MSISDN and codes',
    isOn: 'Privacy switch is on: identifiers are masked',
    turnOff: 'Turn the privacy switch off',
    turnOn: 'Turn the privacy switch on',
    covered: 'Hidden by the privacy switch',
  },
  groupLimit: {
    sign: { one: 'You see 1 group', other: 'You see {count} groups' },
    text: 'Lists, figures, exports and notifications show the profiles of your groups only. You see only your own batches, operations, files, shared views and reports.',
    groups: 'Your groups',
    none: 'The groups that you could see were deleted, so you see no profiles. Ask an owner or admin for access to others.',
    /** Of an empty list or page. */
    noneEmpty: {
      title: 'No profiles in your view',
      text: 'All groups that you could see were deleted. With access to other groups, you see their profiles here.',
    },
  },
  offline:
    'The portal cannot be reached, so what you see may be out of date. It is loaded again when the connection is back.',
  goTo: 'Go to…',
  /** In the name of a menu entry. */
  waitingApproval: '1 waits for you',
  waitingApprovals: '{shown} wait for you',
  openRequest: 'Open the request',
  palette: {
    label: 'Find pages, profiles and actions',
    placeholder: 'Page, action, ICCID, configuration, batch or guide',
    none: 'Nothing found',
    noneText: 'Type what you want to do, a name, or the first digits of an ICCID, IMSI or EID.',
    searching: 'Searching',
    found: { one: '{count} result', other: '{count} results' },
    groups: {
      object: 'Actions on {name}',
      recent: 'Recent',
      page: 'Pages',
      action: 'Actions',
      guide: 'Guide',
      profile: 'Profiles',
      configuration: 'Profile configurations',
      batch: 'Batches',
      group: 'Groups',
      campaign: 'Campaigns',
    },
    begins: { iccid: 'ICCID', imsi: 'IMSI {value}', eid: 'EID {value}', msisdn: 'MSISDN {value}' },
    /** Actions on the object that the page shows. */
    object: {
      link: 'Public link',
      send: 'Send by e-mail',
      block: 'Block device',
      edit: 'Edit',
      generate: 'Generate AC',
    },
    actions: {
      pinWords: 'menu favorite bookmark',
      privacyWords: 'mask hide screen sharing',
      themeWords: 'mode scheme appearance color',
      signOutWords: 'log out logout exit',
      shortcuts: 'Show keyboard shortcuts',
      light: 'Use the light theme',
      dark: 'Use the dark theme',
      help: 'Help for this page',
      tour: 'Take the tour',
      feedback: 'Give feedback',
      signOut: 'Sign out',
    },
  },
} as const

/** A visit of platform staff to a client. */
export const visitTexts = {
  strip: 'You are visiting {name}, read-only, until {time}.',
  end: 'End visit',
  covered: 'Hidden during a visit',
} as const
