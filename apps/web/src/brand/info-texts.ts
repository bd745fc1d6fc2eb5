/** The frame of the public pages of prices, terms and privacy. */
export const infoTexts = {
  entry: 'Account',
  signIn: 'Sign in',
  signUp: 'Sign up',
  portal: 'Open the portal',
} as const
