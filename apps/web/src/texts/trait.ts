/** Tags and attributes in the forms that generate profiles. */
export const traitTexts = {
  tags: 'Tags',
  tagsHelp: 'Choose or type up to 20 names. A new one is created.',
  tagFault: '"{name}": {fault}',
  more: 'Tags and attributes',
  fewer: 'Fewer fields',
} as const
