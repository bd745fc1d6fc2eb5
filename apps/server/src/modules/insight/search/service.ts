import type { OutputOf } from '@simwright/contract'
import type * as search from '@simwright/contract/insight/search'
import type { Who } from '../../../http/call.ts'
import type { Server } from './port.ts'
import { selectBatchesNamed, selectConfigurationsNamed, selectProfilesBegunBy } from './queries.ts'

type Found = OutputOf<typeof search.query>

const SHOWN = 5
/** Fewer digits begin too many subscribers to help anyone. */
const DIGITS_MIN = 3
/** Among how many of the newest batches a file name is looked for. */
const NEWEST_BATCHES = 500

/** What the user may not see is not looked for. */
export async function findByText(server: Server, who: Who, text: string): Promise<Found> {
  const { enterpriseId, permissions } = who
  const digits = text.replace(/[\s-]/g, '')
  const isNumber = /^\d+$/.test(digits) && digits.length >= DIGITS_MIN
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const profiles =
      permissions.has('Fleet_View') && isNumber
        ? await selectProfilesBegunBy(db, enterpriseId, { prefix: digits, limit: SHOWN })
        : []
    const configurations = permissions.has('Profile_Config_View')
      ? await selectConfigurationsNamed(db, enterpriseId, { text, limit: SHOWN })
      : []
    const batches = permissions.has('Generate_AC_Log_View')
      ? await selectBatchesNamed(db, enterpriseId, { text, newest: NEWEST_BATCHES, limit: SHOWN })
      : []
    return {
      profiles: onePerProfile(profiles).slice(0, SHOWN),
      configurations,
      batches: batches.map(({ id, code, file_name }) => ({ id, code, fileName: file_name })),
    }
  })
}

/** A profile whose ICCID and IMSI begin alike is found once. */
function onePerProfile(found: Found['profiles']): Found['profiles'] {
  return [...new Map(found.toReversed().map((one) => [one.id, one])).values()].toReversed()
}
