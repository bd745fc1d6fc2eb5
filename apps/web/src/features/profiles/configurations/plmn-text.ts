/** Formats one network per line. */
export const formatPlmns = (plmns: readonly string[]): string => plmns.join('\n')

/**
 * Reads networks between spaces, commas, semicolons, tabs or line breaks, also in the notation `234-15`. Invalid ones are
 * retained, so that the contract's schema refuses them.
 */
export const readPlmns = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace('-', ''))
