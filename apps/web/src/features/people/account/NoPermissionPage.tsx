import { accountTexts } from '../../../texts/account.ts'
import { MessagePage } from './MessagePage.tsx'

const texts = accountTexts.noPermission

export function NoPermissionPage() {
  return <MessagePage drawing="locked" title={texts.title} text={texts.text} link={{ label: texts.home, to: '/' }} />
}
