export const invitationTexts = {
  working: 'Loading your invitation',
  title: 'Join {enterprise}',
  text: '{person} invited {email} to work together in {appName}.',
  textRole: '{person} invited {email} to work together in {appName}, as {role}.',
  join: 'Join {enterprise}',
  failedTitle: 'Your invitation',
  goneTitle: 'This invitation is no longer valid',
  goneText:
    'An invitation is valid for 7 days and works once. Ask the person who invited you for a new one. If you have already joined, sign in.',
  joinedTitle: 'You have joined {enterprise}',
  joinedText: 'Sign in as {email} to get started.',
  joinedTextSignedIn: 'Sign in as {email} to get started. If that is you, switch to it in the header.',
  signIn: 'Sign in',
  stay: 'Stay signed in',
  toPortal: 'Go to the portal',
} as const
