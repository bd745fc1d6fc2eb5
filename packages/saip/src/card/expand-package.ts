import { toHex } from '@simwright/asn1'
import { type PeStatusName, peStatuses } from '../codec/euicc-response.ts'
import { type ElementOf, headerOf, identificationOf, type ProfileElement } from '../codec/profile-element.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import { findTemplate } from '../template/table.ts'
import type { CardImage } from './card-image.ts'
import {
  checkPinReferences,
  installAuthentication,
  installCdmaParameters,
  installPins,
  installPuks,
} from './install-code.ts'
import { installFileManagement } from './install-file-management.ts'
import { installTemplate, type TemplateElement } from './install-template.ts'
import { abort, elementRef, type Installation } from './installation.ts'

/** The capabilities of a card. An absent member means that everything is supported. */
export interface CardAbilities {
  readonly services?: ReadonlySet<ServiceName>
  /** Major versions of the package format. */
  readonly majorVersions?: ReadonlySet<number>
  /** AIDs (lower-case hex) of the libraries on the card. */
  readonly libraries?: ReadonlySet<string>
}

/**
 * Installs a package as an eUICC does: creates the files of templates, and assigns codes and keys to their directories.
 * The image shares no memory with the package.
 * @throws SaipError `install` with the status and the element that an eUICC would report (TCA eUICC Profile Package, 8.11)
 */
export function expandPackage(elements: readonly ProfileElement[], abilities: CardAbilities = {}): CardImage {
  const first = elements[0]
  const installation = startInstallation(first)
  if (first?.kind !== 'header')
    return abort(installation, 'invalid-request-format', 'the profile header must be the first element')
  checkAbilities(installation, first, abilities)
  let ended = false
  elements.forEach((element, index) => {
    installation.element = elementRef(element, index)
    if (ended) abort(installation, 'invalid-request-format', 'no element may follow the end element')
    if (index > 0 && element.kind === 'header')
      abort(installation, 'invalid-request-format', 'only one profile header is permitted')
    ended = element.kind === 'end'
    if (index > 0) installElement(installation, element)
  })
  if (!ended) abort(installation, 'invalid-request-format', 'the package has no end element')
  checkPinReferences(installation)
  return installation.image
}

/**
 * The state before the first element: a card without files. It exists even if the package does not begin with a profile
 * header, because the error for that refers to the first element.
 */
function startInstallation(first: ProfileElement | undefined): Installation {
  const header = first?.kind === 'header' ? first.value : undefined
  const image: CardImage = {
    version: { major: header?.['major-version'] ?? 0, minor: header?.['minor-version'] ?? 0 },
    profileType: header?.profileType,
    iccid: header?.iccid.slice() ?? new Uint8Array(0),
    mandatoryServices: Object.keys(header?.['eUICC-Mandatory-services'] ?? {}) as ServiceName[],
    files: {},
    pins: [],
    pinLinks: [],
    puks: [],
    authentications: [],
    cdmaAuthentications: [],
    securityDomains: [],
    rfms: [],
    loadPackages: [],
    applications: [],
    nonStandard: [],
    warnings: [],
  }
  const element = first === undefined ? { index: 0, kind: 'header' } : elementRef(first, 0)
  return {
    image,
    element,
    usedBytes: 0,
    pinDirectory: undefined,
    adf: undefined,
    usim: undefined,
    isim: undefined,
    csim: undefined,
    iotPix: header?.iotOptions?.pix.slice(),
  }
}

/** Checks the requirements of the profile header (8.2.1). The first one that is not met aborts the installation. */
function checkAbilities(installation: Installation, { value }: ElementOf<'header'>, abilities: CardAbilities): void {
  const major = value['major-version']
  if (abilities.majorVersions !== undefined && !abilities.majorVersions.has(major)) {
    abort(installation, 'unsupported-profile-version', `version ${major}.${value['minor-version']} is not supported`)
  }
  for (const service of installation.image.mandatoryServices) {
    if (abilities.services !== undefined && !abilities.services.has(service)) {
      abort(installation, 'feature-not-supported', `the mandatory service ${service} is not supported`)
    }
  }
  for (const oid of value['eUICC-Mandatory-GFSTEList']) {
    if (findTemplate(oid) === undefined) abort(installation, 'template-not-supported', `template ${oid} is unknown`)
  }
  for (const { aid } of value['eUICC-Mandatory-AIDs'] ?? []) {
    if (abilities.libraries !== undefined && !abilities.libraries.has(toHex(aid))) {
      abort(installation, 'lib-not-supported', `library ${toHex(aid)} is missing`)
    }
  }
}

