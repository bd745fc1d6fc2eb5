import { fromHex } from '@simwright/asn1'
import type { ProfileElement } from '../codec/profile-element.ts'
import { encodeAccessIdentities, encodeRoutingIndicator, encodeSuciCalculation } from '../ef/five-gs.ts'
import { encodeLocation } from '../ef/network.ts'
import { described, directory, filled, sized } from './file-step.ts'
import type { FiveGConfig } from './five-g-config.ts'
import { nameFiles5g } from './network-name-file.ts'
import type { UsimConfig } from './usim-element.ts'
import { type Heading, usimPins } from './usim-element.ts'

/** Protection schemes by their name in the configuration. */
const scheme = { null: 'null', A: 'profile-a', B: 'profile-b' } as const

/**
 * DF.5GS and, if the USIM calculates the SUCI itself, DF.SAIP. Without 5G settings there are none. SUCI information is
 * in EF.SUCI_Calc_Info if the device calculates the SUCI (TS 31.102, 4.4.11.8).
 */
export function fiveGElements(
  config: UsimConfig,
  headings: { df5gs: () => Heading; dfSaip: () => Heading },
): ProfileElement[] {
  const { fiveG } = config
  if (fiveG === undefined) return []
  const suci = suciContent(fiveG)
  const byDevice = fiveG.suciCalculation === 'ME'
  const { multimediaPriority = false, missionCritical = false } = fiveG.accessIdentities ?? {}
  const identities = encodeAccessIdentities({ multimediaPriority, missionCritical })
  const elements: ProfileElement[] = [
    {
      kind: 'df-5gs',
      value: {
        ...headings.df5gs(),
        'df-df-5gs': directory(usimPins),
        'ef-5gs3gpploci': config.rplmn === undefined ? described() : filled(encodeLocation('fiveGsLoci', config.rplmn)),
        'ef-5gsn3gpploci': described(),
        'ef-5gs3gppnsc': described(),
        'ef-5gsn3gppnsc': described(),
        'ef-5gauthkeys': filled(new Uint8Array(110).fill(0xff)),
        'ef-uac-aic': filled(identities),
        ...(byDevice ? { 'ef-suci-calc-info': sized(suci, -1) } : {}),
        ...nameFiles5g(config),
        'ef-routing-indicator': filled(encodeRoutingIndicator(fiveG.routingIndicator)),
      },
    },
  ]
  if (byDevice) return elements
  const value = { ...headings.dfSaip(), 'df-df-saip': directory(usimPins), 'ef-suci-calc-info-usim': sized(suci, -1) }
  return [...elements, { kind: 'df-saip', value }]
}

/** Content of EF.SUCI_Calc_Info for the configured protection scheme. The null scheme has no key. */
function suciContent(fiveG: FiveGConfig): Uint8Array {
  const name = scheme[fiveG.protectionScheme]
  if (name === 'null') return encodeSuciCalculation({ schemes: ['null'], keys: [] })
  const publicKey = fromHex(fiveG.homeNetworkPublicKey ?? '')
  return encodeSuciCalculation({
    schemes: [name],
    keys: [{ id: fiveG.homeNetworkPublicKeyId ?? 0, publicKey, scheme: name }],
  })
}
