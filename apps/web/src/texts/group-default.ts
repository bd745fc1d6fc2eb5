/** What a group sets for new profiles, and for codes that are sent from it. */
export const groupDefaultTexts = {
  open: 'Defaults',
  title: 'Defaults of {name}',
  text: 'For profiles that are generated into the group, and codes that are sent from it, unless something else is chosen. Existing profiles do not change.',
  configuration: 'Profile configuration',
  recycleDays: 'Recycle after days',
  recycleDaysHelp: 'From 1 to 3,650 days after they are generated. Empty: not by time.',
  mailMessage: 'Text of e-mails',
  mailMessageHelp: 'For e-mails with codes that are sent without a text.',
  qrPreset: 'Style of QR codes',
  qrPresetHelp: 'In e-mails, files and on public pages. Empty: the standard style.',
  save: 'Save defaults',
  saved: 'Saved: defaults of {name}',
} as const
