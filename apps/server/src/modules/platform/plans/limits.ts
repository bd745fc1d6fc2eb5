import type { PlanLimits } from '@simwright/contract/platform/plan'
import type { PlanRecord } from './queries.ts'

/** The limits of a plan as the contract names them. `downloads` is the order's, if there is one. */
export function limitsOf(record: PlanRecord & { downloads: number | null }): PlanLimits {
  return {
    downloads: record.downloads,
    configurations: record.configurations,
    configurationTypes: record.configuration_types,
    oplmn: record.oplmn,
    fplmn: record.fplmn,
    redownloadsAMonth: record.redownloads_a_month,
    downloadAttempts: record.download_attempts,
    members: record.members,
    features: record.features,
    apiCallsASecond: record.api_calls_a_second,
    iccids: record.iccids,
    rules: record.rules,
  }
}
