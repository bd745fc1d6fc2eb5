import { type ConfigurationType, typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { ConfigurationValues } from './form-values.ts'

type ByType = Pick<ConfigurationValues, 'algorithm' | 'hplmn'>

/**
 * The values for another type: an algorithm or an access technology that it does not have would have no input. The
 * first allowed algorithm replaces the one that the type does not have. Fields that the type does not have do not change.
 */
export function valuesForType(type: ConfigurationType, { algorithm, hplmn }: ByType): ByType {
  const { algorithms, access: allowed } = typeFacts[type]
  const isAllowed = (technology: string) => allowed.some((one) => one === technology)
  return {
    algorithm: algorithms.includes(algorithm) ? algorithm : (algorithms[0] ?? algorithm),
    hplmn: allowed.length === 0 ? hplmn : hplmn.map(({ plmn, access }) => ({ plmn, access: access.filter(isAllowed) })),
  }
}
