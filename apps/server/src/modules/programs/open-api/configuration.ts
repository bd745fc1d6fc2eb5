import type * as openApi from '@simwright/contract/programs/open-api'
import type { SignedOutput } from '@simwright/contract/programs/signed-call'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { selectNames } from '../../profiles/configurations/service.ts'
import type { Signed } from './serve-signed.ts'

export async function listNames(
  server: Server,
  { input, who, scope }: Signed<typeof openApi.listConfigurations>,
): Promise<SignedOutput<typeof openApi.listConfigurations>> {
  const { configName: prefix = '', pageParam } = input
  const { pageNum, pageSize } = pageParam
  const page = { prefix, only: scope, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const { names, total } = await server.db.tenantRead(who.enterpriseId, (db) => selectNames(db, page))
  return { configs: names, pageParam: { pageNum, pageSize, total } }
}
