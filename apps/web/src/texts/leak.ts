/** Activation codes that may have leaked. */
export const leakTexts = {
  title: 'This code may have leaked',
  reasons: {
    CODE_DEVICES: '{value} devices tried it within {hours} hours.',
    CODE_NETWORKS: 'It was tried, or its page was opened, from {value} networks within {hours} hours.',
  },
  advice:
    'Replace the code: the old one stops working. If this is expected, say so, and nobody is notified of it again.',
  adviceInUse: 'A device has the profile, so nobody else can download it. If this is expected, say so.',
  replace: 'Replace the code',
  dismiss: 'This is fine',
  dismissed: 'The code is no longer suspected.',
  state: 'State',
  states: { SUSPECTED: 'Suspected', DISMISSED: 'Fine', REPLACED: 'Replaced' },
  columns: { iccid: 'Profile', reason: 'Reason', state: 'State', foundAt: 'Found', dismissedBy: 'Dismissed by' },
  emptyTitle: 'No code is suspected',
  emptyText: 'Codes that more devices or networks try than the thresholds in Notifications allow are listed here.',
  emptyButton: 'Thresholds',
} as const
