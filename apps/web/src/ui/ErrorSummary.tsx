import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { uiTexts } from '../texts/ui.ts'
import classes from './ErrorSummary.module.css'

type ErrorSummaryProps = {
  /** Path of the field and what is wrong with it, as the form keeps them. */
  errors: Record<string, ReactNode>
  /** What a field is called on the page. */
  labelOf: (path: string) => string
}

/** On top of a form that was refused: all faults, each leading to its field. Takes the focus when it comes up. */
export function ErrorSummary({ errors, labelOf }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const paths = Object.keys(errors)
  const isShown = paths.length > 0
  useEffect(() => {
    if (isShown) box.current?.focus()
  }, [isShown])
  if (!isShown) return null
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <div className={classes.title}>
        <IconAlertCircle size={18} aria-hidden />
        {uiTexts.form.summary}
      </div>
      <ul className={classes.faults}>
        {paths.map((path) => (
          <li key={path}>
            <button type="button" className={classes.fault} onClick={() => focusField(path)}>
              {labelOf(path)}
            </button>
            : {errors[path]}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Brings the field of a path into view; fields carry their path as `name` or `data-path`. A field of many values stands for each of them. */
function focusField(path: string): void {
  const parts = path.split('.')
  const field = parts.map((_, i) => fieldOf(parts.slice(0, parts.length - i).join('.'))).find((found) => found !== null)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

function fieldOf(path: string): HTMLElement | null {
  const name = CSS.escape(path)
  return document.querySelector<HTMLElement>(`[name="${name}"], [data-path="${name}"]`)
}
