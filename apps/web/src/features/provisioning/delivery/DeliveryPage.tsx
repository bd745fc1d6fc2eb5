import { Tabs } from '@mantine/core'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts as texts } from '../../../texts/delivery.ts'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { EndUserTab } from './EndUserTab.tsx'
import { FileList } from './FileList.tsx'
import { LeakList } from './LeakList.tsx'
import { MailList } from './MailList.tsx'
import { PlannedList } from './PlannedList.tsx'
import { QrPresetList } from './QrPresetList.tsx'

const isTab = (name: string | null) =>
  name === 'planned' || name === 'mails' || name === 'leaks' || name === 'files' || name === 'pages'

/** Styles of QR codes, planned deliveries, e-mails with codes, and files with codes. */
export function DeliveryPage() {
  const [search, , clearBut] = useAddress(pages.delivery)
  const mayExport = useAllowed('Fleet_Export')
  const { tab } = search
  const shown =
    tab === 'planned' || tab === 'mails' || tab === 'leaks' || tab === 'pages' || (tab === 'files' && mayExport)
      ? tab
      : 'presets'
  const tabs = [
    { id: 'presets', label: texts.tabs.looks },
    { id: 'pages', label: texts.tabs.endUser },
    { id: 'planned', label: texts.tabs.planned },
    { id: 'mails', label: texts.tabs.mails },
    { id: 'leaks', label: texts.tabs.leaks },
    ...(mayExport ? [{ id: 'files', label: texts.tabs.files }] : []),
  ]
  const show = (next: string | null) => {
    clearBut({ tab: isTab(next) ? next : undefined })
  }
  return (
    <>
      <PageHeader title={pageTexts.delivery} text={texts.purpose} />
      <Tabs value={shown} onChange={show} keepMounted={false} className="over-table">
        <TabList tabs={tabs} shown={shown} />
        <Tabs.Panel value="presets">
          <QrPresetList />
        </Tabs.Panel>
        <Tabs.Panel value="pages">
          <EndUserTab />
        </Tabs.Panel>
        <Tabs.Panel value="planned">
          <PlannedList />
        </Tabs.Panel>
        <Tabs.Panel value="mails">
          <MailList />
        </Tabs.Panel>
        <Tabs.Panel value="leaks">
          <LeakList />
        </Tabs.Panel>
        {mayExport && (
          <Tabs.Panel value="files">
            <FileList />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  )
}
