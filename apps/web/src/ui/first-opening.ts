import { useEffect, useState } from 'react'

type Opening = {
  /** False until the dialog is opened for the first time: there is nothing to render. */
  isMounted: boolean
  isOpen: boolean
}

/**
 * Mounts a dialog when it is opened for the first time, not with its page: a closed dialog has a dozen components. It is
 * mounted closed and then opened, so that the first opening is animated like the others; a dialog that is open when its
 * page is mounted, as one in the address, is shown at once.
 */
export function useFirstOpening(isOpen: boolean): Opening {
  const [wasMounted, setWasMounted] = useState(isOpen)
  useEffect(() => {
    if (isOpen) queueMicrotask(() => setWasMounted(true))
  }, [isOpen])
  return { isMounted: wasMounted || isOpen, isOpen: wasMounted && isOpen }
}
