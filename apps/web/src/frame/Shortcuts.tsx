import { pages } from '../paths.ts'
import { say } from '../texts/text.ts'
import { Section } from '../ui/layout/Section.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { helpPanelTexts } from './help-panel-texts.ts'
import { type Help, helpTexts } from './help-texts.ts'
import { KeyList } from './KeyList.tsx'
import { usePageName } from './page-name.ts'

const texts = helpPanelTexts.shortcuts

/** Dialog with the keyboard shortcuts of every page and of the current one. */
export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const name = usePageName()
  const { keys = [] }: Help = helpTexts[name]
  const own = keys.filter((one) => !texts.all.some((other) => other.keys === one.keys))
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={520}>
      <Section title={texts.everywhere}>
        <KeyList keys={texts.all} />
      </Section>
      {own.length > 0 && (
        <Section title={say(texts.page, { page: pages[name].title })}>
          <KeyList keys={own} />
        </Section>
      )}
    </Dialog>
  )
}
