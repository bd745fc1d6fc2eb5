import { Button } from '@mantine/core'
import { useState } from 'react'
import { say } from '../../../texts/text.ts'
import { Grid } from '../../../ui/layout/layout.tsx'
import classes from './Inspection.module.css'
import { inspectionTexts as texts } from './inspection-texts.ts'
import { hexLines } from './tree.ts'

/** Bytes shown before the user asks for all. */
const SHOWN_BYTES = 256

/** Bytes as a hex dump with offsets. */
export function HexDump({ hex, offset }: { hex: string; offset: number }) {
  const [isWhole, setIsWhole] = useState(false)
  const length = hex.length / 2
  const lines = hexLines(hex, offset, isWhole ? length : SHOWN_BYTES)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.dump} aria-label={texts.bytes} tabIndex={0}>
        {lines.map((line) => (
          <Grid columns="48px 47ch auto" gap={12} key={line.offset}>
            <span className={classes.dumpOffset}>{line.offset.toString(16).padStart(5, '0')}</span>
            <span>{line.bytes}</span>
            <span className={classes.dumpText}>{line.text}</span>
          </Grid>
        ))}
      </section>
      {!isWhole && length > SHOWN_BYTES && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
          {say(texts.allBytes, { count: length })}
        </Button>
      )}
    </>
  )
}
