import { useLayoutEffect } from 'react'
import { usePlatform } from '../brand/platform.ts'
import { useOwnRole } from '../membership/own-role.ts'
import { accountTexts } from '../texts/account.ts'
import { pageTexts } from '../texts/page.ts'
import { say } from '../texts/text.ts'
import { Panel } from '../ui/layout/Panel.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { showOwnTitle } from '../ui/page/page-title.ts'

const texts = accountTexts.notFound

/** Shown in the frame under an address that no page has: a link may be for another account or another role. */
export function NotFound() {
  const { appName } = usePlatform()
  // before the router shows the title of the next page
  useLayoutEffect(() => showOwnTitle(`${pageTexts.notFound} - ${appName}`), [appName])
  const { role, enterprise } = useOwnRole()
  const text = role === '' ? texts.text : `${texts.text} ${say(texts.role, { role, enterprise })}`
  return (
    <>
      <PageHeader title={pageTexts.notFound} />
      <Panel>
        <EmptyState drawing="lost" title={texts.title} text={text} button={{ label: texts.home, to: '/' }} />
      </Panel>
    </>
  )
}
