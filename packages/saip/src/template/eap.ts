import type { Row } from './template.ts'

/** DF.EAP (annex A, 9.8; ETSI TS 102 310). The profile element gives the identifier of the directory. */
export const eapRows: readonly Row[] = [
  ['df-eap', 'DF.EAP', undefined, 'DF', undefined, 14],
  ['ef-eapkeys', 'EF.EAPKEYS', 0x4f01, 'TR', undefined, 2],
  ['ef-eapstatus', 'EF.EAPSTATUS', 0x4f02, 'TR', 1, 2, { content: '00' }],
  ['ef-puid', 'EF.PUId', 0x4f03, 'TR', undefined, 2],
  ['ef-ps', 'EF.Ps', 0x4f04, 'TR', undefined, 5, { content: 'FF*' }],
  ['ef-curid', 'EF.CurID', 0x4f20, 'TR', undefined, 5, { content: 'FF*' }],
  ['ef-reid', 'EF.ReID', 0x4f21, 'TR', undefined, 5],
  ['ef-realm', 'EF.Realm', 0x4f22, 'TR', undefined, 5],
]
