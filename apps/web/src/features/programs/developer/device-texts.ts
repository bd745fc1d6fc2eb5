export const deviceTexts = {
  purpose: 'Approve the sign-in of the command line on one of your machines.',
  codeTitle: 'Enter the code',
  codeText: 'The command simwright login --device shows it. Enter only a code that you requested yourself.',
  code: 'Code',
  next: 'Continue',
  approveTitle: 'Approve the sign-in',
  approveText:
    'The machine gets a personal API key, which acts for you. Its secret is generated on that machine, and the portal does not store it. Refuse if you did not start the sign-in.',
  machine: 'Machine',
  address: 'Request comes from',
  expires: 'Code valid until',
  scopesHelp: 'The machine asks for these. Remove those that it does not need.',
  missing: 'It also asks for scopes that it cannot get, because you do not have them: {names}.',
  approve: 'Approve',
  refuse: 'Refuse',
  approved: '"{name}" is signed in. You can close this page.',
  refused: 'The sign-in of "{name}" is refused.',
} as const
