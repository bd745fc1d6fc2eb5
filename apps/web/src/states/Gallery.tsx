import { useState } from 'react'
import classes from './Gallery.module.css'
import type { Scheme } from './show.tsx'
import type { StateList } from './state.ts'

const WIDTHS = [1440, 390] as const
const SCHEMES = ['light', 'dark'] as const

/** A list of all pages with their states, and the selected state in a frame. */
export function Gallery({ lists }: { lists: readonly StateList[] }) {
  const [[list, state], choose] = useState<[string, string]>([
    lists[0]?.name ?? '',
    Object.keys(lists[0]?.states ?? {})[0] ?? '',
  ])
  const [width, setWidth] = useState<number>(WIDTHS[0])
  const [scheme, setScheme] = useState<Scheme>('light')
  const address = `/states.html?${new URLSearchParams({ list, state, scheme })}`
  return (
    <div className={classes.gallery}>
      <nav className={classes.lists} aria-label="States">
        {lists.map(({ name, states }) => (
          <section key={name}>
            <h2 className={classes.name}>{name}</h2>
            {Object.keys(states).map((one) => (
              <button
                key={one}
                type="button"
                className={classes.state}
                aria-pressed={name === list && one === state}
                onClick={() => choose([name, one])}
              >
                {one}
              </button>
            ))}
          </section>
        ))}
      </nav>
      <main className={classes.main}>
        <div className={classes.bar}>
          <h1 className={classes.title}>
            {list}, {state}
          </h1>
          <Choice of={WIDTHS} value={width} onChange={setWidth} />
          <Choice of={SCHEMES} value={scheme} onChange={setScheme} />
          <a href={address} target="_blank" rel="noreferrer">
            By itself
          </a>
        </div>
        <div className={classes.stage}>
          <iframe key={address} className={classes.frame} style={{ width }} src={address} title={`${list}, ${state}`} />
        </div>
      </main>
    </div>
  )
}

type ChoiceProps<T> = { of: readonly T[]; value: T; onChange: (next: T) => void }

function Choice<T extends string | number>({ of, value, onChange }: ChoiceProps<T>) {
  return of.map((one) => (
    <button
      key={one}
      type="button"
      className={classes.state}
      aria-pressed={one === value}
      onClick={() => onChange(one)}
    >
      {one}
    </button>
  ))
}
