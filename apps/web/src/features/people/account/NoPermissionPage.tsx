import { accountTexts } from '../../../texts/account.ts'
import { LonePage } from './LonePage.tsx'

const texts = accountTexts.noPermission

export function NoPermissionPage() {
  return <LonePage drawing="locked" title={texts.title} text={texts.text} way={{ label: texts.home, to: '/' }} />
}
