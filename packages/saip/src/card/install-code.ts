import { toHex } from '@simwright/asn1'
import type { ElementOf } from '../codec/profile-element.ts'
import { type CardAuthentication, type CardFile, isDirectory, mfPath, parentOf } from './card-image.ts'
import { toUnsigned } from './fill.ts'
import { abort, type Installation } from './installation.ts'

/** Algorithms by algorithmID of AlgoParameter. */
const algorithms: Readonly<Record<number, CardAuthentication['algorithm']>> = {
  1: 'milenage',
  2: 'tuak',
  3: 'usim-test-algorithm',
}

/**
 * Installs a PE-PINCodes (8.5.1) in the current directory: PINs, or a reference to a directory whose PINs it shares. A
 * PUK that a PIN refers to must already exist.
 */
export function installPins(installation: Installation, { value }: ElementOf<'pinCodes'>): void {
  const directory = installation.pinDirectory
  if (directory === undefined) abort(installation, 'bad-values', 'there is no directory for the PINs yet')
  const { image } = installation
  const { pinCodes } = value
  if (pinCodes.kind === 'filePath') {
    image.pinLinks.push({ directory, sharedWith: `${mfPath}${toHex(pinCodes.value)}` })
    return
  }
  for (const pin of pinCodes.value) {
    const reference = pin.keyReference
    if (image.pins.some((known) => known.directory === directory && known.reference === reference)) {
      abort(installation, 'bad-values', `PIN reference ${reference} is defined twice`)
    }
    const pukReference = pin.unblockingPINReference
    if (pukReference !== undefined && !image.puks.some((puk) => puk.reference === pukReference)) {
      abort(installation, 'bad-values', `PIN reference ${reference} needs PUK reference ${pukReference}`)
    }
    image.pins.push({
      directory,
      reference,
      value: pin.pinValue.slice(),
      enabled: (pin.pinAttributes & 1) !== 0,
      mayBeChanged: (pin.pinAttributes & 2) !== 0,
      mayBeDisabled: (pin.pinAttributes & 4) !== 0,
      ...tries(pin['maxNumOfAttemps-retryNumLeft']),
      pukReference,
    })
  }
}

/** Installs a PE-PUKCodes (8.5.2). A reference may occur once. */
export function installPuks(installation: Installation, { value }: ElementOf<'pukCodes'>): void {
  const { puks } = installation.image
  for (const puk of value.pukCodes) {
    if (puks.some((known) => known.reference === puk.keyReference)) {
      abort(installation, 'bad-values', `PUK reference ${puk.keyReference} is defined twice`)
    }
    puks.push({
      reference: puk.keyReference,
      value: puk.pukValue.slice(),
      ...tries(puk['maxNumOfAttemps-retryNumLeft']),
    })
  }
}

/**
 * Installs a PE-AKAParameter (8.4.2) for the current application: own keys, or those of another application. An
 * application has at most one.
 */
export function installAuthentication(installation: Installation, { value }: ElementOf<'akaParameter'>): void {
  const { adf, image } = installation
  if (adf === undefined) abort(installation, 'bad-values', 'there is no application for the keys yet')
  if (image.authentications.some((known) => known.adf === adf)) {
    abort(installation, 'bad-values', 'the application already has keys')
  }
  const configuration = value.algoConfiguration
  if (configuration.kind === 'mappingParameter') {
    const source = findAuthentication(installation, configuration.value.mappingSource)
    image.authentications.push({ ...source, adf })
    return
  }
  const given = configuration.value
  const algorithm = algorithms[given.algorithmID]
  if (algorithm === undefined) abort(installation, 'feature-not-supported', 'the algorithm is unknown')
  checkKeySizes(installation, algorithm, given.key.length, given.opc.length)
  image.authentications.push({
    adf,
    algorithm,
    options: given.algorithmOptions[0] as number,
    key: given.key.slice(),
    opc: given.opc.slice(),
    rotationConstants: given.rotationConstants.slice(),
    xoringConstants: given.xoringConstants.slice(),
    numberOfKeccak: given.numberOfKeccak,
    authCounterMax: given.authCounterMax === undefined ? undefined : toUnsigned(given.authCounterMax),
    sqnOptions: value.sqnOptions[0] as number,
    sqnDelta: toBigInt(value.sqnDelta),
    sqnAgeLimit: toBigInt(value.sqnAgeLimit),
    sqnInit: value.sqnInit?.map(toBigInt) ?? Array.from({ length: 32 }, () => 0n),
  })
}

