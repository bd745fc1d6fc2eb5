import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '../../../brand/Brand.tsx'
import { PlatformFooter } from '../../../brand/PlatformFooter.tsx'
import { signInTexts } from '../../../texts/sign-in.ts'
import { say } from '../../../texts/text.ts'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { SchemeButton } from '../../../ui/page/SchemeButton.tsx'
import { AccountArt } from './AccountArt.tsx'
import classes from './AccountFrame.module.css'

const texts = signInTexts.panel

type AccountFrameProps = { title: string; text?: string; above?: ReactNode; children: ReactNode }

/** Layout of the pages before sign-in: what the product does on the left, the form on the right. */
export function AccountFrame({ title, text, above, children }: AccountFrameProps) {
  useFocusOnNext(title)
  return (
    <Grid columns="min(46%, 720px) minmax(0, 1fr)" singleBelow="62em" gap={0} className={classes.split}>
      <aside className={classes.panel}>
        <div className={`brand-name ${classes.brand}`}>
          <Brand size={28} />
        </div>
        <AccountArt />
        <div>
          <p className={classes.headline}>{texts.headline}</p>
          <p className={classes.about}>{say(texts.text)}</p>
          <ul className={classes.facts}>
            {texts.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      </aside>
      <Stack gap={0}>
        <Row as="header" justify="end" style={{ minHeight: 32, padding: '20px 24px 0' }}>
          <Link to="/" className={`brand-name ${classes.brand} ${classes.smallBrand}`}>
            <Brand size={26} />
          </Link>
          <SchemeButton />
        </Row>
        <main className={classes.main}>
          {above && <div style={{ marginBottom: 28 }}>{above}</div>}
          <h1 className={classes.title}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
          <div className={classes.content}>{children}</div>
        </main>
        <PlatformFooter />
      </Stack>
    </Grid>
  )
}

/** Focuses the title when the page goes on to its next step, whose button is gone. */
function useFocusOnNext(title: string): void {
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) void focusPage()
    shown.current = title
  }, [title])
}

/** The code for it is loaded when it is needed. */
async function focusPage(): Promise<void> {
  const focus = await import('../../../ui/page/page-focus.ts')
  focus.focusPage()
}
