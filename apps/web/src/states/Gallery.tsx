import { type KeyboardEvent, useRef, useState } from 'react'
import { findStates, type StateKey } from './find-state.ts'
import classes from './Gallery.module.css'
import type { Scheme } from './show.tsx'
import type { StateList } from './state.ts'

type View = { name: string; width: number; scheme: Scheme }

const VIEWS: readonly View[] = [
  { name: '1440 light', width: 1440, scheme: 'light' },
  { name: '1440 dark', width: 1440, scheme: 'dark' },
  { name: '390 light', width: 390, scheme: 'light' },
  { name: '390 dark', width: 390, scheme: 'dark' },
]
const HEIGHT = 900
/** Scale of the four views next to each other. */
const SMALL = 0.5

/** A searchable list of all states, and the selected one in one view or in all four. */
export function Gallery({ lists }: { lists: readonly StateList[] }) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState<StateKey>(() => readHash() ?? findStates(lists, '')[0] ?? { list: '', state: '' })
  const [view, setView] = useState<View>()
  const show = (next: StateKey) => {
    setShown(next)
    history.replaceState(null, '', `#${new URLSearchParams(next)}`)
  }
  return (
    <div className={classes.gallery}>
      <StateMenu found={findStates(lists, text)} shown={shown} onShow={show} text={text} onText={setText} />
      <main className={classes.main}>
        <div className={classes.bar}>
          <h1 className={classes.title}>
            {shown.list}, {shown.state}
          </h1>
          <ViewButton name="All views" isOn={view === undefined} onClick={() => setView(undefined)} />
          {VIEWS.map((one) => (
            <ViewButton key={one.name} name={one.name} isOn={one === view} onClick={() => setView(one)} />
          ))}
        </div>
        <div className={classes.stage}>
          {(view ? [view] : VIEWS).map((one) => (
            <Frame key={one.name} shown={shown} view={one} scale={view ? 1 : SMALL} />
          ))}
        </div>
      </main>
    </div>
  )
}

/** The state in the address, so that a reload shows it again. */
function readHash(): StateKey | undefined {
  const { list, state } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  return list && state ? { list, state } : undefined
}

type StateMenuProps = {
  found: readonly StateKey[]
  shown: StateKey
  onShow: (next: StateKey) => void
  text: string
  onText: (text: string) => void
}

/** The search and the states that it finds; the arrow keys up and down show the previous and the next of them. */
function StateMenu({ found, shown, onShow, text, onText }: StateMenuProps) {
  const menu = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = found.findIndex((one) => isSame(one, shown))
    const next = at < 0 ? 0 : at + by
    if (!found[next]) return
    onShow(found[next])
    menu.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <nav className={classes.lists} aria-label="States" ref={menu} onKeyDown={onKeyDown}>
      <input
        type="search"
        className={classes.search}
        aria-label="Search"
        placeholder={`Search ${found.length} states`}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {found.length === 0 && <p>No state has these words in its name.</p>}
      {[...new Set(found.map(({ list }) => list))].map((list) => (
        <section key={list}>
          <h2 className={classes.name}>{list}</h2>
          {found
            .filter((one) => one.list === list)
            .map((one) => (
              <button
                key={one.state}
                type="button"
                className={classes.state}
                aria-current={isSame(one, shown)}
                onClick={() => onShow(one)}
              >
                {one.state}
              </button>
            ))}
        </section>
      ))}
    </nav>
  )
}

const isSame = (one: StateKey, other: StateKey) => one.list === other.list && one.state === other.state

type ViewButtonProps = { name: string; isOn: boolean; onClick: () => void }

function ViewButton({ name, isOn, onClick }: ViewButtonProps) {
  return (
    <button type="button" className={classes.state} aria-pressed={isOn} onClick={onClick}>
      {name}
    </button>
  )
}

type FrameProps = { shown: StateKey; view: View; scale: number }

/** One view of the state in a frame of its width; the link opens it alone. */
function Frame({ shown, view: { name, width, scheme }, scale }: FrameProps) {
  const address = `/states.html?${new URLSearchParams({ ...shown, scheme })}`
  return (
    <figure className="fixed" style={{ width: width * scale }}>
      <figcaption>
        <a href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      </figcaption>
      <div style={{ height: HEIGHT * scale }}>
        <iframe
          key={address}
          className={classes.frame}
          style={{ width, height: HEIGHT, transform: `scale(${scale})` }}
          src={address}
          title={`${shown.list}, ${shown.state}, ${name}`}
        />
      </div>
    </figure>
  )
}
