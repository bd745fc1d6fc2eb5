import { df5gsVersions, dfSaipRows } from './five-gs.ts'
import { mfRows } from './mf.ts'
import { optUsimRows } from './opt-usim.ts'
import type { Row } from './template.ts'
import { usimRows } from './usim.ts'

/** EF.UST of version 2 of the USIM template. */
const UST_BYTES = 17

/** The rows of these components, in this order. A component named `new=old` is the row `old` under another name. */
function rowsOf(rows: readonly Row[], ...fields: readonly string[]): Row[] {
  return fields.map((field) => {
    const [name, source = name] = field.split('=') as [string, string?]
    const row = rows.find(([candidate]) => candidate === source)
    if (row === undefined) throw new TypeError(`there is no template row ${source}`)
    const [, ...rest] = row
    return [name, ...rest]
  })
}

const usim = usimRows(UST_BYTES)
const df5gs = df5gsVersions[3]!

/** The MF and ADF.USIM of a minimal IoT profile: the files of their own templates, in one element. */
export const iotRows: readonly Row[] = [
  ...rowsOf(mfRows, 'mf', 'ef-pl', 'ef-iccid', 'ef-dir', 'ef-arr', 'ef-umpc'),
  ...rowsOf(usim, 'adf-usim', 'ef-imsi', 'ef-arr-usim=ef-arr', 'ef-keys', 'ef-keysPS', 'ef-hpplmn'),
  ...rowsOf(usim, 'ef-ust', 'ef-start-hfn', 'ef-threshold', 'ef-psloci', 'ef-acc', 'ef-fplmn', 'ef-loci'),
  ...rowsOf(usim, 'ef-ad', 'ef-ecc', 'ef-netpar'),
]

/** The optional files of an IoT profile, with DF.5GS and DF.SAIP. */
export const optIotRows: readonly Row[] = [
  ...rowsOf(usim, 'ef-fdn', 'ef-sms', 'ef-smsp', 'ef-smss', 'ef-spn', 'ef-est'),
  ...rowsOf(optUsimRows, 'ef-oplmnwact', 'ef-hplmnwact', 'ef-ehplmn'),
  ...rowsOf(usim, 'ef-epsloci', 'ef-epsnsc'),
  ...rowsOf(df5gs, 'df-df-5gs', 'ef-5gs3gpploci', 'ef-5gsn3gpploci', 'ef-5gs3gppnsc', 'ef-5gsn3gppnsc'),
  ...rowsOf(df5gs, 'ef-5gauthkeys', 'ef-uac-aic', 'ef-suci-calc-info', 'ef-opl5g', 'ef-supi-nai=ef-supinai'),
  ...rowsOf(df5gs, 'ef-routing-indicator', 'ef-ursp', 'ef-tn3gppsnn'),
  ...dfSaipRows,
]
