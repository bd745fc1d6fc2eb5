import type { ElementKind } from '../codec/profile-element.ts'
import { csimRows, optCsimRows } from './csim.ts'
import { eapRows } from './eap.ts'
import { df5gProseRows, df5gsVersions, dfSaipRows, dfSnpnRows } from './five-gs.ts'
import { iotRows, optIotRows } from './iot.ts'
import { isimRows, optIsimRows, optIsimRowsV2 } from './isim.ts'
import { cdRows, mfRows, phonebookRows, telecomRows, telecomRowsV2 } from './mf.ts'
import { optUsimRows, optUsimRowsV2 } from './opt-usim.ts'
import { type FileTemplate, filesOf, type Row } from './template.ts'
import { gsmAccessRows, usimRows } from './usim.ts'

/**
 * The OID arc of the templates: {joint-iso-itu-t(2) international-organizations(23) tca(143) euicc-profile(1)
 * template(2)}.
 */
const arc = '2.23.143.1.2'

/** Elements whose files are created without being mentioned: the MF and the applications. */
const createdByDefault: ReadonlySet<ElementKind> = new Set(['mf', 'usim', 'isim', 'csim', 'iot'])

/** A template with its OID. */
function template(suffix: string, element: ElementKind, rows: readonly Row[]): FileTemplate {
  return { oid: `${arc}.${suffix}`, element, createdByDefault: createdByDefault.has(element), files: filesOf(rows) }
}

/** The file structure templates of annex A. */
export const fileTemplates: readonly FileTemplate[] = [
  template('1', 'mf', mfRows),
  template('2', 'cd', cdRows),
  template('3', 'telecom', telecomRows),
  template('3.2', 'telecom', telecomRowsV2),
  template('4', 'usim', usimRows(14)),
  template('4.2', 'usim', usimRows(17)),
  template('5', 'opt-usim', optUsimRows),
  template('5.2', 'opt-usim', optUsimRowsV2),
  template('5.3', 'opt-usim', optUsimRowsV2),
  template('6', 'phonebook', phonebookRows),
  template('7', 'gsm-access', gsmAccessRows),
  template('8', 'isim', isimRows),
  template('9', 'opt-isim', optIsimRows),
  template('9.2', 'opt-isim', optIsimRowsV2),
  template('10', 'csim', csimRows),
  template('10.2', 'csim', csimRows),
  template('11', 'opt-csim', optCsimRows),
  template('11.2', 'opt-csim', optCsimRows),
  template('12', 'eap', eapRows),
  template('13', 'df-5gs', df5gsVersions[0]!),
  template('13.2', 'df-5gs', df5gsVersions[1]!),
  template('13.3', 'df-5gs', df5gsVersions[2]!),
  template('13.4', 'df-5gs', df5gsVersions[3]!),
  template('14', 'df-saip', dfSaipRows),
  template('15', 'df-snpn', dfSnpnRows),
  template('16', 'df-5gprose', df5gProseRows),
  template('17', 'iot', iotRows),
  template('18', 'opt-iot', optIotRows),
]

const byOid = new Map(fileTemplates.map((entry) => [entry.oid, entry]))

/** The template with this OID, or undefined if it is unknown. */
export function findTemplate(oid: string): FileTemplate | undefined {
  return byOid.get(oid)
}
