import type { ReactNode } from 'react'
import { suspensionTexts } from '../texts/suspension.ts'
import classes from './Withheld.module.css'

/** Controls that a suspension of the enterprise account disables: they are shown, with the reason, and do nothing. */
export function Withheld({ children }: { children: ReactNode }) {
  return (
    <fieldset
      disabled
      className={classes.withheld}
      title={suspensionTexts.withheld}
      aria-label={suspensionTexts.withheld}
    >
      <span inert className={classes.controls}>
        {children}
      </span>
    </fieldset>
  )
}
