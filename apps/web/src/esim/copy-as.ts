/** An activation code as it stands in a shell, a URL or a program. */
export const copyForms = {
  shell: (code: string) => `'${code.replaceAll("'", `'\\''`)}'`,
  url: (code: string) => encodeURIComponent(code),
  json: (code: string) => JSON.stringify(code),
} as const

export type CopyForm = keyof typeof copyForms
