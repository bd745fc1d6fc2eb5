import { Tabs } from '@mantine/core'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { GuideLink } from '../../../ui/text/GuideLink.tsx'
import { CallTab } from './CallTab.tsx'
import { CredentialTab } from './CredentialTab.tsx'
import { developerTexts as texts } from './developer-texts.ts'
import { KeyTab } from './KeyTab.tsx'
import { LimitTab } from './LimitTab.tsx'
import { OperatorTab } from './OperatorTab.tsx'
import { ToolTab } from './ToolTab.tsx'
import { WebhookTab } from './WebhookTab.tsx'

const tabs = [
  { id: 'keys', label: texts.tabs.keys, Tab: KeyTab },
  { id: 'open-api', label: texts.tabs.credentials, Tab: CredentialTab },
  { id: 'webhooks', label: texts.tabs.webhooks, Tab: WebhookTab },
  { id: 'operators', label: texts.tabs.operators, Tab: OperatorTab },
  { id: 'calls', label: texts.tabs.calls, Tab: CallTab },
  { id: 'limits', label: texts.tabs.limits, Tab: LimitTab },
  { id: 'tools', label: texts.tabs.tools, Tab: ToolTab },
] as const

/** Access of the enterprise account's programs, each kind in its tab. */
export function DeveloperPage() {
  const [search, , clearBut] = useAddress(pages.developer)
  const shown = tabs.find(({ id }) => id === search.tab) ?? tabs[0]
  return (
    <>
      <PageHeader
        title={pageTexts.developer}
        text={texts.purpose}
        actions={<GuideLink page="api">{texts.reference}</GuideLink>}
      />
      <Tabs
        value={shown.id}
        onChange={(id) => clearBut({ tab: tabs.find((tab) => tab.id === id)?.id })}
        keepMounted={false}
        className="over-table"
      >
        <TabList tabs={tabs} shown={shown.id} />
        {tabs.map(({ id, Tab }) => (
          <Tabs.Panel key={id} value={id}>
            <Tab />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
