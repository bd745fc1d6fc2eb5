import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as delivery from '@simwright/contract/provisioning/delivery'
import type { Who } from '../../../http/call.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { activationCode, codeHost } from '../../profiles/fleet/service.ts'
import { selectEntry, selectInspected } from './inspect-queries.ts'

const nothing = { profile: null, campaign: null }

/**
 * Finds the profile or campaign of a code. The answer for another enterprise's code is the same as for an unknown code.
 */
export async function inspectCode(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof delivery.inspect>,
): Promise<OutputOf<typeof delivery.inspect>> {
  const entry = await selectEntry(server.db.global, input)
  if (entry?.enterprise_id !== who.enterpriseId) return nothing
  const found = await server.db.tenantRead(who.enterpriseId, (db) => selectInspected(db, entry.activation_code_id))
  if (!found) return nothing
  const code = activationCode(codeHost(server, who, found), found.matching_id, found.confirmation_needed)
  if (found.campaign_id !== null) {
    return { profile: null, campaign: { id: found.campaign_id, name: found.campaign_name ?? '', activationCode: code } }
  }
  if (found.profile_id === null) return nothing
  const isOld = found.current_code_id !== found.id
  return {
    profile: {
      id: found.profile_id,
      iccid: found.iccid ?? '',
      status: found.status as never,
      spn: found.spn ?? '',
      configurationName: found.configuration_name ?? '',
      activationCode: code,
      code:
        isOld || found.state === 'DEAD'
          ? 'OLD'
          : found.state === 'LIVE' && !isExpired(server, found)
            ? 'LIVE'
            : 'EXPIRED',
      expiresAt: found.expires_at?.toISOString() ?? null,
    },
    campaign: null,
  }
}

const isExpired = ({ clock }: Pick<Server, 'clock'>, { expires_at: at }: { expires_at: Date | null }) =>
  at !== null && at <= clock.now()
