import { Tabs } from '@mantine/core'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts as texts } from '../../../texts/delivery.ts'
import { pageTexts } from '../../../texts/page.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useAddress } from '../../../ui/url.ts'
import classes from './Delivery.module.css'
import { FileList } from './FileList.tsx'
import { MailList } from './MailList.tsx'
import { QrPresetList } from './QrPresetList.tsx'

/** Styles of QR codes, e-mails with codes, and files with codes. */
export function DeliveryPage() {
  const [search, , clearBut] = useAddress(pages.delivery)
  const mayExport = useAllowed('Fleet_Export')
  const { tab } = search
  const shown = tab === 'mails' || (tab === 'files' && mayExport) ? tab : 'presets'
  const show = (next: string | null) => {
    clearBut({ tab: next === 'mails' || next === 'files' ? next : undefined })
  }
  return (
    <>
      <PageHeader title={pageTexts.delivery} text={texts.purpose} />
      <Tabs value={shown} onChange={show} keepMounted={false} className={classes.tabs}>
        <Tabs.List className={classes.list}>
          <Tabs.Tab value="presets">{texts.tabs.looks}</Tabs.Tab>
          <Tabs.Tab value="mails">{texts.tabs.mails}</Tabs.Tab>
          {mayExport && <Tabs.Tab value="files">{texts.tabs.files}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="presets">
          <QrPresetList />
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
