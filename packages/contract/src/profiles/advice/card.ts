import { isForTests } from './operational.ts'
import { plmnsOf, rule } from './rule.ts'

export const cardRules = {
  'mnc-length-other': rule(
    {
      severity: 'warning',
      reason: 'With another length in EF.AD the device reads another home network from the IMSI, and roams at home.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.18' }],
      reads: ['mncLength', 'hplmn'],
    },
    ({ mncLength, hplmn }) => {
      const other = plmnsOf(hplmn).find((plmn) => mncLength !== undefined && plmn.length !== 3 + Number(mncLength))
      return other === undefined
        ? undefined
        : { text: `The MNC of the home network ${other} does not have ${mncLength} digits.` }
    },
  ),
  'operation-mode': rule(
    {
      severity: 'warning',
      reason: 'Devices that are in one of the other modes may ignore the limits of a normal network. Choose Normal.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.18' }],
      reads: ['operationMode', 'type'],
    },
    ({ operationMode = 'normal', type }) =>
      operationMode === 'normal' || isForTests(type)
        ? undefined
        : { text: 'The operation mode is one for tests or maintenance.' },
  ),
  'emergency-number-twice': rule(
    {
      severity: 'hint',
      reason:
        'Which of the records a phone uses is not specified: it may show the other name, or call the other service.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.21' }],
      reads: ['emergencyNumbers'],
    },
    ({ emergencyNumbers }) => {
      const numbers = emergencyNumbers.map(({ number }) => number)
      const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
      return twice === undefined ? undefined : { text: `The emergency number ${twice} is listed twice.` }
    },
  ),
  'ims-without-lte': rule(
    {
      severity: 'warning',
      reason: 'Devices use IMS over 4G and 5G. Without E-UTRAN or NG-RAN in the home network the ISIM is of no use.',
      evidence: [{ document: 'GSMA IR.92', clause: '1.1' }],
      reads: ['ims', 'hplmn'],
    },
    ({ ims, hplmn }) =>
      ims && hplmn.length > 0 && !hplmn.some(({ access }) => access.some((one) => modern.has(one)))
        ? { text: 'IMS is on, but the home network has neither 4G nor 5G.' }
        : undefined,
  ),
}

const modern: ReadonlySet<string> = new Set(['E-UTRAN', 'NG-RAN'])
