import { type ReactNode, useEffect } from 'react'
import { Stack } from '../ui/layout/layout.tsx'
import { type Drawing, Illustration } from '../ui/page/Illustration.tsx'
import { showOwnTitle } from '../ui/page/page-title.ts'
import classes from './Head.module.css'
import { useSpeech } from './speech.ts'

type HeadProps = {
  drawing: Drawing
  title: string
  welcome?: string
  /** The state of the code or campaign; screen readers announce its changes. */
  state: { title: string; text: string; tone: 'ready' | 'done' | 'over' }
  /** A time that the reader must know. */
  time?: ReactNode
}

/** What the page offers, and its state. */
export function Head({ drawing, title, welcome, state, time }: HeadProps) {
  const { shownAs } = useSpeech()
  useEffect(() => (shownAs === 'page' ? showOwnTitle(title) : undefined), [title, shownAs])
  return (
    <Stack gap={0} align="center" style={{ paddingTop: 8, textAlign: 'center' }}>
      <Illustration name={drawing} />
      <h1 className={classes.title}>{title}</h1>
      {welcome && <p className={classes.text}>{welcome}</p>}
      <div aria-live="polite" className={classes.live}>
        <p className={classes.state} data-tone={state.tone}>
          {state.title}
        </p>
        <p className={classes.text}>{state.text}</p>
      </div>
      {time && <p className={classes.text}>{time}</p>}
    </Stack>
  )
}
