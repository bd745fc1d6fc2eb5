import { type Fault, type ParsedInputOf, Problem } from '@simwright/contract'
import type { updateParam } from '@simwright/contract/programs/open-api'
import type { Metadata } from '@simwright/contract/programs/open-api-field'
import type { SignedInput } from '@simwright/contract/programs/signed-call'
import type * as batch from '@simwright/contract/provisioning/batch'

type SingleInput = Omit<ParsedInputOf<typeof batch.single>, 'configurationId'>

/** The metadata of a profile, in the words of quick generate. Some fields have two spellings. */
export function singleOf(metadata: Metadata): SingleInput {
  const { cc, msidn, impuList, multiImsiDataList: _, ...fields } = metadata
  return {
    ...fields,
    msisdn: fields.msisdn ?? msidn,
    impu: fields.impu ?? impuList,
    confirmationCode: cc,
    makeKeys: false,
  }
}

/** Changed parameters, in the words of quick generate. */
export function changeOf(sent: Omit<SignedInput<typeof updateParam>, 'iccid'>): Partial<SingleInput> {
  const { msidn, impuList, hplmn, ehplmn, fplmn, oplmn, ...fields } = sent
  return {
    ...fields,
    msisdn: fields.msisdn ?? msidn,
    impu: fields.impu ?? impuList,
    hplmnList: hplmn,
    ehplmnList: ehplmn,
    fplmnList: fplmn,
    oplmnList: oplmn,
  }
}

type Names = Readonly<Record<string, string>>

/** The fields of a profile that the open API calls differently. */
const openNames: Names = { confirmationCode: 'cc' }

export const openName = (field: string): string => openNames[field] ?? field

export const withOpenName = (fault: Fault, names: Names = {}): Fault => ({
  ...fault,
  path: names[fault.path] ?? openName(fault.path),
})

/** Faults name the fields as the open API does. */
export async function withOpenNames<T>(work: Promise<T>, names: Names = {}): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || !error.faults) throw error
    throw new Problem(error.kind, {}, { faults: error.faults.map((one) => withOpenName(one, names)), cause: error })
  }
}
