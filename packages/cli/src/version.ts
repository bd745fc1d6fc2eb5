/** The version of the tarball (package.json). */
export const VERSION = '0.1.0'
