import { isMsisdn } from '@simwright/ids'
import type { OperationMode } from '../ef/identity.ts'
import { SaipError } from '../error.ts'
import { type AkaConfig, akaFindings } from './aka-config.ts'
import { type AppletsConfig, appletFindings } from './applet-config.ts'
import { type BuildFinding, error } from './build-finding.ts'
import { type ImsConfig, imsFindings } from './ims-config.ts'
import { type SecurityConfig, securityFindings } from './security-config.ts'
import type { UsimConfig } from './usim-element.ts'
import { cardFindings, fiveGFindings, nameFindings, networkFindings } from './usim-finding.ts'

/** Versions of the profile package format that can be built, oldest first. */
export const saipVersions = ['2.1', '2.2', '2.3', '3.1', '3.2', '3.3'] as const
/**
 * The latest version of the profile package format that a package may have; it announces the lowest that its contents need
 * (`neededVersion`).
 */
export type SaipVersion = (typeof saipVersions)[number]

/** Profile class of SGP.22. Only a test profile may contain publicly known keys. */
export type ProfileClass = 'test' | 'provisioning' | 'operational'

/** The properties that all profiles of a configuration share: the fields of the configuration form. */
export interface ProfileConfig extends UsimConfig, AkaConfig, SecurityConfig {
  /** profileType in the profile header, 1 to 100 bytes of UTF-8. */
  readonly profileName: string
  readonly profileClass?: ProfileClass
  readonly saipVersion?: SaipVersion
  /** SMS service center, E.164. A profile may override it. */
  readonly smsp?: string
  /** Whether PIN1 is enabled. Default: disabled. */
  readonly pin1?: 'enabled' | 'disabled'
  /** Adds an ISIM for IMS. */
  readonly ims?: ImsConfig | undefined
  readonly applets?: AppletsConfig | undefined
}

/** Checks a configuration. Errors prevent building; warnings say where the profile will differ from the input. */
export function checkConfig(config: ProfileConfig): BuildFinding[] {
  return [
    ...versionFindings(config),
    ...smspFindings(config),
    ...nameFindings(config),
    ...networkFindings(config),
    ...cardFindings(config),
    ...akaFindings(config, config.profileClass === 'test'),
    ...fiveGFindings(config.fiveG),
    ...imsFindings(config.ims),
    ...securityFindings(config),
    ...appletFindings(config.applets),
  ]
}

/** @throws SaipError `config` with all errors in its message */
export function assertConfig(config: ProfileConfig): void {
  const errors = checkConfig(config).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new SaipError('config', errors.map(({ field, text }) => `${field}: ${text}`).join(' '))
}

/** The operation mode of EF.AD: that of the profile class if none is configured. */
export function operationModeOf({ operationMode, profileClass }: ProfileConfig): OperationMode {
  return operationMode ?? (profileClass === 'test' ? 'type-approval' : 'normal')
}

/** Checks that the version of the format exists and has the elements that the configuration needs. */
function versionFindings({ saipVersion = '2.3', fiveG }: ProfileConfig): BuildFinding[] {
  if (!saipVersions.includes(saipVersion)) return [error('saipVersion', `Must be one of ${saipVersions.join(', ')}.`)]
  const hasFiveG = saipVersion !== '2.1' && saipVersion !== '2.2'
  if (fiveG === undefined || hasFiveG) return []
  return [error('fiveG', `Version ${saipVersion} of the package format has no 5G files.`)]
}

/** Checks the SMS service center. */
function smspFindings({ smsp = '' }: ProfileConfig): BuildFinding[] {
  return smsp === '' || isMsisdn(smsp) ? [] : [error('smsp', 'Is not a telephone number.')]
}
