/** A suspended enterprise account: what its members see next to the controls that do nothing. */
export const suspensionTexts = {
  withheld: 'Not possible while the enterprise account is suspended.',
} as const
