/**
 * What the specification names and Simwright does not have yet, by the list that it is in. No screen offers these, and no
 * message names them. Stored values stay valid. A feature takes its names off when it is built; the file goes with the last.
 */
export const unbuilt = {
  planFeatures: ['OPEN_API', 'WEBHOOK'],
  planLimits: ['apiCallsASecond'],
  planTypes: ['Private_LTE', 'Conformance_Test', 'Advanced', 'UPP'],
  roles: ['Developer'],
  menus: ['Report', 'Developer_View'],
  batchTypes: ['OPEN_BATCH_GENERATE'],
  /** Orders come from the portal only, which releases them at once (ES2+ would reserve and confirm them). */
  orderStates: ['Allocated', 'Linked', 'Confirmed'],
  /** There is one type of configuration, so it filters nothing. */
  fleetFields: ['type'],
  sourceColumns: ['TOPC', 'IMPI', 'IMPU', 'C9'],
  bipServices: ['self'],
} as const satisfies Record<string, readonly string[]>

/** Those of a list that are built, in its order. */
export function built<Name extends string>(list: keyof typeof unbuilt, names: readonly Name[]): Name[] {
  const hidden: readonly string[] = unbuilt[list]
  return names.filter((name) => !hidden.includes(name))
}
