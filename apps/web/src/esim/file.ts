import type { CodeFile, FileForm } from '@simwright/contract/provisioning/delivery'
import { deliveryTexts } from '../texts/delivery.ts'
import { say, sayCount } from '../texts/text.ts'

const texts = deliveryTexts.files

/** Title of a file with codes or profiles. */
export const fileTitle = ({ form, format }: Pick<CodeFile, 'form' | 'format'>): string =>
  say(texts.forms[form], { format: format.toUpperCase() })

/** Whether a file is a list with one row per profile. The other forms are QR codes and labels. */
export const hasProfileRows = (form: FileForm): boolean => form === 'PROFILES' || form === 'CODES'

/** Number of profiles or codes in a file, as text. */
export const contentCount = ({ form }: Pick<CodeFile, 'form'>, count: number): string =>
  sayCount(hasProfileRows(form) ? texts.profiles : texts.codes, count)
