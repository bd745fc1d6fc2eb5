import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { configurationTexts } from '../texts/configuration.ts'

type Checked = Pick<ConfigurationFields, 'serviceProviderName'> & {
  hplmn: readonly unknown[]
  confirmationCode?: { mode: string }
}

/** What a configuration still needs before codes can be generated with it (specification, section 5), in words. */
export function missingFields({ serviceProviderName, hplmn, confirmationCode }: Checked, codeSet = true): string[] {
  const { needed } = configurationTexts
  return [
    ...(serviceProviderName.trim() === '' ? [needed.serviceProviderName] : []),
    ...(hplmn.length === 0 ? [needed.hplmn] : []),
    ...(confirmationCode?.mode === 'fixed' && !codeSet ? [needed.confirmationCode] : []),
  ]
}
