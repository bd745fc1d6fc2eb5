import { IconMoodAngry, IconMoodEmpty, IconMoodHappy, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { useId } from 'react'
import { Row } from '../layout/layout.tsx'
import classes from './MoodInput.module.css'

export const MOODS = [1, 2, 3, 4, 5] as const
export type Mood = (typeof MOODS)[number]

const faces = { 1: IconMoodAngry, 2: IconMoodSad, 3: IconMoodEmpty, 4: IconMoodSmile, 5: IconMoodHappy } as const

const isMood = (value: number | null): value is Mood => MOODS.some((mood) => mood === value)

type MoodInputProps = {
  label: string
  names: Readonly<Record<Mood, string>>
  value: number | null
  onChange: (mood: Mood) => void
}

/** Radio buttons with five faces, from angry to happy. */
export function MoodInput({ label, names, value, onChange }: MoodInputProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="field-label">{label}</legend>
      <Row nowrap>
        {MOODS.map((mood) => {
          const Face = faces[mood]
          return (
            <label key={mood} className={classes.face} title={names[mood]}>
              <input
                type="radio"
                className="cover-input"
                name={name}
                checked={value === mood}
                onChange={() => onChange(mood)}
              />
              <Face size={26} stroke={1.5} aria-hidden />
              <span className="visually-hidden">{names[mood]}</span>
            </label>
          )
        })}
      </Row>
    </fieldset>
  )
}

/** A mood as a face with its name; a dash for none. */
export function MoodFace({ mood, names }: { mood: number | null; names: Readonly<Record<Mood, string>> }) {
  if (!isMood(mood)) return '–'
  const Face = faces[mood]
  return (
    <span className={classes.mood}>
      <Face size={18} stroke={1.6} aria-hidden />
      {names[mood]}
    </span>
  )
}
