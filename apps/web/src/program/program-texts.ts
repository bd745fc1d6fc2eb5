export const programTexts = {
  open: 'Show as code',
  title: 'As code',
  language: 'Language',
  languages: { curl: 'curl', typescript: 'TypeScript', cli: 'Command line' },
  signIn: 'Sign in first: {command}. Replace what is in < >.',
  key: 'Put an API key into the variable SIMWRIGHT_KEY, and replace what is in < >.',
} as const
