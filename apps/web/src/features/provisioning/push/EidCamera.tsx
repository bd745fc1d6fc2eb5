import { isEid } from '@simwright/ids'
import { useState } from 'react'
import { say } from '../../../texts/text.ts'
import { CodeCamera } from '../../../ui/form/CodeCamera.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { pushTexts } from './push-texts.ts'

const texts = pushTexts.camera
const SHOWN = 40

type EidCameraProps = { isOpen: boolean; onClose: () => void; onRead: (eid: string) => void }

/** The EID in the text of a code, which may have a prefix. */
const eidIn = (text: string) => (text.replace(/[\s-]/g, '').match(/\d{32}/g) ?? []).find(isEid)

export function EidCamera({ isOpen, onClose, onRead }: EidCameraProps) {
  const [other, setOther] = useState<string>()
  const read = (text: string) => {
    const eid = eidIn(text)
    if (eid) onRead(eid)
    setOther(eid ? undefined : text)
  }
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={480}>
      <CodeCamera text={texts.text} onRead={read} note={other && say(texts.notEid, { text: other.slice(0, SHOWN) })} />
    </Dialog>
  )
}
