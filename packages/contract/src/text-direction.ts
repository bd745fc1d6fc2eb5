/** Embeddings, overrides and isolates of the text direction (Unicode, UAX 9): `gpj.exe` could be shown as `exe.jpg`. */
const CHANGES = /[\u202A-\u202E\u2066-\u2069]/gu

/** Whether the text has characters that change the direction of what is shown after them. */
export const changesDirection = (text: string): boolean => text.search(CHANGES) >= 0

/** The text without these characters, for names that are given by a file or another system. */
export const withoutDirectionChanges = (text: string): string => text.replace(CHANGES, '')
