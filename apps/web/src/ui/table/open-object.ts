import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { createStore } from '../../base/store.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import type { FrameEntry } from '../page/Navigation.tsx'
import { copyText } from '../text/CopyButton.tsx'
import { toast } from '../toast.ts'

export type ObjectAction = { id: string; label: string; icon: FrameEntry['icon']; run: () => void }

/** The action that copies a text; `name` names it ("ICCID"). */
export function copyAction(name: string, text: string): ObjectAction {
  const run = async () => {
    if (await copyText(text)) toast.success(say(uiTexts.copiedValue, { name }))
  }
  return { id: `copy ${name}`, label: say(uiTexts.copyValue, { name }), icon: IconCopy, run: () => void run() }
}

/** The object that the page shows: in a drawer or as a page of its own. */
export type OpenObject = {
  kind: 'profile' | 'configuration' | 'batch' | 'group' | 'campaign'
  id: string
  label: string
  /** What the command palette offers to do with the object. */
  actions: readonly ObjectAction[]
}

export const openObject = createStore<OpenObject | undefined>(undefined)

/** Makes the shown object known to the command palette and the recent items, until the component unmounts. */
export function useOpenObject(object: OpenObject | undefined): void {
  const own = useRef<OpenObject>(undefined)
  const clear = () => {
    if (openObject.get() === own.current) openObject.set(undefined)
  }
  useEffect(() => {
    if (object === undefined) clear()
    else openObject.set(object)
    own.current = object
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it unmounts
  useEffect(() => clear, [])
}