/** Installs a PE-CDMAParameter (8.4.3) for the CSIM before it, which has at most one. */
export function installCdmaParameters(installation: Installation, { value }: ElementOf<'cdmaParameter'>): void {
  const { csim, image } = installation
  if (csim === undefined) abort(installation, 'bad-values', 'there is no CSIM for the keys yet')
  if (image.cdmaAuthentications.some((known) => known.adf === csim)) {
    abort(installation, 'bad-values', 'the CSIM already has keys')
  }
  image.cdmaAuthentications.push({
    adf: csim,
    authenticationKey: value.authenticationKey.slice(),
    ssd: value.ssd?.slice(),
    hrpdAccess: value.hrpdAccessAuthenticationData?.slice(),
    simpleIp: value.simpleIPAuthenticationData?.slice(),
    mobileIp: value.mobileIPAuthenticationData?.slice(),
  })
}

/**
 * Checks that every PIN reference in a directory's status is defined: globally, or locally in it or above it (8.1.3).
 */
export function checkPinReferences(installation: Installation): void {
  for (const file of Object.values(installation.image.files)) {
    if (!isDirectory(file)) continue
    const missing = file.pinStatus.find((reference) => !isDefined(installation, file, reference))
    if (missing === undefined) continue
    installation.element = file.element
    abort(installation, 'pin-code-missing', `${file.name} refers to PIN reference ${missing}, which is not defined`)
  }
}

/**
 * Whether a PIN reference is defined for a directory. References below 80 are global, so the MF must define them;
 * others may be defined in any directory above.
 */
function isDefined(installation: Installation, file: CardFile, reference: number): boolean {
  const { pins, pinLinks } = installation.image
  const has = (directory: string) => pins.some((pin) => pin.directory === directory && pin.reference === reference)
  if (reference < 0x80) return has(mfPath)
  for (let at: string | undefined = file.path; at !== undefined; at = parentOf(at)) {
    if (has(at)) return true
    const shared = pinLinks.find((link) => link.directory === at)
    if (shared !== undefined && has(shared.sharedWith)) return true
  }
  return false
}

/** The authentication of the application with this AID. Aborts if the application has no authentication. */
function findAuthentication(installation: Installation, aid: Uint8Array): CardAuthentication {
  const { files, authentications } = installation.image
  const wanted = toHex(aid)
  const found = authentications.find((known) => {
    const file = files[known.adf]
    return file?.aid !== undefined && toHex(file.aid) === wanted
  })
  return found ?? abort(installation, 'bad-values', 'the application whose keys are to be shared does not exist')
}

/**
 * Checks the sizes in bytes: MILENAGE and the test algorithm have keys of 16, TUAK of 16 or 32; OPc has 16, TOPc 32.
 */
function checkKeySizes(
  installation: Installation,
  algorithm: CardAuthentication['algorithm'],
  key: number,
  opc: number,
): void {
  const keyFits = key === 16 || (algorithm === 'tuak' && key === 32)
  if (!keyFits) abort(installation, 'bad-values', `a key of ${key} bytes does not fit ${algorithm}`)
  const opcFits = algorithm === 'usim-test-algorithm' || opc === (algorithm === 'tuak' ? 32 : 16)
  if (!opcFits) abort(installation, 'bad-values', `an OPc of ${opc} bytes does not fit ${algorithm}`)
}

/** Splits the byte of attempts: high nibble maximum, low nibble attempts left. */
function tries(nibbles: number): { maxTries: number; triesLeft: number } {
  return { maxTries: nibbles >> 4, triesLeft: nibbles & 0x0f }
}

/** An unsigned big-endian integer; sequence numbers have 48 bits. */
function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`)
}
