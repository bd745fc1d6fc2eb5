import type { Row } from './template.ts'

/** ADF.ISIM (annex A, 9.6.1). Services are those of EF.IST. */
export const isimRows: readonly Row[] = [
  ['adf-isim', 'ADF.ISIM', undefined, 'ADF', undefined, 14],
  ['ef-impi', 'EF.IMPI', 0x6f02, 'TR', undefined, 2, { sfi: 0x02 }],
  ['ef-impu', 'EF.IMPU', 0x6f04, 'LF', [1, undefined], 2, { sfi: 0x04 }],
  ['ef-domain', 'EF.DOMAIN', 0x6f03, 'TR', undefined, 2, { sfi: 0x05 }],
  ['ef-ist', 'EF.IST', 0x6f07, 'TR', 14, 2, { sfi: 0x07 }],
  ['ef-ad', 'EF.AD', 0x6fad, 'TR', 3, 10, { sfi: 0x03, content: '000000' }],
  ['ef-arr', 'EF.ARR', 0x6f06, 'LF', undefined, 10, { sfi: 0x06 }],
]

/** Optional files of ADF.ISIM, version 1. */
export const optIsimRows: readonly Row[] = [
  ['ef-pcscf', 'EF.P-CSCF', 0x6f09, 'LF', [1, undefined], 2, { services: [1, 5] }],
  ['ef-sms', 'EF.SMS', 0x6f3c, 'LF', [10, 176], 5, { content: '00FF*', services: [6, 8] }],
  ['ef-smsp', 'EF.SMSP', 0x6f42, 'LF', [1, 38], 5, { content: 'FF*', services: [8] }],
  ['ef-smss', 'EF.SMSS', 0x6f43, 'TR', 2, 5, { content: 'FF*', services: [6, 8] }],
  ['ef-smsr', 'EF.SMSR', 0x6f47, 'LF', [10, 30], 5, { content: '00FF*', services: [7, 8] }],
  ['ef-gbabp', 'EF.GBABP', 0x6fd5, 'TR', undefined, 5, { content: 'FF*', services: [2] }],
  ['ef-gbanl', 'EF.GBANL', 0x6fd7, 'LF', undefined, 2, { content: 'FF*', services: [2] }],
  ['ef-nafkca', 'EF.NAFKCA', 0x6fdd, 'LF', undefined, 2, { content: 'FF*', services: [2, 4] }],
  ['ef-uicciari', 'EF.UICCIARI', 0x6fe7, 'LF', undefined, 2, { services: [10] }],
]

/** Optional files of ADF.ISIM, version 2. */
export const optIsimRowsV2: readonly Row[] = [
  ...optIsimRows,
  ['ef-frompreferred', 'EF.FromPreferred', 0x6ff7, 'TR', 1, 2, { content: '00', services: [17] }],
  ['ef-imsconfigdata', 'EF.IMSConfigData', 0x6ff8, 'BT', undefined, 2, { services: [18] }],
  ['ef-xcapconfigdata', 'EF.XCAPConfigData', 0x6ffc, 'BT', undefined, 2, { services: [19] }],
  ['ef-webrtcuri', 'EF.WebRTCURI', 0x6ffa, 'LF', undefined, 2, { services: [20] }],
  ['ef-mudmidconfigdata', 'EF.MuDMiDConfigData', 0x6ffe, 'BT', undefined, 2, { services: [21] }],
]
