import { HIDDEN_CODE } from '@simwright/contract'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { isGuarded } from '../../platform/approval/service.ts'
import type { Caller } from './authenticate.ts'

/**
 * An activation code as a program reads it: hidden where files with codes need the approval of a second person, because a
 * program could read all of them.
 */
export async function codeReader({ db }: Pick<Server, 'db'>, { who }: Pick<Caller, 'who'>) {
  const hides = await db.tenantRead(who.enterpriseId, (tenant) => isGuarded(tenant, 'EXPORT'))
  return { hides, shown: (code: string): string => (hides ? HIDDEN_CODE : code) }
}
