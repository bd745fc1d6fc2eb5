import { useEffect } from 'react'
import { useFrameAddress } from '../../base/url.ts'

/** The dialog that a link to a page can ask for: the one that creates something, or the one that imports a file. */
type AskedDialog = 'new' | 'import'

/**
 * Opens the dialog that the address asks for (`dialog=new`), once: the name is then removed from the address. An absent
 * function, because the user may not use the dialog, opens nothing.
 */
export function useAskedDialog(open: { readonly [Name in AskedDialog]?: (() => void) | false | undefined }): void {
  const [{ dialog }, change] = useFrameAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request in the address
  useEffect(() => {
    if (dialog === undefined) return
    change({ dialog: undefined })
    const ask = open[dialog]
    if (ask) ask()
  }, [dialog])
}
