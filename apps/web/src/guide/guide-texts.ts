/** What the script of the guide says; the pages are in `docs/guide`. */
export const guideTexts = {
  copy: 'Copy',
  copied: 'Copied',
  toLight: 'Light theme',
  toDark: 'Dark theme',
  none: 'Nothing found',
  failed: 'The search could not be loaded. Reload the page.',
  referenceFailed: 'The reference could not be loaded. Reload the page.',
  found: { one: '1 result', other: '{count} results' },
} as const