/** Installs one element. An unsupported kind is skipped or aborts the installation, depending on `mandated`. */
function installElement(installation: Installation, element: ProfileElement): void {
  const { image } = installation
  if (isTemplateElement(element)) installFiles(installation, element)
  else if (element.kind === 'genericFileManagement') {
    installFileManagement(installation, element.value.fileManagementCMD)
  } else if (element.kind === 'pinCodes') installPins(installation, element)
  else if (element.kind === 'pukCodes') installPuks(installation, element)
  else if (element.kind === 'akaParameter') installAuthentication(installation, element)
  else if (element.kind === 'securityDomain') installSecurityDomain(installation, element)
  else if (element.kind === 'rfm') installRfm(installation, element)
  else if (element.kind === 'application') installApplication(installation, element)
  else if (element.kind === 'nonStandard') {
    image.nonStandard.push({ issuerID: element.value.issuerID, content: element.value.content.slice() })
  } else if (element.kind === 'cdmaParameter') {
    installCdmaParameters(installation, element)
  } else if (element.kind !== 'end') {
    skipElement(installation, element, 'pe-not-supported', 'this kind of element is not supported')
  }
}

/** Whether the element refers to a file structure template. */
function isTemplateElement(element: ProfileElement): element is TemplateElement {
  return 'templateID' in element.value
}

/** Creates the files of an element's template. If the template is unknown, skips the element or aborts. */
function installFiles(installation: Installation, element: TemplateElement): void {
  if (installTemplate(installation, element)) return
  skipElement(installation, element, 'template-not-supported', `template ${element.value.templateID} is unknown`)
}

/** Skips an element that cannot be installed: aborts if it is mandated, otherwise records a warning (8.11). */
function skipElement(installation: Installation, element: ProfileElement, status: PeStatusName, why: string): void {
  const header = headerOf(element)
  if (header === undefined || header.mandated !== undefined) abort(installation, status, why)
  const identification = identificationOf(element)
  installation.image.warnings.push({ status: peStatuses[status].value, identification })
}

/** Installs a PE-SecurityDomain (8.6.2). No two keys may have the same version and identifier. */
function installSecurityDomain(installation: Installation, { value }: ElementOf<'securityDomain'>): void {
  const keys = value.keyList ?? []
  const seen = new Set<string>()
  for (const key of keys) {
    const id = `${toHex(key.keyVersionNumber)}/${toHex(key.keyIdentifier)}`
    if (seen.has(id)) abort(installation, 'bad-values', `key ${id} is repeated`)
    seen.add(id)
  }
  installation.image.securityDomains.push({ instance: value.instance, keys, personalisation: value.sdPersoData ?? [] })
}

/** Installs a PE-RFM (8.8). Its security domain must exist, and it must have a TAR. */
function installRfm(installation: Installation, { value }: ElementOf<'rfm'>): void {
  requireSecurityDomain(installation, value.securityDomainAID)
  // Without a list, the TAR is bytes 13 to 15 of the AID (8.8).
  if (value.tarList === undefined && value.instanceAID.length < 15) abort(installation, 'bad-values', 'there is no TAR')
  installation.image.rfms.push(value)
}

/** Installs a PE-Application: a load package, instances, or both. Their security domains must exist. */
function installApplication(installation: Installation, { value }: ElementOf<'application'>): void {
  const { image } = installation
  if (value.loadBlock !== undefined) {
    requireSecurityDomain(installation, value.loadBlock.securityDomainAID)
    image.loadPackages.push(value.loadBlock)
  }
  for (const instance of value.instanceList ?? []) {
    requireSecurityDomain(installation, instance.extraditeSecurityDomainAID)
    image.applications.push(instance)
  }
}

/** Checks that the security domain is installed. Without an AID the MNO-SD is meant, which is installed first (8.6.2). */
function requireSecurityDomain(installation: Installation, aid: Uint8Array | undefined): void {
  const { securityDomains } = installation.image
  const wanted = aid === undefined ? undefined : toHex(aid)
  const found = securityDomains.some(({ instance }) => wanted === undefined || toHex(instance.instanceAID) === wanted)
  if (!found) abort(installation, 'invalid-parameter', 'its security domain does not exist')
}
