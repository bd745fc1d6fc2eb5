import classes from './CountTiles.module.css'

type Tile = { label: string; value: number; text: string; tone?: string | undefined }

/** The counts of a preview, side by side. */
export function CountTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={classes.counts}>
      {tiles.map(({ label, value, text, tone }) => (
        <div key={label} className={classes.count} data-tone={tone}>
          <dt>{label}</dt>
          <dd>
            <strong>{value.toLocaleString('en')}</strong>
            <span>{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
