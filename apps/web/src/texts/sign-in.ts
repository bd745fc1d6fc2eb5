/** The sign-in page, and what the pages before the sign-in share. Keep it small, because every visitor loads it. */
export const signInTexts = {
  panel: {
    headline: 'From a subscriber file to a working eSIM.',
    text: '{appName} turns your subscriber data into activation codes, delivers the downloads and shows you what every device did with them.',
    facts: [
      'PGP-encrypted import, checked cell by cell',
      'Activation codes served by its own SM-DP+ (SGP.22)',
      'Every download, installation and error on one timeline',
    ],
  },

  email: 'E-mail',
  password: 'Password',

  login: {
    title: 'Sign in to {appName}',
    submit: 'Sign in',
    newHere: 'New to {appName}?',
    signUp: 'Create an account',
    reasons: {
      missing: 'Sign in to continue.',
      expired: 'Your session has expired. Sign in again.',
      ended: 'Your session was ended elsewhere. Sign in again.',
      idle: 'You were signed out after 2 hours without activity.',
    },
    resend: 'Resend activation e-mail',
    resent: 'The activation e-mail is on its way to {email}.',
  },

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

  providers: {
    continueWith: 'Continue with {name}',
    sso: 'Single sign-on',
    or: 'or',
  },

  /** The names of the platform's own texts. */
  legal: { TERMS: 'Terms', PRIVACY: 'Privacy' },
} as const
