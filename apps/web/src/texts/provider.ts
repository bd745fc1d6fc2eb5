/** Sign-in with identity providers. */
export const providerTexts = {
  ssoFind: {
    title: 'Single sign-on',
    text: 'Enter your work e-mail address. You continue on the sign-in page of your enterprise.',
    submit: 'Continue',
    back: 'Back to sign in',
  },

  returning: { title: 'Signing you in', text: 'This takes a moment.' },

  register: {
    title: 'Complete your account',
    text: '{provider} has verified {email}. Add the remaining details to create your account.',
    submit: 'Continue',
    surveySubmit: 'Create account',
    steps: { account: 'Account', survey: 'About you' },
  },

  accept: {
    title: 'Before you start',
    text: 'This is your first sign-in as {email}.',
    submit: 'Continue',
  },

  link: {
    title: 'You already have an account',
    text: '{email} has a {appName} account. Confirm that it is yours to sign in with {provider} from now on.',
    submit: 'Link and sign in',
    byCode: 'Send a code to {email} instead',
    byPassword: 'Use the password instead',
  },

  prove: {
    title: 'Confirm your e-mail address',
    text: '{provider} has not verified {email}. We send you a code to confirm that the address is yours.',
    linkTitle: 'Check your inbox',
    linkText: 'Enter the code that we sent to {email}.',
    send: 'Send a code',
    code: 'Code',
    submit: 'Confirm',
    again: 'Resend code',
    sent: 'A code is on its way to {email}.',
    mailbox: 'No mail server is set up here: the code is in the development mailbox.',
  },

  signError: {
    reasons: {
      oauth_gone: 'This sign-in was started too long ago, or in another browser. Start again.',
      oauth_denied: 'The sign-in was canceled at the provider. Nothing was changed.',
      oauth_refused: "The provider's response could not be verified, so nothing was changed. Try again.",
      oauth_unreachable: 'The provider could not be reached. Try again in a moment, or sign in with your password.',
      oauth_no_email:
        'The provider did not share your e-mail address. Allow it to share the address, then try again. For single sign-on, ask who runs the provider to add the claim email, or preferred_username or upn with an address of a verified domain.',
      oauth_unknown: 'This sign-in method does not exist, or is turned off.',
      account_inactive: 'Your account is deactivated. Ask the owner of your enterprise account.',
      no_enterprise: 'You are not a member of an enterprise account.',
      sso_only: 'Your enterprise account requires single sign-on. Choose it on the sign-in page.',
      sso_foreign_mail: 'Your address is not in a mail domain of this enterprise account. Ask its owner.',
      identity_taken: 'This identity is already linked to another account.',
    },
  },

  linked: {
    title: 'Linked accounts',
    text: 'Accounts of other providers that you can sign in with.',
    list: 'Linked accounts',
    none: 'No linked accounts yet',
    used: '{email} · used {ago}',
    link: 'Link {name}',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink {name}?',
    unlinkText: 'You can no longer sign in with {email}.',
    unlinked: '{name} was unlinked.',
    done: '{name} was linked.',
  },
} as const
