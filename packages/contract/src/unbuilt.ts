/**
 * Names of the specification that are not implemented yet, by list. No screen offers them and no message names them.
 * Stored values remain valid. A feature removes its names when it is built.
 */
export const unbuilt = {
  /** Only the portal creates orders, and releases them at once (ES2+ would reserve and confirm them). */
  orderStates: ['Allocated', 'Linked', 'Confirmed'],
} as const satisfies Record<string, readonly string[]>

/** Those of the names of a list that are built. */
export type Built<List extends keyof typeof unbuilt, Name> = Exclude<Name, (typeof unbuilt)[List][number]>

/** The names of a list that are built, in its order. */
export function built<List extends keyof typeof unbuilt, Name extends string>(
  list: List,
  names: readonly Name[],
): Built<List, Name>[] {
  const hidden: readonly string[] = unbuilt[list]
  return names.filter((name): name is Built<List, Name> => !hidden.includes(name))
}
