/** Which operations need the approval of a second person. */
export const approvalSectionTexts = {
  title: 'Approval by a second person',
  text: 'An operation that you tick becomes a request first. Another owner or admin approves it, and then it is done, however it was asked for: in the portal, by a key, a rule or a program.',
  operations: 'Operations that need approval',
  over: 'Without approval: {counts} a day',
  overHelp: '0: each time needs approval.',
  approvers: 'Who may approve',
  approversHelp:
    'Nobody chosen: all owners and admins, and others with the permission. Nobody approves their own requests.',
  expiry: 'A request expires after, in hours',
  window: 'Approved work starts after, in minutes',
  windowHelp: 'From 0 to 60. Until then it can be withdrawn.',
  withoutRoles:
    'Roles of members need no approval: one person can invite a second account, or give someone a role, and let it approve. Tick them, too.',
  note: 'To switch an operation off, raise a limit or change the other choices then needs approval, too.',
  save: 'Save approval',
  saved: 'Saved.',
  open: 'See the requests',
  stuck:
    'Nobody is left who could approve your requests. Make another member an owner or admin, or switch approval off: it ends 72 hours later, and all members are notified.',
  askOff: 'Switch off in 72 hours',
  offTitle: 'Switch approval off in 72 hours?',
  offText: 'All members are notified, and each who may change these settings can keep it on.',
  off: '{name} switches approval off at {time}, because nobody could approve.',
  keepOn: 'Keep it on',
} as const
