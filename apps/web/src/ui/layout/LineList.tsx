import type { ReactNode } from 'react'
import classes from './LineList.module.css'

/** A short list of lines: each `<li>` has what it is, and next to it, at the right, what is known about it. */
export function LineList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>
}
