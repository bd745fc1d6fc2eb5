import { type ReactNode, useState } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import classes from './length-limit.module.css'

/** The share of a limit from which the number of characters is shown. */
const COUNTED_FROM = 0.8
/** Numbers and codes with a fixed length have no counter, only a message. */
const COUNTED_LIMIT = 32

type LimitedProps = {
  maxLength?: number | undefined
  value?: unknown
  defaultValue?: unknown
  description?: ReactNode
  error?: ReactNode
  onChange?: (event: never) => void
}

/**
 * The properties of an input whose length limit cuts nothing: the browser would drop the end of a pasted text without a
 * word. The number of characters appears near the limit, and a message beyond it.
 */
export function useLengthLimit<Props extends LimitedProps>({ maxLength, ...props }: Props): Omit<Props, 'maxLength'> {
  const [typed, setTyped] = useState(0)
  const { value, defaultValue, description, error, onChange } = props
  if (maxLength === undefined) return props
  const length = typeof value === 'string' ? value.length : Math.max(typed, String(defaultValue ?? '').length)
  const isOver = length > maxLength
  const isCounted = isOver || (maxLength >= COUNTED_LIMIT && length >= maxLength * COUNTED_FROM)
  const count = isCounted && (
    <span className={classes.count}>{say(uiTexts.length.count, { length, max: maxLength })}</span>
  )
  const fault = error || (isOver && say(uiTexts.length.over, { max: maxLength }))
  // an error takes the place of the description
  const withCount = (text: ReactNode) => (
    <>
      {text} {count}
    </>
  )
  return {
    ...props,
    ...(typeof value === 'string' ? {} : { onChange: counting(onChange, setTyped) }),
    description: count && !fault ? withCount(description) : description,
    error: count && fault && fault !== true ? withCount(fault) : fault || error,
  }
}

type Change = { currentTarget: { value: string } }

const counting =
  (onChange: LimitedProps['onChange'], setTyped: (length: number) => void) =>
  (event: Change): void => {
    setTyped(event.currentTarget.value.length)
    ;(onChange as ((event: Change) => void) | undefined)?.(event)
  }
