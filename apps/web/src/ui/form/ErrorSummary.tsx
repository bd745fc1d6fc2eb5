import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { uiTexts } from '../../texts/ui.ts'
import { Row } from '../layout/layout.tsx'
import classes from './ErrorSummary.module.css'

type ErrorSummaryProps = {
  /** Error by field path, as in the form. */
  errors: Record<string, ReactNode>
  /** Label of a field on the page. */
  labelOf: (path: string) => string
  /** Called before a field is focused, for forms that fold some of their fields. */
  onGo?: (path: string) => void
}

/** Lists all errors above a refused form; each focuses its field. Takes the focus if no field can. */
export function ErrorSummary({ errors, labelOf, onGo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const paths = Object.keys(errors)
  const isShown = paths.length > 0
  useEffect(() => {
    if (isShown && !box.current?.closest('form')?.querySelector('[aria-invalid="true"]')) box.current?.focus()
  }, [isShown])
  if (!isShown) return null
  const go = (path: string) => {
    flushSync(() => onGo?.(path))
    focusField(path)
  }
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <Row nowrap className="bold">
        <IconAlertCircle size={18} aria-hidden />
        {uiTexts.form.summary}
      </Row>
      <ul className="bullets" style={{ margin: '6px 0 0 8px' }}>
        {paths.map((path) => (
          <li key={path}>
            <button type="button" className={classes.fault} onClick={() => go(path)}>
              {labelOf(path)}
            </button>
            : {errors[path]}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Scrolls to and focuses the field whose `name` or `data-path` is the path or its longest prefix (for a field of
 * several values).
 */
function focusField(path: string): void {
  const names = path.split('.')
  const field = names.map((_, i) => fieldOf(names.slice(0, names.length - i).join('.'))).find((found) => found !== null)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

function fieldOf(path: string): HTMLElement | null {
  const name = CSS.escape(path)
  return document.querySelector<HTMLElement>(`[name="${name}"], [data-path="${name}"]`)
}
