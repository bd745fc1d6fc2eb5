export const frameTexts = {
  account: '{initials}, your account',
  signOut: 'Sign out',
  goTo: 'Go to…',
  goToLabel: 'Go to a page',
  goToNone: 'No page of this name',
} as const
