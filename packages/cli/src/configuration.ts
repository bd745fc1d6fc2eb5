import type { SimwrightClient } from '@simwright/client'
import { CommandError, EXIT } from './exit-code.ts'

/** The configuration with a name or id. @throws CommandError */
export async function findConfiguration(
  client: SimwrightClient,
  wanted: string,
): Promise<{ id: string; name: string }> {
  for await (const row of client.items('/configuration/list', { filter: isId(wanted) ? {} : { name: wanted } }))
    if (row.id === wanted || row.name.toLowerCase() === wanted.toLowerCase()) return row
  throw new CommandError(`No profile configuration is called "${wanted}".`, EXIT.refused)
}

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
