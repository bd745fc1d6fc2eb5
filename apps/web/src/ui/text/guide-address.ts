/** The address of a page of the guide (`docs/guide`), which cannot read the chosen scheme: the address has it. */
export const guideAddress = (page: string | undefined, scheme: 'light' | 'dark'): string =>
  `${page === undefined ? '/docs' : `/docs/${page}`}?theme=${scheme}`
