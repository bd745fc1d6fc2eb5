import {
  type CertificateIssuer,
  type Configuration,
  ConfigurationFields,
  type ConfigurationInput,
  type PlmnWithAccess,
} from '@simwright/contract/profiles/configuration'
import { z } from 'zod'

type Network = { plmn: string; access: string[] }
type NumberField = number | ''

/** The fields as inputs hold them: an empty number or text stands for an absent one. */
export type ConfigurationValues = {
  name: string
  profileName: string
  serviceProviderName: string
  issuer: CertificateIssuer | ''
  hplmn: Network[]
  ehplmn: string[]
  rplmn: string
  plmn: Network[]
  oplmn: Network[]
  fplmn: string[]
  pnn: { fullName: string; shortName: string } | undefined
  gid1: string
  gid2: string
  smsp: string
  fiveG: FiveGValues | undefined
  confirmationCode: { mode: ConfigurationFields['confirmationCode']['mode']; code: string }
  acLifetimeDays: NumberField
  maxDownloadAttempts: NumberField
  maxRedownloads: NumberField
  allowDeviceChange: boolean
  rotation: boolean
}

type FiveGValues = {
  routingIndicator: string
  protectionScheme: 'null' | 'A' | 'B'
  homeNetworkPublicKeyId: NumberField
  homeNetworkPublicKey: string
  suciCalculation: 'ME' | 'USIM'
}

export const newFiveG: FiveGValues = {
  routingIndicator: '0',
  protectionScheme: 'null',
  homeNetworkPublicKeyId: '',
  homeNetworkPublicKey: '',
  suciCalculation: 'ME',
}

export const newNetwork: Network = { plmn: '', access: ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] }

export const newConfiguration: ConfigurationValues = {
  name: '',
  profileName: '',
  serviceProviderName: '',
  issuer: '',
  hplmn: [],
  ehplmn: [],
  rplmn: '',
  plmn: [],
  oplmn: [],
  fplmn: [],
  pnn: undefined,
  gid1: '',
  gid2: '',
  smsp: '',
  fiveG: undefined,
  confirmationCode: { mode: 'none', code: '' },
  acLifetimeDays: '',
  maxDownloadAttempts: 5,
  maxRedownloads: 0,
  allowDeviceChange: false,
  rotation: false,
}

export function valuesOf({ fields }: Pick<Configuration, 'fields'>): ConfigurationValues {
  const { fiveG, confirmationCode, type: _type, algorithm: _algorithm, ...same } = fields
  return {
    ...same,
    issuer: fields.issuer ?? '',
    rplmn: fields.rplmn ?? '',
    pnn: fields.pnn,
    fiveG: fiveG && {
      ...fiveG,
      homeNetworkPublicKeyId: fiveG.homeNetworkPublicKeyId ?? '',
      homeNetworkPublicKey: fiveG.homeNetworkPublicKey ?? '',
    },
    confirmationCode: { mode: confirmationCode.mode, code: '' },
    acLifetimeDays: fields.acLifetimeDays ?? '',
  }
}

/** What is sent. What an input cannot hold rightly (an empty required number) goes along, for the contract's rules to refuse. */
export function fieldsOf(values: ConfigurationValues): ConfigurationInput {
  const { fiveG, confirmationCode, ...same } = values
  const isConcealed = fiveG !== undefined && fiveG.protectionScheme !== 'null'
  return {
    ...same,
    type: 'Regular',
    algorithm: 'MILENAGE',
    issuer: values.issuer || undefined,
    hplmn: values.hplmn as PlmnWithAccess[],
    plmn: values.plmn as PlmnWithAccess[],
    oplmn: values.oplmn as PlmnWithAccess[],
    rplmn: values.rplmn.trim() || undefined,
    fiveG: fiveG && {
      ...fiveG,
      homeNetworkPublicKeyId: isConcealed ? given(fiveG.homeNetworkPublicKeyId) : undefined,
      homeNetworkPublicKey: isConcealed ? given(fiveG.homeNetworkPublicKey) : undefined,
    },
    confirmationCode: {
      mode: confirmationCode.mode,
      code: confirmationCode.mode === 'fixed' ? given(confirmationCode.code) : undefined,
    },
    acLifetimeDays: given(values.acLifetimeDays),
    maxDownloadAttempts: values.maxDownloadAttempts as number,
    maxRedownloads: values.maxRedownloads as number,
  }
}

/** The contract's own rules over what the inputs hold. */
export const ConfigurationForm = z.custom<ConfigurationValues>().transform(fieldsOf).pipe(ConfigurationFields)

function given<T extends string | number>(value: T | ''): T | undefined {
  return value === '' ? undefined : value
}
