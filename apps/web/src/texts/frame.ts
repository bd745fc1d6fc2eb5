export const frameTexts = {
  account: '{initials}, your account',
  signOut: 'Sign out',
  privacy: {
    switch: 'Privacy switch',
    text: 'Masks ICCID, IMSI, EID, MSISDN and codes',
    isOn: 'Privacy switch is on: identifiers are masked',
    turnOff: 'Turn the privacy switch off',
    turnOn: 'Turn the privacy switch on',
    covered: 'Covered by the privacy switch',
  },
  goTo: 'Go to…',
  goToLabel: 'Go to a page',
  goToNone: 'No page of this name',
} as const
