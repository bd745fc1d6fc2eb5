import type { OutputOf } from '@simwright/contract'
import type * as search from '@simwright/contract/insight/search'
import type { Who } from '../../../http/call.ts'
import type { SearchServer as Server } from '../../../port/module.ts'
import { selectBatchesByName, selectConfigurationsByName, selectProfilesByPrefix } from './queries.ts'

type SearchResult = OutputOf<typeof search.query>

const RESULTS_MAX = 5
/** A number in a notation of prints. Fewer digits match too many subscribers to be useful. */
const NUMBER = /^\d{3,}F{0,2}$/i
const SIGNS = /[\s()/+-]/g
/** A file name is searched among this many of the newest batches. */
const NEWEST_BATCHES = 500

/** Searches only what the user may see. */
export async function findByText(server: Server, who: Who, text: string): Promise<SearchResult> {
  const { enterpriseId, permissions } = who
  const isNumber = NUMBER.test(text.replace(SIGNS, ''))
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const profiles =
      permissions.has('Fleet_View') && isNumber
        ? await selectProfilesByPrefix(db, { prefix: text.trim(), limit: RESULTS_MAX })
        : []
    const configurations = permissions.has('Profile_Config_View')
      ? await selectConfigurationsByName(db, { text, limit: RESULTS_MAX })
      : []
    const batches = permissions.has('Generate_AC_Log_View')
      ? await selectBatchesByName(db, { text, newest: NEWEST_BATCHES, limit: RESULTS_MAX })
      : []
    return {
      profiles: onePerProfile(profiles).slice(0, RESULTS_MAX),
      configurations,
      batches: batches.map(({ id, code, file_name }) => ({ id, code, fileName: file_name })),
    }
  })
}

/** A profile is returned once, even when both its ICCID and its IMSI match. */
function onePerProfile(found: SearchResult['profiles']): SearchResult['profiles'] {
  return [...new Map(found.toReversed().map((one) => [one.id, one])).values()].toReversed()
}
