/** Quotes an activation code for a shell, a URL or JSON. */
export const copyForms = {
  shell: (code: string) => `'${code.replaceAll("'", `'\\''`)}'`,
  url: (code: string) => encodeURIComponent(code),
  json: (code: string) => JSON.stringify(code),
} as const

export type CopyForm = keyof typeof copyForms
