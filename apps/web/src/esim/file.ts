import type { CodeFile, FileForm } from '@simwright/contract/provisioning/delivery'
import { deliveryTexts } from '../texts/delivery.ts'
import { say, sayCount } from '../texts/text.ts'

const texts = deliveryTexts.files

/** A file with codes or profiles by its name. */
export const fileTitle = ({ form, format }: Pick<CodeFile, 'form' | 'format'>): string =>
  say(texts.forms[form], { format: format.toUpperCase() })

/** Whether a file has a line for each profile, rather than codes. */
export const hasProfileRows = (form: FileForm): boolean => form === 'PROFILES' || form === 'CODES'

/** How much is in it. */
export const fileSize = ({ form }: Pick<CodeFile, 'form'>, count: number): string =>
  sayCount(hasProfileRows(form) ? texts.profiles : texts.codes, count)
