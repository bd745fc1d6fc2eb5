/** ES10b.LoadBoundProfilePackage: SGP.22 5.7.6, and the ES8+ functions in the package (5.5). */
import { concat } from '@simwright/asn1'
import { eidToBytes } from '@simwright/ids'
import {
  BoundPackageFailure,
  BoundPackageOpener,
  type BoundPackageStep,
  dpProprietaryData,
  type FinalResult,
  type InstallErrorReason,
} from '@simwright/rsp'
import { encodeResponse, SaipError } from '@simwright/saip'
import { CardRefusal, SW } from './apdu.ts'
import { installApplets } from './applet-logic.ts'
import { type CardRegistry, registryOf } from './card-registry.ts'
import type { EuiccContext, PackageLoading, PreparedDownload } from './euicc-context.ts'
import { freeNonVolatileBytes } from './euicc-information.ts'
import type { InstalledProfile, OpenInstallation } from './euicc-state.ts'
import { checkMetadata, checkOperator } from './metadata-check.ts'
import { storeInstallationResult, storeNotifications } from './notification.ts'
import { hasIccid, type InstalledContent, installPackage } from './profile-installation.ts'
import { servicesOf } from './uicc-service.ts'

const NOTHING = new Uint8Array(0)

/**
 * Temporary errors (SGP.22 5.5.5): the one-time key is retained, because the SM-DP+ may send the same package again.
 */
const RETAINS_ONE_TIME_KEY: ReadonlySet<InstallErrorReason> = new Set([
  'installFailedDueToInsufficientMemoryForProfile',
  'installFailedDueToInterruption',
])

/** An error in the profile elements. `simaResponse` is the EUICCResponse about them, if there is one. */
class InstallFailure extends BoundPackageFailure {
  readonly simaResponse: Uint8Array | undefined
  constructor(reason: InstallErrorReason, simaResponse?: Uint8Array) {
    super('loadProfileElements', reason)
    this.simaResponse = simaResponse
  }
}

/**
 * ES10b.LoadBoundProfilePackage (SGP.22 v2.5 5.7.6) with one segment, or several, of a bound package. The answer is empty
 * until the installation ends, then it is ProfileInstallationResult. Errors in the package end the installation and the
 * session; they are in the result, not thrown.
 * @throws CardRefusal 6985 without a prepared download
 */
export function loadBoundPackage(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { server, download } = euicc.session ?? {}
  if (!server || !download) throw new CardRefusal(SW.conditionsNotSatisfied)
  const { state } = euicc
  state.openInstallation ??= {
    transactionId: server.transactionId,
    smdpOid: download.certificate.smdpOid,
    serverAddress: server.serverAddress,
    command: 'initialiseSecureChannel',
  }
  const loading = loadingOf(euicc, download)
  try {
    for (const step of loading.opener.load(bytes)) {
      state.openInstallation.command = commandAfter(step, state.openInstallation)
      const result = processStep(euicc, loading, step)
      if (result) return finish(euicc, result)
    }
    return NOTHING
  } catch (error) {
    if (!(error instanceof BoundPackageFailure)) throw error
    return finish(euicc, errorResult(error))
  }
}

/** The package that is being loaded. The first call creates its decoder. */
function loadingOf(euicc: EuiccContext, download: PreparedDownload): PackageLoading {
  const { server } = euicc.session!
  download.loading ??= {
    opener: new BoundPackageOpener({
      transactionId: server!.transactionId,
      eid: eidToBytes(euicc.options.eid),
      oneTimeKey: download.oneTimeKey,
      smdpKey: download.certificate.key,
    }),
    elements: [],
    elementBytes: 0,
  }
  return download.loading
}

/** The BPP command that an error after this step belongs to. */
const commandAfter = (step: BoundPackageStep, installation: OpenInstallation) =>
  step.kind === 'end' ? installation.command : step.kind

/**
 * Processes one decrypted step of the package. The end of the package returns the result of the installation.
 * @throws BoundPackageFailure as the ES8+ function requires
 */
function processStep(euicc: EuiccContext, loading: PackageLoading, step: BoundPackageStep): FinalResult | undefined {
  switch (step.kind) {
    case 'initialiseSecureChannel':
    case 'replaceSessionKeys':
      return undefined
    case 'configureISDP':
      if (step.dpOid !== undefined) loading.dpProprietaryData = dpProprietaryData.encode({ dpOid: step.dpOid })
      return undefined
    case 'storeMetadata':
      euicc.state.openInstallation!.iccid = step.metadata.iccid
      checkMetadata(euicc, step.metadata)
      loading.metadata = { value: step.metadata, raw: step.raw.slice() }
      return undefined
    case 'loadProfileElements':
      loading.elements.push(step.bytes.slice())
      loading.elementBytes += step.bytes.length
      if (loading.elementBytes > euicc.options.memory.nonVolatileBytes) {
        throw new InstallFailure('installFailedDueToInsufficientMemoryForProfile')
      }
      return undefined
    case 'end':
      return install(euicc, loading)
  }
}

