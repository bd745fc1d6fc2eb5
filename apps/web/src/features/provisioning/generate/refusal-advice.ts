import type { ProblemName } from '@simwright/contract/problem'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import type { Problem } from '../../../api/problem.ts'
import { generateTexts } from '../../../texts/generate.ts'

const { advice } = generateTexts.file

/** What to do about a file that was refused as a whole. */
const adviceByName: Partial<Record<ProblemName, string>> = {
  file_empty: advice.kind,
  header_wrong: advice.format,
  column_missing: advice.format,
  column_unknown: advice.format,
  column_twice: advice.format,
  rows_too_many: advice.size,
  file_too_large: advice.size,
  pgp_too_large: advice.size,
  pgp_other_key: advice.pgpKey,
  pgp_damaged: advice.pgpDamaged,
  xlsx_damaged: advice.xlsx,
  csv_malformed: advice.csv,
  file_kind_unknown: advice.kind,
  parsing_too_long: advice.again,
}

export function adviceFor({ code }: Problem): string | undefined {
  const name = (Object.keys(problemCodes) as ProblemName[]).find((one) => problemCodes[one] === code)
  return name && adviceByName[name]
}
