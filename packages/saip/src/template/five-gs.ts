import type { Row } from './template.ts'

/** No temporary identity, no tracking area, status "not updated". */
const lociContent = 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000001'

/**
 * The files that all versions of DF.5GS have. `nsc` is the number and size of the records with security contexts, in
 * which the versions differ.
 */
function df5gsRows(nsc: readonly [recordCount: number, recordSize: number]): readonly Row[] {
  return [
    ['df-df-5gs', 'DF.5GS', 0x5fc0, 'DF', undefined, 14, { services: [122, 126, 127, 128, 129, 130] }],
    ['ef-5gs3gpploci', 'EF.5GS3GPPLOCI', 0x4f01, 'TR', 20, 5, { sfi: 0x01, content: lociContent, services: [122] }],
    ['ef-5gsn3gpploci', 'EF.5GSN3GPPLOCI', 0x4f02, 'TR', 20, 5, { sfi: 0x02, content: lociContent, services: [122] }],
    ['ef-5gs3gppnsc', 'EF.5GS3GPPNSC', 0x4f03, 'LF', nsc, 5, { sfi: 0x03, content: 'FF*', services: [122] }],
    ['ef-5gsn3gppnsc', 'EF.5GSN3GPPNSC', 0x4f04, 'LF', nsc, 5, { sfi: 0x04, content: 'FF*', services: [122] }],
    ['ef-5gauthkeys', 'EF.5GAUTHKEYS', 0x4f05, 'TR', 110, 5, { sfi: 0x05, services: [123] }],
    ['ef-uac-aic', 'EF.UAC_AIC', 0x4f06, 'TR', 4, 2, { sfi: 0x06, services: [126] }],
    [
      'ef-suci-calc-info',
      'EF.SUCI_Calc_Info',
      0x4f07,
      'TR',
      undefined,
      2,
      { sfi: 0x07, content: 'FF*', services: [124] },
    ],
    ['ef-opl5g', 'EF.OPL5G', 0x4f08, 'LF', [undefined, 10], 10, { sfi: 0x08, content: 'FF*', services: [129] }],
    ['ef-supinai', 'EF.SUPI_NAI', 0x4f09, 'TR', undefined, 2, { sfi: 0x09, services: [130] }],
    [
      'ef-routing-indicator',
      'EF.Routing_Indicator',
      0x4f0a,
      'TR',
      4,
      2,
      { sfi: 0x0a, content: 'F0FFFFFF', services: [124] },
    ],
  ]
}

/** The files that version 2 adds. */
const later: readonly Row[] = [
  ['ef-ursp', 'EF.URSP', 0x4f0b, 'BT', undefined, 2, { content: 'FF*', services: [132] }],
  ['ef-tn3gppsnn', 'EF.TN3GPPSNN', 0x4f0c, 'TR', 1, 2, { sfi: 0x0c, content: '00', services: [135] }],
]

/** The files that version 4 adds. */
const latest: readonly Row[] = [
  ['ef-cag', 'EF.CAG', 0x4f0d, 'TR', 2, 2, { sfi: 0x0d, services: [137] }],
  ['ef-sor-cmci', 'EF.SOR-CMCI', 0x4f0e, 'TR', undefined, 2, { sfi: 0x0e, services: [138] }],
  ['ef-dri', 'EF.DRI', 0x4f0f, 'TR', 7, 2, { sfi: 0x0f, services: [150] }],
  ['ef-5gsedrx', 'EF.5GSeDRX', 0x4f10, 'TR', 2, 2, { sfi: 0x10, services: [141] }],
  ['ef-5gnswo-conf', 'EF.5GNSWO_CONF', 0x4f11, 'TR', 1, 2, { sfi: 0x11, services: [142] }],
  ['ef-mchpplmn', 'EF.MCHPPLMN', 0x4f15, 'TR', 1, 2, { sfi: 0x15, services: [144] }],
  ['ef-kausf-derivation', 'EF.KAUSF_DERIVATION', 0x4f16, 'TR', 1, 2, { sfi: 0x16, services: [145] }],
]

/** DF.5GS of an ADF.USIM (annex A, 9.5.11): versions 1 to 4. */
export const df5gsVersions: readonly (readonly Row[])[] = [
  df5gsRows([1, 57]),
  [...df5gsRows([1, 57]), ...later],
  [...df5gsRows([2, 62]), ...later],
  [...df5gsRows([2, 62]), ...later, ...latest],
]

/** DF.SAIP, for a USIM that calculates the SUCI itself (annex A, 9.5.12). */
export const dfSaipRows: readonly Row[] = [
  ['df-df-saip', 'DF.SAIP', 0x5fd0, 'DF', undefined, 14, { services: [124, 125] }],
  ['ef-suci-calc-info-usim', 'EF.SUCI_Calc_Info_USIM', 0x4f01, 'TR', undefined, 3, { content: 'FF*', services: [125] }],
]

/** DF.SNPN, for stand-alone non-public networks (annex A, 9.5.13). */
export const dfSnpnRows: readonly Row[] = [
  ['df-df-snpn', 'DF.SNPN', 0x5fe0, 'DF', undefined, 14, { services: [143] }],
  ['ef-pws-snpn', 'EF.PWS_SNPN', 0x4f01, 'TR', 1, 10, { services: [143] }],
]

/** DF.5G_ProSe, for proximity services (annex A, 9.5.14). */
export const df5gProseRows: readonly Row[] = [
  ['df-df-5g-prose', 'DF.5G_ProSe', 0x5ff0, 'DF', undefined, 14, { services: [139] }],
  ['ef-5g-prose-st', 'EF.5G_PROSE_ST', 0x4f01, 'TR', 1, 2, { sfi: 0x01, services: [139] }],
  ['ef-5g-prose-dd', 'EF.5G_PROSE_DD', 0x4f02, 'TR', 26, 2, { sfi: 0x02, services: [139] }],
  ['ef-5g-prose-dc', 'EF.5G_PROSE_DC', 0x4f03, 'TR', 12, 2, { sfi: 0x03, services: [139] }],
  ['ef-5g-prose-u2nru', 'EF.5G_PROSE_U2NRU', 0x4f04, 'TR', 32, 2, { sfi: 0x04, services: [139] }],
  ['ef-5g-prose-ru', 'EF.5G_PROSE_RU', 0x4f05, 'TR', 29, 2, { sfi: 0x05, services: [139] }],
  ['ef-5g-prose-uir', 'EF.5G_PROSE_UIR', 0x4f06, 'TR', 32, 2, { sfi: 0x06, services: [139] }],
]
