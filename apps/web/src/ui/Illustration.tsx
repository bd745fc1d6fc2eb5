import type { ReactNode } from 'react'
import classes from './Illustration.module.css'

export type Drawing =
  | 'card'
  | 'code'
  | 'form'
  | 'log'
  | 'chart'
  | 'search'
  | 'mail'
  | 'broken'
  | 'locked'
  | 'lost'
  | 'done'

/** A sheet of paper with a line pattern, drawn at x, y. */
function Sheet({ x, y, children }: { x: number; y: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={classes.paper} width="52" height="64" rx="7" />
      {children}
    </g>
  )
}

const simOutline = 'M7 0h26c1.9 0 3.6.7 5 2l9 9c1.3 1.4 2 3.1 2 5v41a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7Z'

function Sim({ x, y, className }: { x: number; y: number; className?: string }) {
  return <path className={className ?? classes.paper} transform={`translate(${x} ${y})`} d={simOutline} />
}

const drawings: Record<Drawing, ReactNode> = {
  card: (
    <>
      <g transform="rotate(-9 60 60)">
        <Sim x={40} y={20} className={classes.behind} />
      </g>
      <g transform="rotate(5 80 60)">
        <Sim x={57} y={18} />
        <rect className={classes.accent} x="66" y="48" width="30" height="24" rx="5" />
        <path className={classes.accentLine} d="M66 56h9m-9 8h9m12-8h9m-9 8h9M81 48v6m0 12v6m-6-18h12v12H75Z" />
      </g>
    </>
  ),
  code: (
    <>
      <g transform="rotate(-6 80 52)">
        <rect className={classes.behind} x="46" y="20" width="64" height="64" rx="9" />
      </g>
      <rect className={classes.paper} x="48" y="18" width="64" height="64" rx="9" />
      <path className={classes.accentLine} d="M58 28h14v14H58zM88 28h14v14H88zM58 58h14v14H58z" />
      <path className={classes.accentFill} d="M63 33h4v4h-4zM93 33h4v4h-4zM63 63h4v4h-4z" />
      <path
        className={classes.inkFill}
        d="M78 28h4v8h-4zM78 40h8v4h-8zM58 48h8v4h-8zM72 50h6v6h-6zM86 48h6v4h-6zM98 48h4v8h-4zM80 60h6v6h-6zM92 60h4v4h-4zM98 66h4v6h-4zM88 68h6v4h-6zM78 70h4v2h-4z"
      />
    </>
  ),
  form: (
    <>
      <Sheet x={42} y={20} />
      <rect className={classes.paper} x="56" y="14" width="60" height="72" rx="8" />
      <path className={classes.line} d="M66 28h22M66 46h16M66 64h19" />
      <rect className={classes.accent} x="66" y="33" width="40" height="6" rx="3" />
      <rect className={classes.track} x="66" y="51" width="40" height="6" rx="3" />
      <rect className={classes.track} x="66" y="69" width="28" height="6" rx="3" />
      <circle className={classes.accentFill} cx="96" cy="36" r="5" />
    </>
  ),
  log: (
    <>
      <rect className={classes.paper} x="38" y="22" width="84" height="58" rx="8" />
      <path className={classes.line} d="M38 40h84" />
      <path className={classes.line} d="M64 31h24M64 51h42M64 61h34M64 71h38" />
      <circle className={classes.accentFill} cx="51" cy="31" r="4" />
      <circle className={classes.dot} cx="51" cy="51" r="3" />
      <circle className={classes.dot} cx="51" cy="61" r="3" />
      <circle className={classes.dot} cx="51" cy="71" r="3" />
    </>
  ),
  chart: (
    <>
      <rect className={classes.paper} x="36" y="16" width="88" height="66" rx="8" />
      <path className={classes.line} d="M46 34h68M46 52h68M46 70h68" />
      <path className={classes.accentSoft} d="M46 70c10 0 13-22 24-22s13 12 22 12 13-30 22-30v40Z" />
      <path className={classes.accentLine} d="M46 70c10 0 13-22 24-22s13 12 22 12 13-30 22-30" />
    </>
  ),
  search: (
    <>
      <Sheet x={44} y={18}>
        <path className={classes.line} d="M10 16h30M10 27h22M10 38h26" />
      </Sheet>
      <circle className={classes.lens} cx="94" cy="54" r="19" />
      <path className={classes.handle} d="m108 68 13 13" />
    </>
  ),
  mail: (
    <>
      <rect className={classes.paper} x="38" y="24" width="84" height="56" rx="8" />
      <path className={classes.line} d="m42 29 32 25c3.6 2.8 8.4 2.8 12 0l32-25" />
      <circle className={classes.accentFill} cx="118" cy="26" r="9" />
      <path className={classes.onAccent} d="m114 26 3 3 5-6" />
    </>
  ),
  broken: (
    <>
      <rect className={classes.paper} x="30" y="36" width="40" height="30" rx="8" />
      <rect className={classes.paper} x="90" y="36" width="40" height="30" rx="8" />
      <path className={classes.line} d="M70 45h8M70 57h8M18 51h12M130 51h12" />
      <path className={classes.dangerLine} d="m84 30-2-9m8 11 6-7M78 72l2 9m-8-11-6 7" />
    </>
  ),
  locked: (
    <>
      <path className={classes.line} d="M64 46V34a16 16 0 0 1 32 0v12" />
      <rect className={classes.paper} x="52" y="44" width="56" height="40" rx="9" />
      <circle className={classes.accentFill} cx="80" cy="60" r="5" />
      <path className={classes.accentLine} d="M80 62v10" />
    </>
  ),
  lost: (
    <>
      <rect className={classes.paper} x="36" y="18" width="88" height="64" rx="8" />
      <path className={classes.line} d="M36 32h88" />
      <circle className={classes.dot} cx="45" cy="25" r="2" />
      <circle className={classes.dot} cx="52" cy="25" r="2" />
      <circle className={classes.dot} cx="59" cy="25" r="2" />
      <path className={classes.trail} d="M50 68c8-18 22 6 30-8s22-16 30-8" />
      <circle className={classes.accentFill} cx="110" cy="52" r="5" />
    </>
  ),
  done: (
    <>
      <circle className={classes.accentSoft} cx="80" cy="50" r="34" />
      <circle className={classes.accentFill} cx="80" cy="50" r="22" />
      <path className={classes.onAccentBold} d="m70 50 7 7 13-14" />
    </>
  ),
}

/** A small drawing in the platform's colors; hidden from screen readers, because the text next to it says the same. */
export function Illustration({ name }: { name: Drawing }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 160 100" width="160" height="100" aria-hidden="true">
      <ellipse className={classes.ground} cx="80" cy="89" rx="56" ry="5" />
      {drawings[name]}
    </svg>
  )
}
