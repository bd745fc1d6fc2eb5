import type { Row } from './template.ts'

/** No temporary identity, no routing area, status "not updated". */
const psLociContent = 'FFFFFFFFFFFFFFFFFFFF0000FF01'
/** No temporary identity, no tracking area, status "not updated". */
const epsLociContent = 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF000001'

/** ADF.USIM. EF.UST has 14 bytes in version 1 of the template and 17 in version 2. */
export function usimRows(ustSize: number): readonly Row[] {
  return [
    ['adf-usim', 'ADF.USIM', undefined, 'ADF', undefined, 14],
    ['ef-imsi', 'EF.IMSI', 0x6f07, 'TR', 9, 2, { sfi: 0x07 }],
    ['ef-arr', 'EF.ARR', 0x6f06, 'LF', undefined, 10, { sfi: 0x17 }],
    ['ef-keys', 'EF.Keys', 0x6f08, 'TR', 33, 5, { sfi: 0x08, content: '07FF*' }],
    ['ef-keysPS', 'EF.KeysPS', 0x6f09, 'TR', 33, 5, { sfi: 0x09, content: '07FF*' }],
    ['ef-hpplmn', 'EF.HPPLMN', 0x6f31, 'TR', 1, 2, { sfi: 0x12, content: '0A' }],
    ['ef-ust', 'EF.UST', 0x6f38, 'TR', ustSize, 2, { sfi: 0x04 }],
    ['ef-fdn', 'EF.FDN', 0x6f3b, 'LF', [20, 26], 8, { content: 'FF*', services: [2, 89] }],
    ['ef-sms', 'EF.SMS', 0x6f3c, 'LF', [10, 176], 5, { content: '00FF*', services: [10] }],
    ['ef-smsp', 'EF.SMSP', 0x6f42, 'LF', [1, 38], 5, { content: 'FF*', services: [12] }],
    ['ef-smss', 'EF.SMSS', 0x6f43, 'TR', 2, 5, { content: 'FF*', services: [10] }],
    ['ef-spn', 'EF.SPN', 0x6f46, 'TR', 17, 10, { services: [19] }],
    ['ef-est', 'EF.EST', 0x6f56, 'TR', 1, 8, { sfi: 0x05, services: [2, 6, 34, 35] }],
    ['ef-start-hfn', 'EF.START-HFN', 0x6f5b, 'TR', 6, 5, { sfi: 0x0f, content: 'F00000F00000' }],
    ['ef-threshold', 'EF.THRESHOLD', 0x6f5c, 'TR', 3, 2, { sfi: 0x10, content: 'FF*' }],
    ['ef-psloci', 'EF.PSLOCI', 0x6f73, 'TR', 14, 5, { sfi: 0x0c, content: psLociContent }],
    ['ef-acc', 'EF.ACC', 0x6f78, 'TR', 2, 2, { sfi: 0x06 }],
    ['ef-fplmn', 'EF.FPLMN', 0x6f7b, 'TR', 12, 5, { sfi: 0x0d, content: 'FF*' }],
    ['ef-loci', 'EF.LOCI', 0x6f7e, 'TR', 11, 5, { sfi: 0x0b, content: 'FFFFFFFFFFFFFF0000FF01' }],
    ['ef-ad', 'EF.AD', 0x6fad, 'TR', 4, 10, { sfi: 0x03, content: '00000002' }],
    ['ef-ecc', 'EF.ECC', 0x6fb7, 'LF', [1, 4], 10, { sfi: 0x01 }],
    ['ef-netpar', 'EF.NETPAR', 0x6fc4, 'TR', 128, 5, { content: 'FF*' }],
    ['ef-epsloci', 'EF.EPSLOCI', 0x6fe3, 'TR', 18, 5, { sfi: 0x1e, content: epsLociContent, services: [85] }],
    ['ef-epsnsc', 'EF.EPSNSC', 0x6fe4, 'LF', [1, 80], 5, { sfi: 0x18, content: 'FF*', services: [85] }],
  ]
}

/** DF.GSM-ACCESS. */
export const gsmAccessRows: readonly Row[] = [
  ['df-gsm-access', 'DF.GSM-ACCESS', 0x5f3b, 'DF', undefined, 14, { services: [27] }],
  ['ef-kc', 'EF.Kc', 0x4f20, 'TR', 9, 5, { sfi: 0x01, content: 'FF*07', services: [27] }],
  ['ef-kcgprs', 'EF.KcGPRS', 0x4f52, 'TR', 9, 5, { sfi: 0x02, content: 'FF*07', services: [27] }],
  ['ef-cpbcch', 'EF.CPBCCH', 0x4f63, 'TR', 10, 5, { content: 'FF*', services: [39] }],
  ['ef-invscan', 'EF.InvScan', 0x4f64, 'TR', 1, 2, { content: '00', services: [40] }],
]
