/** The sign-in page, without the labels of its fields. Keep it small, because every visitor loads it. */
export const signInTexts = {
  forgot: {
    link: 'Forgot password?',
    title: 'Set a new password',
    text: 'Enter your e-mail address. We send you a link that is valid for 30 minutes.',
    submit: 'Send link',
    back: 'Back to sign in',
    sentTitle: 'Check your inbox',
    sentText: 'If {email} has an account, a link to set a new password is on its way.',
  },

  secondStep: {
    title: 'Confirm your identity',
    appText: 'Enter the code that your authenticator app shows.',
    recoveryText: 'Enter one of your recovery codes. It works once.',
    code: 'Code',
    recoveryCode: 'Recovery code',
    submit: 'Sign in',
    givePasskey: 'Use a passkey',
    byApp: 'Use a code from the authenticator app',
    byRecovery: 'Use a recovery code',
    startAgain: 'Start over',
  },

  slowed: {
    left: {
      one: 'Too many attempts. Try again in {count} second.',
      other: 'Too many attempts. Try again in {count} seconds.',
    },
    over: 'You can try again now.',
  },

  passkeySignIn: {
    or: 'or',
    button: 'Sign in with a passkey',
    failed: 'The browser did not provide a passkey. Try again, or sign in with your password.',
  },
} as const