/**
 * Installs the profile elements in a new ISD-P, disabled. Nothing is changed before all checks have succeeded: ICCID,
 * operator, free memory.
 * @throws BoundPackageFailure the reason is in the result
 */
function install(euicc: EuiccContext, loading: PackageLoading): FinalResult {
  const { value: metadata, raw } = loading.metadata!
  const content = installedContent(euicc, concat(...loading.elements))
  if (!hasIccid(content, metadata.iccid)) throw new InstallFailure('installFailedDueToDataMismatch')
  checkOperator(metadata, content)
  if (content.bytes > freeNonVolatileBytes(euicc)) {
    throw new InstallFailure(
      'installFailedDueToInsufficientMemoryForProfile',
      encodeResponse({ status: 'not-enough-memory' }),
    )
  }
  const profile: InstalledProfile = {
    isdpAid: freeIsdpAid(euicc),
    iccid: metadata.iccid,
    enabled: false,
    metadata: raw,
    ...(loading.dpProprietaryData ? { dpProprietaryData: loading.dpProprietaryData } : {}),
    fileSystem: content.fileSystem,
    networkAccess: content.networkAccess,
    registry: installedRegistry(euicc, content),
    bytes: content.bytes,
  }
  euicc.state.profiles.push(profile)
  const simaResponse = encodeResponse({ status: 'ok', warnings: content.image.warnings })
  return { kind: 'success', value: { aid: profile.isdpAid, simaResponse } }
}

/** The registry of the profile, with its applets installed. @throws InstallFailure if one refuses its parameters or data */
function installedRegistry(euicc: EuiccContext, { image }: InstalledContent): CardRegistry {
  const registry = registryOf(image)
  try {
    installApplets(registry.applets, image, euicc.options)
    return registry
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    throw new InstallFailure('installFailedDueToPEProcessingError', encodeResponse({ status: 'bad-values' }))
  }
}

/** Decodes and installs the elements in memory. @throws InstallFailure with the EUICCResponse of the error */
function installedContent(euicc: EuiccContext, upp: Uint8Array): InstalledContent {
  try {
    const majorVersion = Number(euicc.options.profileVersion.split('.')[0])
    return installPackage(upp, { majorVersion, services: servicesOf(euicc.options.capabilities) })
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    const status = error.status ?? 'invalid-request-format'
    const identification = error.element?.identification
    throw new InstallFailure('installFailedDueToPEProcessingError', encodeResponse({ status, identification }))
  }
}

/** First 14 bytes of the AIDs of ISD-Ps (SGP.02 2.2.3). Two bytes follow; this eUICC starts with 1100. */
const ISDP_AID_START = Uint8Array.of(0xa0, 0, 0, 0x05, 0x59, 0x10, 0x10, 0xff, 0xff, 0xff, 0xff, 0x89, 0, 0)
const FIRST_ISDP = 0x11

/** The lowest AID that no installed profile has. */
function freeIsdpAid(euicc: EuiccContext): Uint8Array {
  const taken = new Set(euicc.state.profiles.map(({ isdpAid }) => isdpAid[14]))
  let number = FIRST_ISDP
  while (taken.has(number)) number++
  return concat(ISDP_AID_START, Uint8Array.of(number, 0x00))
}

/** The result of a failed installation. */
function errorResult(failure: BoundPackageFailure): FinalResult {
  const { bppCommandId, errorReason } = failure
  const sima = failure instanceof InstallFailure ? failure.simaResponse : undefined
  return { kind: 'error', value: { bppCommandId, errorReason, ...(sima ? { simaResponse: sima } : {}) } }
}

/**
 * Ends the installation and the session: signs and stores the result and the install notifications, and discards the
 * one-time key unless the error is temporary.
 */
function finish(euicc: EuiccContext, result: FinalResult): Uint8Array {
  const { state, session } = euicc
  const installation = state.openInstallation!
  const answer = storeInstallationResult(euicc, installation, result)
  if (result.kind === 'success') storeNotifications(euicc, session!.download!.loading!.metadata!.value, 'install')
  const reason = result.kind === 'error' ? result.value.errorReason : undefined
  if (!RETAINS_ONE_TIME_KEY.has(reason as InstallErrorReason)) discardOneTimeKey(euicc)
  delete state.openInstallation
  euicc.session = undefined
  return answer
}

/** Deletes the one-time key of this download. */
function discardOneTimeKey(euicc: EuiccContext): void {
  const used = euicc.session!.download!.oneTimeKey.publicKey
  euicc.state.oneTimeKeys = euicc.state.oneTimeKeys.filter(({ publicKey }) => !Buffer.from(publicKey).equals(used))
}

/**
 * Stores the result of an installation that was interrupted by a loss of power or a new session. The profile is not
 * installed. Does nothing if there is no unfinished installation.
 */
export function reportInterruption(euicc: EuiccContext): void {
  const { openInstallation } = euicc.state
  if (!openInstallation) return
  storeInstallationResult(euicc, openInstallation, {
    kind: 'error',
    value: { bppCommandId: openInstallation.command, errorReason: 'installFailedDueToInterruption' },
  })
  delete euicc.state.openInstallation
}
