import type { ReactNode } from 'react'
import { Brand } from '../../../brand/Brand.tsx'
import { SchemeButton } from '../../../ui/SchemeButton.tsx'
import classes from './PublicFrame.module.css'

/** Layout of the public pages, narrow for phones; shows the platform's brand once the code's platform is known. */
export function PublicFrame({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>{isKnown && <Brand size={26} />}</span>
        <SchemeButton />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
