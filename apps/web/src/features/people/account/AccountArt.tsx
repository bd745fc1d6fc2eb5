import classes from './AccountArt.module.css'

/** The modules of a QR code of `LPA:1$rsp.example.com$7F3A`, 25 a side. */
const qrPath =
  'M0 0h7v1h-7zM8 0h1v1h-1zM14 0h2v1h-2zM18 0h7v1h-7zM0 1h1v1h-1zM6 1h1v1h-1zM8 1h1v1h-1zM11 1h2v1h-2zM16 1h1v1h-1zM18 1h1v1h-1zM24 1h1v1h-1zM0 2h1v1h-1zM2 2h3v1h-3zM6 2h1v1h-1zM8 2h2v1h-2zM12 2h1v1h-1zM15 2h1v1h-1zM18 2h1v1h-1zM20 2h3v1h-3zM24 2h1v1h-1zM0 3h1v1h-1zM2 3h3v1h-3zM6 3h1v1h-1zM8 3h3v1h-3zM12 3h5v1h-5zM18 3h1v1h-1zM20 3h3v1h-3zM24 3h1v1h-1zM0 4h1v1h-1zM2 4h3v1h-3zM6 4h1v1h-1zM9 4h2v1h-2zM12 4h5v1h-5zM18 4h1v1h-1zM20 4h3v1h-3zM24 4h1v1h-1zM0 5h1v1h-1zM6 5h1v1h-1zM8 5h3v1h-3zM14 5h1v1h-1zM18 5h1v1h-1zM24 5h1v1h-1zM0 6h7v1h-7zM8 6h1v1h-1zM10 6h1v1h-1zM12 6h1v1h-1zM14 6h1v1h-1zM16 6h1v1h-1zM18 6h7v1h-7zM10 7h2v1h-2zM14 7h2v1h-2zM0 8h2v1h-2zM4 8h3v1h-3zM10 8h1v1h-1zM12 8h1v1h-1zM15 8h1v1h-1zM19 8h1v1h-1zM21 8h4v1h-4zM0 9h1v1h-1zM3 9h1v1h-1zM5 9h1v1h-1zM8 9h1v1h-1zM14 9h3v1h-3zM19 9h2v1h-2zM24 9h1v1h-1zM0 10h1v1h-1zM4 10h3v1h-3zM8 10h3v1h-3zM13 10h4v1h-4zM18 10h1v1h-1zM22 10h1v1h-1zM0 11h1v1h-1zM2 11h3v1h-3zM7 11h3v1h-3zM12 11h1v1h-1zM14 11h5v1h-5zM21 11h3v1h-3zM1 12h2v1h-2zM6 12h2v1h-2zM11 12h2v1h-2zM16 12h3v1h-3zM21 12h2v1h-2zM24 12h1v1h-1zM0 13h2v1h-2zM4 13h1v1h-1zM8 13h1v1h-1zM10 13h1v1h-1zM12 13h1v1h-1zM14 13h3v1h-3zM20 13h1v1h-1zM22 13h3v1h-3zM4 14h1v1h-1zM6 14h1v1h-1zM8 14h1v1h-1zM10 14h3v1h-3zM14 14h2v1h-2zM19 14h3v1h-3zM2 15h2v1h-2zM7 15h3v1h-3zM11 15h1v1h-1zM14 15h2v1h-2zM21 15h3v1h-3zM0 16h2v1h-2zM5 16h2v1h-2zM8 16h1v1h-1zM10 16h1v1h-1zM12 16h1v1h-1zM14 16h10v1h-10zM8 17h2v1h-2zM13 17h2v1h-2zM16 17h1v1h-1zM20 17h1v1h-1zM24 17h1v1h-1zM0 18h7v1h-7zM11 18h2v1h-2zM14 18h1v1h-1zM16 18h1v1h-1zM18 18h1v1h-1zM20 18h1v1h-1zM22 18h1v1h-1zM0 19h1v1h-1zM6 19h1v1h-1zM8 19h1v1h-1zM10 19h1v1h-1zM16 19h1v1h-1zM20 19h5v1h-5zM0 20h1v1h-1zM2 20h3v1h-3zM6 20h1v1h-1zM8 20h1v1h-1zM10 20h1v1h-1zM14 20h1v1h-1zM16 20h5v1h-5zM22 20h1v1h-1zM0 21h1v1h-1zM2 21h3v1h-3zM6 21h1v1h-1zM9 21h5v1h-5zM15 21h1v1h-1zM17 21h2v1h-2zM21 21h1v1h-1zM23 21h2v1h-2zM0 22h1v1h-1zM2 22h3v1h-3zM6 22h1v1h-1zM11 22h1v1h-1zM13 22h4v1h-4zM18 22h2v1h-2zM21 22h3v1h-3zM0 23h1v1h-1zM6 23h1v1h-1zM8 23h2v1h-2zM12 23h1v1h-1zM14 23h2v1h-2zM17 23h2v1h-2zM20 23h1v1h-1zM22 23h2v1h-2zM0 24h7v1h-7zM8 24h1v1h-1zM10 24h1v1h-1zM12 24h2v1h-2zM15 24h1v1h-1zM18 24h7v1h-7z'

