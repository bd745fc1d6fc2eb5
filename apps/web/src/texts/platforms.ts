export const platformsTexts = {
  purpose: 'The brands that this installation speaks for, each with its name, look, hosts and mails.',
  emptyTitle: 'No platform yet',
  columns: {
    name: 'Name',
    sys: 'Short name',
    color: 'Theme colour',
    createdAt: 'Created',
  },
} as const
