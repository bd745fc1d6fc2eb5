import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatform } from '../../platform/platform.ts'
import { accountTexts } from '../../texts/account.ts'
import { say } from '../../texts/text.ts'
import { SchemeButton } from '../../ui/SchemeButton.tsx'
import { AccountArt } from './AccountArt.tsx'
import classes from './AccountFrame.module.css'

const texts = accountTexts.panel

type AccountFrameProps = { title: string; text?: string; above?: ReactNode; children: ReactNode }

/** The pages before the sign-in: on the left what the product does, on the right the form. */
export function AccountFrame({ title, text, above, children }: AccountFrameProps) {
  const { appName, iconUrl } = usePlatform()
  return (
    <div className={classes.split}>
      <aside className={classes.panel}>
        <div className={classes.brand}>
          <img src={iconUrl} alt="" width={28} height={28} />
          {appName}
        </div>
        <AccountArt />
        <div className={classes.pitch}>
          <p className={classes.headline}>{texts.headline}</p>
          <p className={classes.about}>{say(texts.text)}</p>
          <ul className={classes.facts}>
            {texts.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      </aside>
      <div className={classes.side}>
        <header className={classes.top}>
          <Link to="/" className={classes.smallBrand}>
            <img src={iconUrl} alt="" width={26} height={26} />
            {appName}
          </Link>
          <SchemeButton />
        </header>
        <main className={classes.main}>
          {above && <div className={classes.above}>{above}</div>}
          <h1 className={classes.title}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
          <div className={classes.content}>{children}</div>
        </main>
      </div>
    </div>
  )
}
