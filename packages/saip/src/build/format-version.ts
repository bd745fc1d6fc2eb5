import type { ProfileConfig } from './profile-config.ts'

/** Version of the profile package format in the header of a package. */
export type FormatVersion = { readonly major: 2 | 3; readonly minor: number }

/**
 * The lowest version of the format that the contents of a package need, because an eUICC refuses a package of a later
 * version than its own. The configured version decides between the templates of version 2 and of version 3; of version 2,
 * the files of 5G came with 2.3 (TCA eUICC Profile Package, 8.1.3, annex A).
 */
export function neededVersion({
  saipVersion = '2.3',
  fiveG,
}: Pick<ProfileConfig, 'saipVersion' | 'fiveG'>): FormatVersion {
  if (saipVersion.startsWith('3.')) return { major: 3, minor: 1 }
  return { major: 2, minor: fiveG === undefined ? 1 : 3 }
}
