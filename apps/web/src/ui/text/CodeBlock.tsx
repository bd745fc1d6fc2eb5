import type { ReactNode } from 'react'
import classes from './CodeBlock.module.css'

/** Code or a record as it was sent; scrolls if it is long. */
export function CodeBlock({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={classes.code} tabIndex={0}>
      {children}
    </pre>
  )
}
