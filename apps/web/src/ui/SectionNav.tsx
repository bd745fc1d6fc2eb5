import { IconAlertCircleFilled } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { uiTexts } from '../texts/ui.ts'
import classes from './SectionNav.module.css'

export type NavSection = {
  /** The `id` of the section on the page. */
  id: string
  label: string
  /** A field of the section has an error. */
  isFaulty?: boolean
}

/** Links to the sections of a long page; marks the section in view. Hidden on narrow screens. */
export function SectionNav({ label, sections }: { label: string; sections: readonly NavSection[] }) {
  const current = useSectionInView(sections)
  const go = (event: MouseEvent, id: string) => {
    event.preventDefault()
    const section = document.getElementById(id)
    section?.scrollIntoView({ block: 'start', behavior: 'smooth' })
    section?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
  }
  return (
    <nav className={classes.nav} aria-label={label}>
      <ul className={classes.list}>
        {sections.map(({ id, label: name, isFaulty }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classes.link}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => go(event, id)}
            >
              <span className={classes.name}>{name}</span>
              {isFaulty && (
                <>
                  <IconAlertCircleFilled size={14} className={classes.fault} aria-hidden />
                  <span className="visually-hidden">{uiTexts.form.hasFaults}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A section is in view when its top is at most this far below the top of the window. */
const READING_LINE_PX = 160

function useSectionInView(sections: readonly NavSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const update = () => {
      const all = ids.split(' ')
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = all.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= READING_LINE_PX
      })
      setCurrent(isAtEnd && window.scrollY > 0 ? all.at(-1) : (passed.at(-1) ?? all[0]))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [ids])
  return current
}
