/** The data of all ISD-R functions: identity of the eUICC, non-volatile memory and the current RSP session. */
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

/** What the eUICC needs from a verified server certificate. */
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

/** Identity, keys, capabilities and resources of an eUICC. They do not change while it exists. */
export type EuiccOptions = {
  readonly eid: Eid
  /** Private key of the eUICC certificate, SK.EUICC.ECDSA. */
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
  /** Memory for profiles. Only the non-volatile part limits installations. */
  readonly memory: { readonly nonVolatileBytes: number; readonly volatileBytes: number }
  readonly rootDsAddress: string
  /** The Rules Authorisation Table (SGP.22 v2.5 2.9.2). */
  readonly policyAuthorisations: readonly PolicyAuthorisation[]
  /** Cryptographically secure random bytes. */
  readonly random: (length: number) => Uint8Array
  /** Generates otSK.EUICC.ECKA and otPK.EUICC.ECKA. */
  readonly generateOneTimeKey: (curve: Curve) => OneTimeKey
  /** Current time. Without it dates are not checked, as on a real eUICC, which has no clock. */
  readonly now?: () => Date
}

/** A session from GetEUICCChallenge to the installation result or a cancellation. */
export type RspSession = {
  readonly euiccChallenge: Uint8Array
  server?: AuthenticatedServer
  download?: PreparedDownload
}

/** The server after AuthenticateServer (SGP.22 v2.5 5.7.13). */
export type AuthenticatedServer = {
  readonly transactionId: Uint8Array
  readonly serverAddress: string
  readonly certificate: ServerCertificate
  readonly euiccSignature1: Uint8Array
}

/** The download after PrepareDownload (SGP.22 v2.5 5.7.5). */
export type PreparedDownload = {
  readonly certificate: ServerCertificate
  readonly oneTimeKey: OneTimeKey
  loading?: PackageLoading
}

/** The bound package while it is being loaded: its decoder, and the data received so far. */
export type PackageLoading = {
  readonly opener: BoundPackageOpener
  dpProprietaryData?: Uint8Array
  metadata?: { readonly value: StoreMetadataRequest; readonly raw: Uint8Array }
  /** Decrypted profile elements, in the order of the segments. */
  readonly elements: Uint8Array[]
  elementBytes: number
}

/** An eUICC. Without a session, only functions that do not need one are allowed. */
export type EuiccContext = {
  readonly options: EuiccOptions
  readonly state: EuiccState
  session?: RspSession | undefined
}
