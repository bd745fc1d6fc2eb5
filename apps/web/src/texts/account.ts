export const accountTexts = {
  panel: {
    headline: 'From a subscriber file to a working eSIM.',
    text: '{appName} turns your subscriber data into activation codes, serves the downloads and shows you what every device did with them.',
    facts: [
      'PGP-encrypted import, checked cell by cell',
      'Activation codes served by its own SM-DP+ (SGP.22)',
      'Every download, install and error on one timeline',
    ],
  },

  email: 'E-mail',
  password: 'Password',
  confirmPassword: 'Confirm password',
  firstName: 'First name',
  lastName: 'Last name',
  companyName: 'Company name',
  confirmMismatch: 'Confirm password is not the same as the new password.',

  login: {
    title: 'Sign in to {appName}',
    submit: 'Sign in',
    newHere: 'New to {appName}?',
    signUp: 'Create an account',
    reasons: {
      missing: 'Please sign in.',
      expired: 'Your session has expired. Please sign in again.',
      ended: 'Your session was ended elsewhere. Please sign in again.',
      idle: 'You were signed out after 2 hours without activity.',
    },
    resend: 'Send the activation e-mail again',
    resent: 'The activation e-mail is on its way to {email}.',
  },

  invitation: 'Invitation code',
  invitationField: {
    show: 'I have an invitation code',
    help: 'Optional. Case, spaces and hyphens do not matter.',
    plan: {
      one: 'Your account starts with the plan {plan} for {count} day.',
      other: 'Your account starts with the plan {plan} for {count} days.',
    },
    trial: { one: 'Your free trial lasts {count} day.', other: 'Your free trial lasts {count} days.' },
    valid: 'This code is valid.',
  },

  signUp: {
    title: 'Create your account',
    text: 'It takes a minute. No card is needed.',
    progress: 'Steps of the sign-up',
    steps: { account: 'Account', survey: 'About you', activate: 'Activate' },
    next: 'Continue',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    surveyTitle: 'What will you use it for?',
    surveyText: 'Five short questions help us to set the portal up for you. You can skip them.',
    industry: 'Industry',
    role: 'Your role',
    monthlyDownloads: 'Expected monthly downloads',
    heard: 'How did you hear of us?',
    canProvide: 'Can you provide profile info or ACs?',
    back: 'Back',
    skip: 'Skip',
    submit: 'Create account',
  },

  sent: {
    title: 'Check your mail',
    text: 'We have sent a link to {email}. Open it within 24 hours to activate your account.',
    mailbox:
      'No mail server is set up here. The message lies in the development mailbox, whose address was printed on the terminal when the server started.',
    resend: 'Send it again',
    resent: 'Sent again.',
    wrong: 'Wrong address?',
    startAgain: 'Start again',
  },

  confirm: {
    working: 'Activating your account',
    doneTitle: 'Your account is active',
    doneText: 'You can sign in now as {email}.',
    invitation: {
      ACCEPTED: 'Your invitation was accepted: what it gives is in your account.',
      UNKNOWN: 'The invitation of your sign-up does not exist any more, so your account begins without it.',
      STOPPED: 'The invitation of your sign-up is no longer valid, so your account begins without it.',
      EXPIRED: 'The invitation of your sign-up has expired, so your account begins without it.',
      USED_UP: 'The invitation of your sign-up was used up by others, so your account begins without it.',
    },
    signIn: 'Sign in',
    failedTitle: 'This link does not work any more',
    failedText: 'An activation link is valid for 24 hours and works once. Have a new one sent to your address.',
    missingTitle: 'Activate your account',
    missingText: 'Open the link in the activation e-mail, or have it sent again.',
    resend: 'Send a new link',
    active: 'Is your account active already?',
    resentTitle: 'Check your mail',
    resentText: 'If {email} waits for activation, we have sent a new link to it.',
  },

  signError: {
    title: 'Signing in did not work',
    text: 'The sign-in was canceled or refused. Try again, or sign in with your e-mail and password.',
    back: 'Back to sign in',
  },

  noPermission: {
    title: 'You have no permission for this page',
    text: 'Ask the owner of your enterprise account for a role with access to it.',
    home: 'Go to Home',
  },

  notFound: {
    title: 'This page does not exist',
    text: 'The address may be misspelled, or the page has moved.',
    home: 'Go to Home',
    signIn: 'Sign in',
  },

  passwordRules: {
    label: 'Password rules',
    length: '10 to {max} characters',
    upper: 'uppercase letter',
    lower: 'lowercase letter',
    digit: 'number',
    special: 'special character',
    met: 'met',
    open: 'not met yet',
  },
} as const
