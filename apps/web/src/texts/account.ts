import { signInTexts } from './sign-in.ts'

export const accountTexts = {
  email: signInTexts.email,
  password: signInTexts.password,
  confirmPassword: 'Confirm password',
  firstName: 'First name',
  lastName: 'Last name',
  companyName: 'Company name',
  confirmMismatch: 'Confirm password is not the same as the new password.',

  invitation: 'Invitation code',
  invitationField: {
    show: 'I have an invitation code',
    help: 'Optional. Case, spaces and hyphens do not matter.',
    plan: {
      one: 'Your account starts with {count} day of the plan {plan}.',
      other: 'Your account starts with {count} days of the plan {plan}.',
    },
    trial: { one: 'Your free trial lasts {count} day.', other: 'Your free trial lasts {count} days.' },
    valid: 'This code is valid.',
  },

  signUp: {
    title: 'Create your account',
    text: 'It takes a minute. No card required.',
    progress: 'Sign-up steps',
    steps: { account: 'Account', survey: 'About you', activate: 'Activate' },
    next: 'Continue',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    surveyTitle: 'What will you use it for?',
    surveyText: 'Five short questions help us improve the portal. You can skip them.',
    industry: 'Industry',
    role: 'Your role',
    monthlyDownloads: 'Expected monthly downloads',
    heard: 'How did you hear about us?',
    canProvide: 'Can you provide profile info or ACs?',
    back: 'Back',
    skip: 'Skip',
    submit: 'Create account',
  },

  sent: {
    title: 'Check your inbox',
    text: 'We sent a link to {email}. Open it within 24 hours to activate your account.',
    mailbox:
      'No mail server is set up here. The message is in the development mailbox, whose address was printed in the terminal when the server started.',
    resend: 'Resend e-mail',
    resent: 'The e-mail was sent again.',
    wrong: 'Wrong address?',
    startAgain: 'Start over',
  },

  confirm: {
    linkText: 'One click, and your account is ready.',
    activate: 'Activate account',
    signedIn: 'Your account is active, and you are signed in.',
    doneTitle: 'Your account is active',
    doneText: 'You can now sign in as {email}.',
    invitation: {
      ACCEPTED: 'Your invitation was accepted, and its benefits are in your account.',
      UNKNOWN: 'The invitation that you used no longer exists, so your account starts without it.',
      STOPPED: 'The invitation that you used is no longer valid, so your account starts without it.',
      EXPIRED: 'The invitation that you used has expired, so your account starts without it.',
      USED_UP: 'The invitation that you used has no uses left, so your account starts without it.',
    },
    signIn: 'Sign in',
    failedTitle: 'This link no longer works',
    failedText: 'An activation link is valid for 24 hours and works once. Request a new one.',
    missingTitle: 'Activate your account',
    missingText: 'Open the link in the activation e-mail, or request a new one.',
    resend: 'Send a new link',
    active: 'Is your account already active?',
    resentTitle: 'Check your inbox',
    resentText: 'If {email} is waiting for activation, we sent a new link to it.',
  },

  signError: {
    title: 'Sign-in failed',
    text: 'The sign-in was canceled or refused. Try again, or sign in with your e-mail and password.',
    back: 'Back to sign in',
  },

  noPermission: {
    title: 'You do not have permission to view this page',
    text: 'Ask the owner of your enterprise account for a role that has access.',
    home: 'Go to Home',
    members: 'See who is an owner or admin',
    /** In the frame. */
    role: 'Your role in {enterprise} is {role}, which does not open {page}. An owner or admin of the enterprise account can give you another role.',
    staffOnly:
      'Your role in {enterprise} is {role}. {page} is only for the staff of the platform, who open it with another account.',
    membersOnly:
      'Your role is {role}, for the staff of the platform. {page} belongs to an enterprise account: open the client and sign in as the client.',
    staff: 'Your role is {role}, which does not open {page}. A platform admin can give you another role.',
    visit: 'A visit to {enterprise} does not open {page}. Its members open it with their own roles.',
    suspended:
      '{enterprise} is suspended, so your role {role} does not open {page} now. The staff of the platform can end the suspension.',
  },

  notFound: {
    title: 'This page does not exist',
    text: 'The address may be misspelled, or the page has moved.',
    /** In the frame. */
    role: 'A link that you received may be for another enterprise account or role: your role in {enterprise} is {role}.',
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