/** A light shade of the accent on the dark panel. */
const LIGHT_ACCENT = 'color-mix(in srgb, var(--accent) 70%, #ffffff)'
const white = (percent: number) => `rgb(255 255 255 / ${percent}%)`

/** What the parts of the drawing look like. */
const looks = {
  glass: { fill: '#171c2f', stroke: white(13) },
  rule: { stroke: white(12), strokeWidth: 1.5 },
  lock: { fill: LIGHT_ACCENT, fillOpacity: 0.25, stroke: LIGHT_ACCENT, strokeWidth: 1.8 },
  word: { fill: white(42) },
  faint: { fill: white(18) },
  paper: { fill: '#ffffff', filter: 'drop-shadow(0 18px 40px rgb(0 0 0 / 45%))' },
  modules: { fill: '#0b0e1a', shapeRendering: 'crispEdges' },
  codeLine: { fill: '#e3e6ee' },
  dot: { fill: '#2fb47d' },
  tick: { stroke: '#ffffff', strokeWidth: 1.6 },
  time: { fill: '#a8b0c8', fontFamily: 'var(--font-mono)', fontSize: 'var(--type-tag)' },
  pill: { fill: white(10) },
  pillDone: { fill: LIGHT_ACCENT },
}

const rows = [
  [56, 52],
  [56, 38],
  [56, 60],
  [56, 46],
  [56, 54],
] as const

const moves = [
  { y: 34, width: 54, time: '14:03:12' },
  { y: 68, width: 38, time: '14:03:19' },
  { y: 98, width: 46, time: '14:03:24' },
] as const

/** Decorative drawing of what the product does: subscriber data, an activation code, events of the device. */
export function AccountArt() {
  return (
    <svg
      className={classes.art}
      viewBox="0 0 560 300"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g transform="translate(0 84)">
        <rect {...looks.glass} width="204" height="164" rx="12" />
        <path {...looks.lock} d="M22 20v-3a5 5 0 0 1 10 0v3M20 20h14v10H20z" />
        <rect {...looks.word} x="44" y="20" width="86" height="7" rx="3.5" />
        <path {...looks.rule} d="M0 44h204" />
        {rows.map(([first, second], i) => (
          <g key={second} transform={`translate(20 ${60 + i * 19})`}>
            <rect {...looks.word} width={first} height="6" rx="3" />
            <rect {...looks.faint} x="68" width={second} height="6" rx="3" />
          </g>
        ))}
      </g>
      <g transform="translate(352 96)">
        <rect {...looks.glass} width="204" height="148" rx="12" />
        <path {...looks.rule} d="M46 40v56" />
        {moves.map(({ y, width, time }) => (
          <g key={time}>
            <circle {...looks.dot} cx="46" cy={y} r="5.5" />
            <path {...looks.tick} d={`m43.6 ${y} 1.8 1.8 3.2-3.6`} />
            <rect {...looks.word} x="62" y={y - 4} width={width} height="7" rx="3.5" />
            <text {...looks.time} x="188" y={y + 4} textAnchor="end">
              {time}
            </text>
          </g>
        ))}
        <rect {...looks.pill} x="40" y="122" width="148" height="8" rx="4" />
        <rect {...looks.pillDone} x="40" y="122" width="104" height="8" rx="4" />
      </g>
      <g transform="translate(186 34)">
        <rect {...looks.paper} width="188" height="228" rx="18" />
        <path {...looks.modules} transform="translate(24 24) scale(5.6)" d={qrPath} />
        <rect {...looks.codeLine} x="24" y="182" width="140" height="8" rx="4" />
        <rect {...looks.codeLine} x="24" y="198" width="92" height="8" rx="4" />
      </g>
    </svg>
  )
}
