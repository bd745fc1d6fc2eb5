/** Imports an enterprise account's public key into GnuPG. */
export const importCommand = (keyFile: string) => `gpg --import ${keyFile}`

/** The fingerprint identifies the key, so GnuPG need not ask whether it is trusted. */
export const encryptCommand = (fingerprint: string, file: string) =>
  `gpg --encrypt --trust-model always --recipient ${fingerprint} ${file}`

/** The key ID as `gpg --import` prints it: the last 16 digits of the fingerprint. */
export const keyIdOf = (fingerprint: string) => fingerprint.slice(-16)
