/** What all functions of the ISD-R work on: who the eUICC is, what it remembers, and the RSP session under way. */
import type { Eid } from '@simwright/ids'
import type {
  BoundPackageOpener,
  Curve,
  OneTimeKey,
  OperatorId,
  PprId,
  SigningKey,
  StoreMetadataRequest,
  UiccCapability,
  VerifyingKey,
} from '@simwright/rsp'
import type { EuiccState } from './euicc-state.ts'

/** A verified certificate of a server. */
export type ServerCertificate = {
  /** registeredID of the subjectAltName. */
  readonly smdpOid: string
  readonly key: VerifyingKey
  /** SubjectKeyIdentifier of the CI it chains to. */
  readonly ciKeyId: Uint8Array
}

/** A rule of the Rules Authorisation Table (SGP.22 2.4.5.3.3). */
export type PolicyAuthorisation = {
  readonly pprIds: ReadonlySet<PprId>
  readonly allowedOperators: readonly OperatorId[]
  readonly consentRequired: boolean
}

export type EuiccOptions = {
  readonly eid: Eid
  readonly euiccKey: SigningKey
  /** CERT.EUICC.ECDSA and CERT.EUM.ECDSA, DER. */
  readonly euiccCertificate: Uint8Array
  readonly eumCertificate: Uint8Array
  /** Self-signed certificates of the CIs this eUICC verifies with, DER, in its order of preference. */
  readonly ciRoots: readonly Uint8Array[]
  /** SGP.22 version, such as 2.3.0. */
  readonly svn: string
  /** Highest version of the profile package format, such as 2.3.1. */
  readonly profileVersion: string
  readonly firmwareVersion: string
  readonly capabilities: ReadonlySet<UiccCapability>
  readonly memory: { readonly nonVolatileBytes: number; readonly volatileBytes: number }
  readonly rootDsAddress: string
  readonly policyAuthorisations: readonly PolicyAuthorisation[]
  readonly random: (length: number) => Uint8Array
  readonly generateOneTimeKey: (curve: Curve) => OneTimeKey
  /** A real eUICC has no clock and checks no dates; with one given, expired certificates are refused too. */
  readonly now?: () => Date
}

export type RspSession = {
  readonly euiccChallenge: Uint8Array
  server?: AuthenticatedServer
  download?: PreparedDownload
}

/** After AuthenticateServer. */
export type AuthenticatedServer = {
  readonly transactionId: Uint8Array
  readonly serverAddress: string
  readonly certificate: ServerCertificate
  readonly euiccSignature1: Uint8Array
}

/** After PrepareDownload. */
export type PreparedDownload = {
  readonly certificate: ServerCertificate
  readonly oneTimeKey: OneTimeKey
  loading?: PackageLoading
}

/** While LoadBoundProfilePackage runs: what came so far. */
export type PackageLoading = {
  readonly opener: BoundPackageOpener
  dpProprietaryData?: Uint8Array
  metadata?: { readonly value: StoreMetadataRequest; readonly raw: Uint8Array }
  readonly elements: Uint8Array[]
  elementBytes: number
}

export type EuiccContext = {
  readonly options: EuiccOptions
  readonly state: EuiccState
  session?: RspSession | undefined
}
