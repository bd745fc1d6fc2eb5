import type { ReactNode } from 'react'
import { usePlatform } from '../../platform/platform.ts'
import { SchemeButton } from '../../ui/SchemeButton.tsx'
import classes from './PublicFrame.module.css'

/** A narrow page for a phone in the hand, with the platform's name on top. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { appName, iconUrl } = usePlatform()
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <img src={iconUrl} alt="" width={26} height={26} />
          {appName}
        </span>
        <SchemeButton />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
