import { z } from 'zod'

/** The maximum size of a profile package. */
export const PACKAGE_MAX_BYTES = 256 * 1024

/** The longest text of a package: hexadecimal, with a line break after each 32 digits. */
export const PACKAGE_TEXT_MAX = PACKAGE_MAX_BYTES * 2 + PACKAGE_MAX_BYTES / 16

/** What a longer package is refused with. */
export const PACKAGE_TOO_LONG = `Up to ${PACKAGE_MAX_BYTES / 1024} KiB.`

/** The whole profile package as hexadecimal or Base64. White space is ignored. */
export const PackageText = z.string().max(PACKAGE_TEXT_MAX, PACKAGE_TOO_LONG)
