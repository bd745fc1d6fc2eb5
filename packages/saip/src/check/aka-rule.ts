import { toHex } from '@simwright/asn1'
import { weakness } from '../build/weak-key.ts'
import type { AlgoParameter } from '../codec/naa-element.ts'
import { algorithmIds } from '../codec/naa-element.ts'
import { applicationsOf } from './application-file.ts'
import type { AkaValue, PackageView } from './package-view.ts'
import { type Fault, inFile, type Rule } from './rule.ts'

const { milenage, tuak, 'usim-test-algorithm': testAlgorithm } = algorithmIds
/** The largest sequence number without its index, in 8.4.2: 43 bits. */
const largestSqn = '07ffffffffff'
/** The rotations of MILENAGE are numbers of bits in a block of 128 (3GPP TS 35.206, 4.1). */
const mostRotation = 127

/** Authentication of network access applications. No text contains a key. */
export const akaRules: readonly Rule[] = [
  {
    id: 'aka-algorithm',
    clause: '8.4.2',
    severity: 'error',
    faults: forParameters(({ algorithmID }) =>
      algorithmID === milenage || algorithmID === tuak || algorithmID === testAlgorithm
        ? undefined
        : `Algorithm ${algorithmID} is unknown.`,
    ),
  },
  {
    id: 'aka-key-size',
    clause: '8.4.2',
    severity: 'error',
    faults: forParameters(({ algorithmID, key }) =>
      key.length === 16 || (algorithmID === tuak && key.length === 32)
        ? undefined
        : `A key of ${key.length} bytes does not fit the algorithm.`,
    ),
  },
  {
    id: 'aka-opc-size',
    clause: '8.4.2',
    severity: 'error',
    faults: forParameters(({ algorithmID, opc }) =>
      algorithmID === testAlgorithm || opc.length === (algorithmID === tuak ? 32 : 16)
        ? undefined
        : `An OPc or TOPc of ${opc.length} bytes does not fit the algorithm.`,
    ),
  },
  {
    id: 'aka-rotation',
    clause: 'TS 35.206, 4.1',
    severity: 'error',
    faults: forParameters(({ algorithmID, rotationConstants }) =>
      algorithmID === milenage && rotationConstants.some((bits) => bits > mostRotation)
        ? `A rotation constant is larger than ${mostRotation} bits.`
        : undefined,
    ),
  },
  {
    id: 'aka-constants',
    clause: 'TS 35.206, 4.1',
    severity: 'error',
    // Two functions with equal constants have equal output.
    faults: forParameters(({ algorithmID, rotationConstants, xoringConstants }) => {
      const pairs = Array.from(
        rotationConstants,
        (bits, i) => `${bits}/${toHex(xoringConstants.subarray(16 * i, 16 * (i + 1)))}`,
      )
      return algorithmID === milenage && new Set(pairs).size < pairs.length
        ? 'Two pairs of rotation and XOR constants are equal.'
        : undefined
    }),
  },
  {
    id: 'aka-keccak',
    clause: 'TS 35.231, 7.2',
    severity: 'error',
    faults: forParameters(({ algorithmID, numberOfKeccak }) =>
      algorithmID === tuak && numberOfKeccak === 0 ? 'TUAK needs at least one iteration of Keccak.' : undefined,
    ),
  },
  {
    id: 'aka-sqn',
    clause: '8.4.2',
    severity: 'error',
    faults: forValues(({ sqnDelta, sqnAgeLimit, sqnInit = [] }) =>
      [sqnDelta, sqnAgeLimit, ...sqnInit].some((value) => toHex(value) > largestSqn)
        ? 'A sequence number or its limit is larger than 07FFFFFFFFFF.'
        : undefined,
    ),
  },
  {
    id: 'aka-sqn-delta',
    clause: 'TS 33.102, annex C',
    severity: 'warning',
    faults: forValues(({ sqnDelta }) =>
      sqnDelta.every((byte) => byte === 0) ? 'The largest step is 0, so every sequence number is refused.' : undefined,
    ),
  },
  {
    id: 'aka-mapping',
    clause: '8.4.2',
    severity: 'error',
    faults: (view) =>
      view.authentications.flatMap(({ element, value: { algoConfiguration } }) => {
        if (algoConfiguration.kind !== 'mappingParameter') return []
        const wanted = toHex(algoConfiguration.value.mappingSource)
        const exists = view.authentications.some(
          ({ element: other, adf }) =>
            other.index < element.index && adf?.fcp?.dfName !== undefined && toHex(adf.fcp.dfName) === wanted,
        )
        return exists ? [] : [{ text: 'The application whose keys are shared does not exist before it.', element }]
      }),
  },
  {
    id: 'aka-once',
    clause: '8.4.2',
    severity: 'error',
    faults: ({ authentications }) => {
      const seen = new Set<string>()
      return authentications.flatMap(({ adf, element }) => {
        if (adf?.path === undefined) return []
        const repeated = seen.has(adf.path)
        seen.add(adf.path)
        return repeated ? [{ text: `${adf.name} has authentication keys already.`, element }] : []
      })
    },
  },
  {
    id: 'aka-present',
    clause: '8.4.2',
    severity: 'warning',
    faults: (view) =>
      (['ADF.USIM', 'ADF.ISIM'] as const).flatMap((name) =>
        applicationsOf(view, name)
          .filter((adf) => !view.authentications.some((one) => one.adf?.path === adf.path))
          .map((adf) => inFile(adf, `The ${name.slice(4)} has no authentication keys.`)),
      ),
  },
  {
    id: 'aka-key-weak',
    clause: '8.4.2',
    severity: 'warning',
    faults: forParameters(({ key }) => {
      const weak = weakness(key)
      return weak === undefined ? undefined : `The authentication key is not secret. ${weak.text}`
    }),
  },
]

function forValues(judge: (value: AkaValue) => string | undefined): Rule['faults'] {
  return ({ authentications }) =>
    authentications.flatMap(({ element, value }): Fault[] => {
      const text = judge(value)
      return text === undefined ? [] : [{ text, element }]
    })
}

function forParameters(judge: (parameter: AlgoParameter) => string | undefined): (view: PackageView) => Fault[] {
  return ({ authentications }) =>
    authentications.flatMap(({ element, value: { algoConfiguration } }) => {
      const text = algoConfiguration.kind === 'algoParameter' ? judge(algoConfiguration.value) : undefined
      return text === undefined ? [] : [{ text, element }]
    })
}
