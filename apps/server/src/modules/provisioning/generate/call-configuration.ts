import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId } from '../../../db/row-id.ts'
import { fault } from '../../../http/input.ts'
import { defaultConfigurationOf } from '../../profiles/groups/service.ts'

type Named = { configurationId?: ConfigurationId | undefined; group?: string | undefined }

/** The configuration of a call, or the default of its group. @throws Problem `invalid` if there is none */
export async function configurationOf(db: TenantDb, { configurationId, group }: Named): Promise<ConfigurationId> {
  const name = group?.trim()
  const found = configurationId ?? (name ? await defaultConfigurationOf(db, name) : undefined)
  if (found !== undefined) return found
  const text = name ? 'Required: this group has no default configuration.' : 'Required'
  throw fault('configurationId', 'required', text)
}
