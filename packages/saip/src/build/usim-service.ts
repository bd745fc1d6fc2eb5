import { type UsimService, usimServices } from '../ef/service-table.ts'
import { networkNames } from './network-name-file.ts'
import type { UsimConfig } from './usim-config.ts'

/** The numbers of the services of EF.UST whose files the package has (TS 31.102, 4.2.8). */
export function usedServices(config: UsimConfig): number[] {
  const given = (list: readonly unknown[] | string | undefined) => (list ?? []).length > 0
  const { fiveG } = config
  const names = networkNames(config)
  const services: Record<UsimService, boolean> = {
    'fixed dialling numbers': true,
    'short messages': true,
    'short message parameters': true,
    'group identifier 1': given(config.gid1),
    'group identifier 2': given(config.gid2),
    'service provider name': given(config.serviceProviderName),
    'user controlled networks': given(config.plmn),
    MSISDN: true,
    'GSM access': true,
    'data download by SMS-PP': true,
    'always available': true,
    'enabled services table': true,
    'GSM security context': true,
    'operator controlled networks': given(config.oplmn),
    'home networks': given(config.hplmn),
    'network names': names.names.length > 0,
    'operator network list': names.uses.length > 0,
    'equivalent home networks': given(config.ehplmn),
    'EPS mobility management': true,
    '5GS mobility management': fiveG !== undefined,
    '5G security parameters': fiveG !== undefined,
    'SUCI by the device': fiveG !== undefined,
    'SUCI by the USIM': fiveG?.suciCalculation === 'USIM',
    'access identities': fiveG !== undefined,
  }
  return (Object.keys(services) as UsimService[]).filter((name) => services[name]).map((name) => usimServices[name])
}

/** Bytes of EF.UST: the 5G services need 17. */
export function ustBytes({ fiveG }: UsimConfig): number {
  return fiveG === undefined ? 14 : 17
}
