/** Names of the pages: side bar, browser title, headings. */
export const pageTexts = {
  home: 'Home',
  fleet: 'Fleet',
  generateAc: 'Generate AC',
  configurations: 'Profile configuration',
  configurationForm: 'Profile configuration form',
  dashboard: 'Dashboard',
  logs: 'Logs',
  login: 'Sign in',
  signUp: 'Sign up',
  signError: 'Sign-in failed',
  confirm: 'Activation',
  publicCode: 'eSIM',
  noPermission: 'No permission',
  notFound: 'Not found',

  groups: { profile: 'Profile', insight: 'Insight' },
} as const
