/** Admin: what is held since the database was restored. */
export const heldTexts = {
  title: 'The database was restored: what the portal sends by itself is held',
  text: 'It is as it was on {rowsOf}. Much of what waits may have been sent after that time: compare with the mail server, the receivers of webhooks and Stripe before you release it.',
  counts: {
    mails: 'E-mails from before the restore',
    webhooks: 'Webhooks',
    operatorNotifications: 'Notifications of operators',
    charges: 'Charges of saved cards',
  },
  also: 'Reports and e-mails about notifications wait, too. E-mails that people ask for now, such as a link to reset a password, are sent.',
  release: 'Release',
  ask: {
    title: 'Release what is held?',
    text: 'E-mails, webhooks, notifications of operators, reports and charges that wait are sent now. Webhooks have the same webhook-id as before the restore, so receivers can recognize those that they already got.',
  },
  released: 'What was held is being sent',
  guide: 'Guide',
} as const
