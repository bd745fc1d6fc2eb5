/** Names of tags, and texts by the words of attributes, of profiles that are generated. */
export type EnteredTraits = { tags: string[]; attributes: Record<string, string> }

export const noTraits: EnteredTraits = { tags: [], attributes: {} }

/** What is sent of them: that which is filled in. */
export function sentTraits({ tags, attributes }: EnteredTraits): Partial<EnteredTraits> {
  const values = Object.entries(attributes)
    .map(([word, text]) => [word, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return {
    ...(tags.length > 0 ? { tags } : {}),
    ...(values.length > 0 ? { attributes: Object.fromEntries(values) } : {}),
  }
}
