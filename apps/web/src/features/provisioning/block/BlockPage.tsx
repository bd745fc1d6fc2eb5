import { Button, Tabs } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { blockTexts as texts } from '../../../texts/block.ts'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { AddBlockDialog } from './AddBlockDialog.tsx'
import { BlockList } from './BlockList.tsx'
import { HitList } from './HitList.tsx'

const tabs = [
  { id: 'blocks', label: texts.tabs.blocks },
  { id: 'hits', label: texts.tabs.hits },
]

/** The block rules, and the devices that they refused. */
export function BlockPage() {
  const [search, , clearBut] = useAddress(pages.block)
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAllowed('Block_Edit')
  useAskedDialog({ new: mayEdit && (() => setIsAdding(true)) })
  const shown = search.log === 'hits' ? 'hits' : 'blocks'
  const show = (log: 'hits' | undefined, block?: string) => {
    clearBut({ log, block })
  }
  return (
    <>
      <PageHeader
        title={pageTexts.block}
        text={texts.purpose}
        actions={
          <Allowed need="Block_Edit">
            <Button leftSection={<IconBan size={16} />} onClick={() => setIsAdding(true)}>
              {texts.add}
            </Button>
          </Allowed>
        }
      />
      <Tabs
        value={shown}
        onChange={(tab) => show(tab === 'hits' ? 'hits' : undefined)}
        keepMounted={false}
        className="over-table"
      >
        <TabList tabs={tabs} shown={shown} />
        <Tabs.Panel value="blocks">
          <BlockList mayEdit={mayEdit} onHits={(id) => show('hits', id)} />
        </Tabs.Panel>
        <Tabs.Panel value="hits">
          <HitList blockId={search.block} onAll={() => show('hits')} />
        </Tabs.Panel>
      </Tabs>
      {mayEdit && <AddBlockDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />}
    </>
  )
}
