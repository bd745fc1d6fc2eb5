import { Tabs } from '@mantine/core'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts as texts } from '../../../texts/delivery.ts'
import { pageTexts } from '../../../texts/page.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useAddress } from '../../../ui/url.ts'
import classes from './Delivery.module.css'
import { FileList } from './FileList.tsx'
import { LookList } from './LookList.tsx'
import { MailList } from './MailList.tsx'

/** How activation codes reach people. */
export function DeliveryPage() {
  const [search, , clearBut] = useAddress(pages.delivery)
  const mayExport = useAllowed('Fleet_Export')
  const asked = search.tab
  const shown = asked === 'mails' || (asked === 'files' && mayExport) ? asked : 'looks'
  const show = (tab: string | null) => {
    clearBut({ tab: tab === 'mails' || tab === 'files' ? tab : undefined })
  }
  return (
    <>
      <PageHeader title={pageTexts.delivery} text={texts.purpose} />
      <Tabs value={shown} onChange={show} keepMounted={false} className={classes.tabs}>
        <Tabs.List className={classes.list}>
          <Tabs.Tab value="looks">{texts.tabs.looks}</Tabs.Tab>
          <Tabs.Tab value="mails">{texts.tabs.mails}</Tabs.Tab>
          {mayExport && <Tabs.Tab value="files">{texts.tabs.files}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="looks">
          <LookList />
        </Tabs.Panel>
        <Tabs.Panel value="mails">
          <MailList />
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
