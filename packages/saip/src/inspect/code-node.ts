import { toHex } from '@simwright/asn1'
import { fullPath } from '../check/package-file.ts'
import type { AlgoParameter } from '../codec/naa-element.ts'
import { algorithmIds, defaultRotationConstants, defaultXoringConstants } from '../codec/naa-element.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import { decodeCode } from '../ef/identity.ts'
import { pinName, pukName } from './access-text.ts'
import { group, type InspectedBytes, leaf, node, type PackageNode } from './package-node.ts'

const algorithmNames: Readonly<Record<number, string>> = {
  [algorithmIds.milenage]: 'MILENAGE',
  [algorithmIds.tuak]: 'TUAK',
  [algorithmIds['usim-test-algorithm']]: 'XOR test algorithm',
}

/** PINs or PUKs: reference, attributes and attempts. The codes are hidden. */
export function codeNodes(from: InspectedBytes, element: ElementOf<'pinCodes'> | ElementOf<'pukCodes'>): PackageNode[] {
  const digits = (value: Uint8Array) => [decodeCode(value)]
  if (element.kind === 'pukCodes') {
    return element.value.pukCodes.map(({ keyReference, pukValue, 'maxNumOfAttemps-retryNumLeft': attempts }) =>
      group({ key: `${keyReference}`, label: pukName(keyReference), words: [attemptsText(attempts)] }, [
        ...leaf(from, { key: 'code', label: 'Code' }, pukValue, digits),
      ]),
    )
  }
  const { pinCodes } = element.value
  if (pinCodes.kind === 'filePath') {
    return leaf(from, { key: 'shared', label: 'Shared PINs' }, pinCodes.value, (path) => [
      `The PINs of directory ${fullPath(toHex(path))}`,
    ])
  }
  return pinCodes.value.map((pin) => {
    const { keyReference, unblockingPINReference: puk, pinAttributes, pinValue } = pin
    const words = [
      (pinAttributes & 1) !== 0 ? 'Enabled' : 'Disabled',
      (pinAttributes & 2) !== 0 ? 'May be changed' : 'Cannot be changed',
      (pinAttributes & 4) !== 0 ? 'May be enabled and disabled' : 'Cannot be enabled or disabled',
      attemptsText(pin['maxNumOfAttemps-retryNumLeft']),
      puk === undefined ? 'No PUK' : `Unblocked by ${pukName(puk)}`,
    ]
    const code = leaf(from, { key: 'code', label: 'Code' }, pinValue, digits)
    return group({ key: `${keyReference}`, label: pinName(keyReference), words }, code)
  })
}

function attemptsText(nibbles: number): string {
  return `${nibbles & 0x0f} of ${nibbles >> 4} attempts left`
}

/** Authentication keys and parameters. Ki, OPc, TOPc and the secrets of CDMA are hidden. */
export function authenticationNodes(
  from: InspectedBytes,
  element: ElementOf<'akaParameter'> | ElementOf<'cdmaParameter'>,
): PackageNode[] {
  if (element.kind === 'cdmaParameter') {
    const { value } = element
    return [
      ...leaf(from, { key: 'key', label: 'A-key' }, value.authenticationKey),
      ...leaf(from, { key: 'ssd', label: 'Shared secret data' }, value.ssd),
      ...leaf(from, { key: 'hrpd', label: 'HRPD secrets' }, value.hrpdAccessAuthenticationData),
      ...leaf(from, { key: 'simple-ip', label: 'Simple IP secrets' }, value.simpleIPAuthenticationData),
      ...leaf(from, { key: 'mobile-ip', label: 'Mobile IP secrets' }, value.mobileIPAuthenticationData),
    ]
  }
  const { algoConfiguration, sqnDelta, sqnAgeLimit, sqnOptions, sqnInit = [] } = element.value
  if (algoConfiguration.kind === 'mappingParameter') {
    const { mappingSource, mappingOptions } = algoConfiguration.value
    return [
      ...leaf(from, { key: 'source', label: 'Shared keys' }, mappingSource, (aid) => [
        `Keys of application ${toHex(aid).toUpperCase()}`,
      ]),
      ...leaf(from, { key: 'options', label: 'Mapping options' }, mappingOptions),
    ]
  }
  return [
    ...algorithmNodes(from, algoConfiguration.value),
    ...leaf(from, { key: 'sqn-options', label: 'Sequence number options' }, sqnOptions),
    ...leaf(from, { key: 'sqn-delta', label: 'Largest step of a sequence number' }, sqnDelta, number),
    ...leaf(from, { key: 'sqn-age', label: 'Largest age of a sequence number' }, sqnAgeLimit, number),
    ...sqnInit.flatMap((value, index) =>
      leaf(from, { key: `sqn ${index}`, label: `Sequence number of index ${index}` }, value, number),
    ),
  ]
}

function algorithmNodes(from: InspectedBytes, algorithm: AlgoParameter): PackageNode[] {
  const { algorithmID, algorithmOptions, key, opc, rotationConstants, xoringConstants } = algorithm
  const isMilenage = algorithmID === algorithmIds.milenage
  const isTuak = algorithmID === algorithmIds.tuak
  const name = algorithmNames[algorithmID] ?? `Algorithm ${algorithmID}`
  const standard = (value: Uint8Array, usual: Uint8Array, text: (bytes: Uint8Array) => string) =>
    toHex(value) === toHex(usual) ? ['As TS 35.206 recommends'] : [text(value)]
  return [
    node({ key: 'algorithm', label: 'Algorithm', words: [isTuak ? `${name} with ${8 * key.length} bits` : name] }),
    ...leaf(from, { key: 'algorithm-options', label: 'Algorithm options' }, algorithmOptions),
    ...leaf(from, { key: 'key', label: 'Ki' }, key),
    ...leaf(from, { key: 'opc', label: isTuak ? 'TOPc' : 'OPc' }, opc),
    ...(isTuak
      ? [node({ key: 'keccak', label: 'Iterations of Keccak', words: [String(algorithm.numberOfKeccak)] })]
      : []),
    ...(isMilenage
      ? [
          ...leaf(from, { key: 'rotation', label: 'Rotation constants r1 to r5' }, rotationConstants, (value) =>
            standard(value, defaultRotationConstants, (bits) => `${[...bits].join(', ')} bits`),
          ),
          ...leaf(from, { key: 'xor', label: 'XOR constants c1 to c5' }, xoringConstants, (value) =>
            standard(value, defaultXoringConstants, () => 'Other than TS 35.206 recommends'),
          ),
        ]
      : []),
    ...leaf(from, { key: 'counter', label: 'Largest number of authentications' }, algorithm.authCounterMax, number),
  ]
}

function number(value: Uint8Array): string[] {
  return [BigInt(`0x${toHex(value) || '0'}`).toString()]
}
