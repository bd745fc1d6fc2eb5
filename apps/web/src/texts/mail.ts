export const mailTexts = {
  purpose: 'What was sent in the last 30 days, what waits, and what mail servers refused.',
  columns: {
    createdAt: 'Time',
    kind: 'Mail',
    recipient: 'Recipient',
    platform: 'Platform',
    state: 'State',
    attempts: 'Attempts',
    refusal: 'Answer of the mail server',
  },
  states: { WAITING: 'Waiting', SENT: 'Sent', FAILED: 'Given up', KEPT: 'Kept' },
  nextAt: 'tried again {time}',
  search: 'Recipient, whole address',
  retry: 'Try again',
  retried: 'The mail waits to be sent again.',
  emptyTitle: 'No mail yet',
  emptyText: 'Mails show here as soon as somebody signs up or is invited.',
} as const
