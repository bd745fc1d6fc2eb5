export const invitationTexts = {
  working: 'Reading your invitation',
  title: 'Join {enterprise}',
  text: '{person} invites {email} to work together in {appName}.',
  textRole: '{person} invites {email} to work together in {appName}, as {role}.',
  join: 'Join {enterprise}',
  failedTitle: 'Your invitation',
  goneTitle: 'This invitation is no longer valid',
  goneText:
    'An invitation is valid for 7 days and works once. Ask the person who invited you for a new one. If you have joined already, sign in.',
  joinedTitle: 'You are in {enterprise}',
  joinedText: 'Sign in as {email} to begin.',
  joinedTextSignedIn: 'Sign in as {email} to begin, or switch to it in the header if that is you.',
  signIn: 'Sign in',
  stay: 'Stay signed in as I am',
  toPortal: 'Go to the portal',
} as const
