import { useDebouncedValue } from '@mantine/hooks'
import { contrast } from '@simwright/contract/platform/contrast'
import * as platforms from '@simwright/contract/platform/white-label'
import { type CSSProperties, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { accentOf, grounds, type Scheme } from '../../../brand/accent.ts'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { Note, Title } from '../../../ui/layout/layout.tsx'
import classes from './BrandPreview.module.css'

const texts = platformsTexts.preview

type BrandPreviewProps = { appName: string; themeColor: string; iconUrl: string; logoUrl: string | null }

/** A color that is typed or dragged is previewed after it has not changed for this long. */
const DEBOUNCE_MS = 200

/** The style of the platform in both schemes, and which colors were changed for contrast. */
export function BrandPreview(props: BrandPreviewProps) {
  const [color] = useDebouncedValue(props.themeColor.trim().toLowerCase(), DEBOUNCE_MS)
  const isColor = /^#[0-9a-f]{6}$/.test(color)
  const { data } = useAsk(
    platforms.look,
    { themeColor: color },
    { enabled: isColor, staleMs: Number.POSITIVE_INFINITY },
  )
  const [last, setLast] = useState<{ look: platforms.Look; color: string }>()
  if (data && data !== last?.look) setLast({ look: data, color })
  return (
    <aside className={classes.preview} aria-label={texts.title}>
      <Title as="h2">{texts.title}</Title>
      {last &&
        (['light', 'dark'] as const).map((scheme) => <Sample key={scheme} {...props} {...last} scheme={scheme} />)}
    </aside>
  )
}

const inks = {
  light: { text: '#12161d', muted: '#555d6a', line: '#e5e8ee' },
  dark: { text: '#e8ebf0', muted: '#a0a9b7', line: '#222933' },
} as const

type SampleProps = BrandPreviewProps & { look: platforms.Look; color: string; scheme: Scheme }

function Sample({ appName, iconUrl, logoUrl, look, color, scheme }: SampleProps) {
  const accent = accentOf(look.palette, look.shade, scheme)
  const { canvas, surface } = grounds[scheme]
  const { text, muted, line } = inks[scheme]
  const ratio = `${contrast(color, surface).toFixed(1)}:1`
  const style = {
    '--p-canvas': canvas,
    '--p-surface': surface,
    '--p-text': text,
    '--p-muted': muted,
    '--p-line': line,
    '--p-fill': accent.fill,
    '--p-on-fill': accent.onFill,
    '--p-edge': accent.edge,
    '--p-link': accent.text,
    '--p-soft': accent.soft,
    '--p-solid': accent.solid,
  } as CSSProperties
  return (
    <section aria-label={texts[scheme]}>
      <div className={classes.sample} style={style} data-scheme={scheme}>
        <div className={classes.side}>
          <div className={classes.brand}>
            {logoUrl ? (
              <img src={logoUrl} alt="" height={18} style={{ maxWidth: 96, objectFit: 'contain' }} />
            ) : (
              <>
                <img src={iconUrl} alt="" width={18} height={18} />
                <span>{appName || '…'}</span>
              </>
            )}
          </div>
          <div className={classes.selected}>{texts.page}</div>
          <div className={classes.entry} />
          <div className={classes.entry} />
        </div>
        <div className={classes.content}>
          <p className={classes.words}>
            {texts.text} <span className={classes.link}>{texts.link}</span>
          </p>
          <span className={classes.button}>{texts.button}</span>
          <div className={classes.bar}>
            <i />
          </div>
        </div>
      </div>
      <Note size="small" mt={6}>
        {texts[scheme]} ·{' '}
        {accent.text === color && accent.fill === color
          ? say(texts.fine, { ratio })
          : say(texts.adjusted, { color: accent.text, ratio })}
      </Note>
    </section>
  )
}
