import type { Row } from './template.ts'

/** The MF. */
export const mfRows: readonly Row[] = [
  ['mf', 'MF', 0x3f00, 'MF', undefined, 14],
  ['ef-pl', 'EF.PL', 0x2f05, 'TR', 2, 1, { sfi: 0x05, content: 'FF*' }],
  ['ef-iccid', 'EF.ICCID', 0x2fe2, 'TR', 10, 11],
  ['ef-dir', 'EF.DIR', 0x2f00, 'LF', undefined, 10, { sfi: 0x1e }],
  ['ef-arr', 'EF.ARR', 0x2f06, 'LF', undefined, 10],
  ['ef-umpc', 'EF.UMPC', 0x2f08, 'TR', 5, 10, { sfi: 0x08, content: 'FF*' }],
]

/** DF.CD. */
export const cdRows: readonly Row[] = [
  ['df-cd', 'DF.CD', 0x7f11, 'DF', undefined, 14],
  ['ef-launchpad', 'EF.LAUNCHPAD', 0x6f01, 'TR', undefined, 2],
  ['ef-icon', 'EF.ICON', undefined, 'TR', undefined, 2],
]

/** DF.PHONEBOOK. The profile element gives the identifier of files that have none here, within 4FXX. */
export const phonebookRows: readonly Row[] = [
  ['df-phonebook', 'DF.PHONEBOOK', 0x5f3a, 'DF', undefined, 14],
  ['ef-pbr', 'EF.PBR', 0x4f30, 'LF', undefined, 2],
  ['ef-ext1', 'EF.EXT1', undefined, 'LF', [undefined, 13], 5, { content: '00FF*' }],
  ['ef-aas', 'EF.AAS', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-gas', 'EF.GAS', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-psc', 'EF.PSC', 0x4f22, 'TR', 4, 5, { content: '00*' }],
  ['ef-cc', 'EF.CC', 0x4f23, 'TR', 2, 5, { content: '00*' }],
  ['ef-puid', 'EF.PUID', 0x4f24, 'TR', 2, 5, { content: '00*' }],
  ['ef-iap', 'EF.IAP', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-adn', 'EF.ADN', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-pbc', 'EF.PBC', undefined, 'LF', [undefined, 2], 5, { content: '00*' }],
  ['ef-anr', 'EF.ANR', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-puri', 'EF.PURI', undefined, 'LF', undefined, 5],
  ['ef-email', 'EF.EMAIL', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-sne', 'EF.SNE', undefined, 'LF', undefined, 5, { content: 'FF*' }],
  ['ef-uid', 'EF.UID', undefined, 'LF', [undefined, 2], 5, { content: '00*' }],
  ['ef-grp', 'EF.GRP', undefined, 'LF', undefined, 5, { content: '00*' }],
  ['ef-ccp1', 'EF.CCP1', undefined, 'LF', undefined, 5, { content: 'FF*' }],
]

/** DF.TELECOM, version 1, including DF.PHONEBOOK. */
export const telecomRows: readonly Row[] = [
  ['df-telecom', 'DF.TELECOM', 0x7f10, 'DF', undefined, 14],
  ['ef-arr', 'EF.ARR', 0x6f06, 'LF', undefined, 10],
  ['ef-rma', 'EF.RMA', 0x6f53, 'LF', undefined, 3],
  ['ef-sume', 'EF.SUME', 0x6f54, 'TR', 22, 3],
  ['ef-ice-dn', 'EF.ICE_DN', 0x6fe0, 'LF', [50, 24], 9, { content: 'FF*' }],
  ['ef-ice-ff', 'EF.ICE_FF', 0x6fe1, 'LF', undefined, 9, { content: 'FF*' }],
  ['ef-psismsc', 'EF.PSISMSC', 0x6fe5, 'LF', undefined, 5, { services: [12, 91] }],
  ['df-graphics', 'DF.GRAPHICS', 0x5f50, 'DF', undefined, 14],
  ['ef-img', 'EF.IMG', 0x4f20, 'LF', undefined, 2, { content: '00FF*' }],
  ['ef-iidf', 'EF.IIDF', undefined, 'TR', undefined, 2, { content: 'FF*' }],
  ['ef-ice-graphics', 'EF.ICE_GRAPHICS', 0x4f21, 'BT', undefined, 9, { content: 'FF*' }],
  ['ef-launch-scws', 'EF.LAUNCH_SCWS', 0x4f01, 'TR', undefined, 10],
  ['ef-icon', 'EF.ICON', undefined, 'TR', undefined, 10],
  ...phonebookRows,
  ['df-multimedia', 'DF.MULTIMEDIA', 0x5f3b, 'DF', undefined, 14, { services: [67] }],
  ['ef-mml', 'EF.MML', 0x4f47, 'BT', undefined, 5, { content: 'FF*', services: [67] }],
  ['ef-mmdf', 'EF.MMDF', 0x4f48, 'BT', undefined, 5, { content: 'FF*', services: [67] }],
  ['df-mmss', 'DF.MMSS', 0x5f3c, 'DF', undefined, 14],
  ['ef-mlpl', 'EF.MLPL', 0x4f20, 'TR', undefined, 2, { sfi: 0x01 }],
  ['ef-mspl', 'EF.MSPL', 0x4f21, 'TR', undefined, 2, { sfi: 0x02 }],
  ['ef-mmssmode', 'EF.MMSSMODE', 0x4f22, 'TR', 1, 2, { sfi: 0x03 }],
]

/** DF.TELECOM, version 2, which adds the files of MCS and V2X. */
export const telecomRowsV2: readonly Row[] = [
  ...telecomRows,
  ['df-mcs', 'DF.MCS', 0x5f3d, 'DF', undefined, 14, { services: [109] }],
  ['ef-mst', 'EF.MST', 0x4f01, 'TR', undefined, 2, { sfi: 0x01, services: [109] }],
  ['ef-mcs-config', 'EF.MCS_CONFIG', 0x4f02, 'BT', undefined, 2, { sfi: 0x02, services: [109] }],
  ['df-v2x', 'DF.V2X', 0x5f3e, 'DF', undefined, 14, { services: [119] }],
  ['ef-vst', 'EF.VST', 0x4f01, 'TR', undefined, 2, { sfi: 0x01, services: [119] }],
  ['ef-v2x-config', 'EF.V2X_CONFIG', 0x4f02, 'BT', undefined, 2, { sfi: 0x02, services: [119] }],
  ['ef-v2xp-pc5', 'EF.V2XP_PC5', 0x4f03, 'TR', undefined, 2, { services: [119] }],
  ['ef-v2xp-Uu', 'EF.V2XP_Uu', 0x4f04, 'TR', undefined, 2, { services: [119] }],
]
