import { fromHex } from '@simwright/asn1'
import { algorithmIds, defaultRotationConstants, defaultXoringConstants } from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import type { ServicesList } from '../codec/profile-header.ts'
import { type AkaConfig, resCodes } from './aka-config.ts'
import type { ProfileValues } from './profile-value.ts'

/** algorithmID by the name in the configuration. */
const ids = {
  MILENAGE: algorithmIds.milenage,
  TUAK: algorithmIds.tuak,
  XOR: algorithmIds['usim-test-algorithm'],
} as const

/**
 * The authentication keys of the USIM (8.4.2). The format has no field for OP or TOP, so `values.opc` is always OPc or
 * TOPc. The limits of sequence numbers are the defaults of the format.
 */
export function akaElement(config: AkaConfig, values: ProfileValues, header: PeHeader): ElementOf<'akaParameter'> {
  const { milenage, tuak } = config
  const constants = milenage?.constants
  return {
    kind: 'akaParameter',
    value: {
      header,
      algoConfiguration: {
        kind: 'algoParameter',
        value: {
          algorithmID: ids[config.algorithm],
          algorithmOptions: Uint8Array.of(algorithmOptions(config)),
          key: values.ki,
          opc: values.opc,
          rotationConstants:
            milenage?.rotations === undefined ? defaultRotationConstants : Uint8Array.from(milenage.rotations),
          xoringConstants: constants === undefined ? defaultXoringConstants : fromHex(constants.join('')),
          numberOfKeccak: tuak?.keccakIterations ?? 1,
        },
      },
      ...sequenceNumberLimits(),
    },
  }
}

/** The service that the eUICC must support for the algorithm. */
export function akaService({ algorithm, kiBytes }: AkaConfig): ServicesList {
  if (algorithm === 'MILENAGE') return { milenage: null }
  if (algorithm === 'XOR') return { 'usim-test-algorithm': null }
  return kiBytes === 32 ? { tuak256: null } : { tuak128: null }
}

/** The defaults of sqnOptions, sqnDelta and sqnAgeLimit. */
export function sequenceNumberLimits() {
  return { sqnOptions: fromHex('02'), sqnDelta: fromHex('000010000000'), sqnAgeLimit: fromHex('000010000000') }
}

/**
 * Bits 1 to 3 are the length of RES. MILENAGE always has 64 bits, the test algorithm 128 if not configured, as in the
 * sample profile of the format and in GSMA TS.48.
 */
function algorithmOptions({ algorithm, tuak, xor }: AkaConfig): number {
  const bits = { MILENAGE: 64, TUAK: tuak?.resBits ?? 64, XOR: xor?.resBits ?? 128 }[algorithm]
  return resCodes[bits] as number
}
