import { Button } from '@mantine/core'
import { useState } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import classes from './Colored.module.css'

const LINE_BYTES = 16
/** Bytes shown before the user asks for all. */
const SHOWN_BYTES = 512

/** Bytes in lines of 16 with their offset and their characters. Filler (00 and FF) is quieter than content. */
export function ColoredHex({ hex, label }: { hex: string; label: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const length = hex.length / 2
  const shown = isWhole ? length : Math.min(length, SHOWN_BYTES)
  const lines = Array.from({ length: Math.ceil(shown / LINE_BYTES) }, (_, index) => index * LINE_BYTES)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.hex} aria-label={label} tabIndex={0}>
        {lines.map((from) => (
          <Line key={from} from={from} hex={hex.slice(from * 2, Math.min(from + LINE_BYTES, length) * 2)} />
        ))}
      </section>
      {shown < length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setIsWhole(true)}>
          {say(uiTexts.allBytes, { count: length.toLocaleString('en') })}
        </Button>
      )}
    </>
  )
}

function Line({ from, hex }: { from: number; hex: string }) {
  const bytes = hex.match(/../g) ?? []
  return (
    <div className={classes.line}>
      <span className={classes.offset}>{from.toString(16).padStart(4, '0')}</span>
      <span className={classes.bytes}>
        {bytes.map((byte, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bytes of one line never move
          <span key={index} className={/^(?:00|ff)$/i.test(byte) ? classes.filler : classes.byte}>
            {byte}
          </span>
        ))}
      </span>
      <span className={classes.characters} aria-hidden>
        {bytes.map(characterOf).join('')}
      </span>
    </div>
  )
}

function characterOf(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}
