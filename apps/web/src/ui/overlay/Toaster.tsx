import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from '../../base/store.ts'
import { startTexts } from '../../texts/start.ts'
import { say } from '../../texts/text.ts'
import { CopyButton } from '../text/CopyButton.tsx'
import { dismissToast, shownToasts, type Toast } from '../toast.ts'
import classes from './Toaster.module.css'
import { useToastPosition } from './toast-position.ts'

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX }

/** Shows the notices; mounted once. A notice stays while it is hovered or focused. */
export function Toaster() {
  const toasts = useStore(shownToasts)
  const position = useToastPosition(toasts.length > 0)
  return (
    <section
      className={classes.toaster}
      style={{ top: position.top, left: position.middle, width: position.maxWidth }}
      aria-live="polite"
      aria-label={startTexts.notices}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  const Icon = icons[toast.tone]
  const act = () => {
    toast.action?.run()
    dismissToast(toast.id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notice open
    <div
      className={classes.toast}
      data-tone={toast.tone === 'info' ? 'accent' : toast.tone}
      role={toast.tone === 'error' ? 'alert' : 'group'}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className="grow">
        {toast.text}
        {toast.requestId && (
          <div className={classes.request}>
            {say(startTexts.requestId, { id: toast.requestId })}
            <CopyButton text={toast.requestId} name={startTexts.requestIdName} size={20} />
          </div>
        )}
      </div>
      {toast.action && (
        <Button size="compact-sm" variant="light" onClick={act}>
          {toast.action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={startTexts.dismiss} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
