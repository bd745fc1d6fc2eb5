import type { ReactNode } from 'react'

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
  | 'people'
  | 'groups'
  | 'campaign'
  | 'push'
  | 'block'
  | 'lease'
  | 'invoice'
  | 'buildings'
  | 'key'
  | 'device'

const line = (color: string, width: number) => ({ stroke: `var(--${color})`, strokeWidth: width })

/** What the parts of a drawing look like. */
const looks = {
  paper: { fill: 'var(--surface)', stroke: 'var(--line-input)' },
  behind: { fill: 'var(--sunken)', stroke: 'var(--line-strong)' },
  line: line('line-strong', 2),
  track: { fill: 'var(--neutral-soft)' },
  dot: { fill: 'var(--line-strong)' },
  inkFill: { fill: 'var(--line-input)' },
  accent: { fill: 'var(--accent-soft)', stroke: 'var(--accent-solid)' },
  accentSoft: { fill: 'var(--accent-soft)' },
  accentLine: line('accent-solid', 2),
  accentFill: { fill: 'var(--accent-solid)' },
  onAccent: line('surface', 2),
  onAccentBold: line('surface', 3.5),
  lens: { fill: 'color-mix(in srgb, var(--accent-soft) 80%, transparent)', ...line('accent-solid', 3) },
  handle: line('accent-solid', 5),
  dangerLine: line('danger-solid', 2.5),
  trail: { ...line('line-input', 2.5), strokeDasharray: '1 6' },
}

/** A sheet of paper with a line pattern, drawn at x, y. */
function Sheet({ x, y, children }: { x: number; y: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect {...looks.paper} width="52" height="64" rx="7" />
      {children}
    </g>
  )
}

const simOutline = 'M7 0h26c1.9 0 3.6.7 5 2l9 9c1.3 1.4 2 3.1 2 5v41a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7Z'

function Sim({ x, y, look = 'paper' }: { x: number; y: number; look?: keyof typeof looks }) {
  return <path {...looks[look]} transform={`translate(${x} ${y})`} d={simOutline} />
}

const drawings: Record<Drawing, ReactNode> = {
  card: (
    <>
      <g transform="rotate(-9 60 60)">
        <Sim x={40} y={20} look="behind" />
      </g>
      <g transform="rotate(5 80 60)">
        <Sim x={57} y={18} />
        <rect {...looks.accent} x="66" y="48" width="30" height="24" rx="5" />
        <path {...looks.accentLine} d="M66 56h9m-9 8h9m12-8h9m-9 8h9M81 48v6m0 12v6m-6-18h12v12H75Z" />
      </g>
    </>
  ),
  code: (
    <>
      <g transform="rotate(-6 80 52)">
        <rect {...looks.behind} x="46" y="20" width="64" height="64" rx="9" />
      </g>
      <rect {...looks.paper} x="48" y="18" width="64" height="64" rx="9" />
      <path {...looks.accentLine} d="M58 28h14v14H58zM88 28h14v14H88zM58 58h14v14H58z" />
      <path {...looks.accentFill} d="M63 33h4v4h-4zM93 33h4v4h-4zM63 63h4v4h-4z" />
      <path
        {...looks.inkFill}
        d="M78 28h4v8h-4zM78 40h8v4h-8zM58 48h8v4h-8zM72 50h6v6h-6zM86 48h6v4h-6zM98 48h4v8h-4zM80 60h6v6h-6zM92 60h4v4h-4zM98 66h4v6h-4zM88 68h6v4h-6zM78 70h4v2h-4z"
      />
    </>
  ),
  form: (
    <>
      <Sheet x={42} y={20} />
      <rect {...looks.paper} x="56" y="14" width="60" height="72" rx="8" />
      <path {...looks.line} d="M66 28h22M66 46h16M66 64h19" />
      <rect {...looks.accent} x="66" y="33" width="40" height="6" rx="3" />
      <rect {...looks.track} x="66" y="51" width="40" height="6" rx="3" />
      <rect {...looks.track} x="66" y="69" width="28" height="6" rx="3" />
      <circle {...looks.accentFill} cx="96" cy="36" r="5" />
    </>
  ),
  log: (
    <>
      <rect {...looks.paper} x="38" y="22" width="84" height="58" rx="8" />
      <path {...looks.line} d="M38 40h84" />
      <path {...looks.line} d="M64 31h24M64 51h42M64 61h34M64 71h38" />
      <circle {...looks.accentFill} cx="51" cy="31" r="4" />
      <circle {...looks.dot} cx="51" cy="51" r="3" />
      <circle {...looks.dot} cx="51" cy="61" r="3" />
      <circle {...looks.dot} cx="51" cy="71" r="3" />
    </>
  ),
  chart: (
    <>
      <rect {...looks.paper} x="36" y="16" width="88" height="66" rx="8" />
      <path {...looks.line} d="M46 34h68M46 52h68M46 70h68" />
      <path {...looks.accentSoft} d="M46 70c10 0 13-22 24-22s13 12 22 12 13-30 22-30v40Z" />
      <path {...looks.accentLine} d="M46 70c10 0 13-22 24-22s13 12 22 12 13-30 22-30" />
    </>
  ),
  search: (
    <>
      <Sheet x={44} y={18}>
        <path {...looks.line} d="M10 16h30M10 27h22M10 38h26" />
      </Sheet>
      <circle {...looks.lens} cx="94" cy="54" r="19" />
      <path {...looks.handle} d="m108 68 13 13" />
    </>
  ),
  mail: (
    <>
      <rect {...looks.paper} x="38" y="24" width="84" height="56" rx="8" />
      <path {...looks.line} d="m42 29 32 25c3.6 2.8 8.4 2.8 12 0l32-25" />
      <circle {...looks.accentFill} cx="118" cy="26" r="9" />
      <path {...looks.onAccent} d="m114 26 3 3 5-6" />
    </>
  ),
  broken: (
    <>
      <rect {...looks.paper} x="30" y="36" width="40" height="30" rx="8" />
      <rect {...looks.paper} x="90" y="36" width="40" height="30" rx="8" />
      <path {...looks.line} d="M70 45h8M70 57h8M18 51h12M130 51h12" />
      <path {...looks.dangerLine} d="m84 30-2-9m8 11 6-7M78 72l2 9m-8-11-6 7" />
    </>
  ),
  locked: (
    <>
      <path {...looks.line} d="M64 46V34a16 16 0 0 1 32 0v12" />
      <rect {...looks.paper} x="52" y="44" width="56" height="40" rx="9" />
      <circle {...looks.accentFill} cx="80" cy="60" r="5" />
      <path {...looks.accentLine} d="M80 62v10" />
    </>
  ),
  lost: (
    <>
      <rect {...looks.paper} x="36" y="18" width="88" height="64" rx="8" />
      <path {...looks.line} d="M36 32h88" />
      <circle {...looks.dot} cx="45" cy="25" r="2" />
      <circle {...looks.dot} cx="52" cy="25" r="2" />
      <circle {...looks.dot} cx="59" cy="25" r="2" />
      <path {...looks.trail} d="M50 68c8-18 22 6 30-8s22-16 30-8" />
      <circle {...looks.accentFill} cx="110" cy="52" r="5" />
    </>
  ),
  done: (
    <>
      <circle {...looks.accentSoft} cx="80" cy="50" r="34" />
      <circle {...looks.accentFill} cx="80" cy="50" r="22" />
      <path {...looks.onAccentBold} d="m70 50 7 7 13-14" />
    </>
  ),
  people: (
    <>
      <circle {...looks.behind} cx="56" cy="40" r="11" />
      <path {...looks.behind} d="M36 78c0-13 8-22 20-22s20 9 20 22Z" />
      <circle {...looks.behind} cx="104" cy="40" r="11" />
      <path {...looks.behind} d="M84 78c0-13 8-22 20-22s20 9 20 22Z" />
      <circle {...looks.paper} cx="80" cy="36" r="14" />
      <path {...looks.accent} d="M54 84c0-17 10-28 26-28s26 11 26 28Z" />
    </>
  ),
  groups: (
    <>
      <path {...looks.behind} d="M34 30a6 6 0 0 1 6-6h22l8 8h50a6 6 0 0 1 6 6v38a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6Z" />
      <rect {...looks.paper} x="42" y="42" width="76" height="42" rx="6" />
      <rect {...looks.accentFill} x="52" y="52" width="10" height="10" rx="3" />
      <path {...looks.line} d="M70 57h36M70 71h26" />
      <rect {...looks.accent} x="52" y="66" width="10" height="10" rx="3" />
    </>
  ),
  campaign: (
    <>
      <path {...looks.paper} d="M48 42h18l34-18v58L66 64H48a8 8 0 0 1-8-8v-6a8 8 0 0 1 8-8Z" />
      <path {...looks.accent} d="M54 64h14l6 20H62Z" />
      <path {...looks.accentLine} d="m110 40 10-6m-9 19h12m-13 13 10 6" />
    </>
  ),
  push: (
    <>
      <rect {...looks.paper} x="84" y="14" width="40" height="72" rx="8" />
      <path {...looks.line} d="M98 22h12" />
      <circle {...looks.dot} cx="104" cy="78" r="3" />
      <path {...looks.accentLine} d="M28 50h44M60 38l12 12-12 12" />
      <rect {...looks.accent} x="94" y="38" width="20" height="22" rx="4" />
      <path {...looks.trail} d="M28 34h24M28 66h24" />
    </>
  ),
  block: (
    <>
      <path {...looks.paper} d="M80 14c10 7 21 10 32 10v22c0 19-13 32-32 40-19-8-32-21-32-40V24c11 0 22-3 32-10Z" />
      <circle {...looks.accent} cx="80" cy="48" r="18" />
      <path {...looks.accentLine} d="m68 60 24-24" />
    </>
  ),
  lease: (
    <>
      <rect {...looks.paper} x="40" y="24" width="58" height="58" rx="8" />
      <path {...looks.line} d="M40 40h58M54 18v12M84 18v12M52 52h8M68 52h8M52 66h8" />
      <circle {...looks.accent} cx="104" cy="66" r="19" />
      <path {...looks.accentLine} d="M104 55v11l8 5" />
    </>
  ),
  invoice: (
    <>
      <path {...looks.paper} d="M50 14h60v72l-10-6-10 6-10-6-10 6-10-6-10 6Z" />
      <path {...looks.line} d="M62 30h28M62 42h20M96 30h2M96 42h2" />
      <rect {...looks.accent} x="62" y="54" width="36" height="12" rx="4" />
    </>
  ),
  buildings: (
    <>
      <rect {...looks.behind} x="36" y="40" width="34" height="46" rx="4" />
      <rect {...looks.paper} x="60" y="16" width="42" height="70" rx="5" />
      <rect {...looks.behind} x="102" y="50" width="26" height="36" rx="4" />
      <path {...looks.line} d="M44 52h8M44 64h8M110 62h8M110 74h8" />
      <path {...looks.accentFill} d="M70 28h8v8h-8zM84 28h8v8h-8zM70 44h8v8h-8zM84 44h8v8h-8z" />
      <path {...looks.accent} d="M74 86V66h14v20Z" />
    </>
  ),
  key: (
    <>
      <rect {...looks.behind} x="34" y="60" width="92" height="24" rx="6" />
      <path {...looks.line} d="M46 72h8M62 72h8M78 72h8M94 72h8" />
      <circle {...looks.accent} cx="58" cy="36" r="18" />
      <circle {...looks.paper} cx="58" cy="36" r="6" />
      <path {...looks.accentLine} d="M76 36h44v10M106 36v8" />
    </>
  ),
  device: (
    <>
      <rect {...looks.behind} x="40" y="26" width="34" height="58" rx="7" />
      <rect {...looks.paper} x="66" y="14" width="42" height="72" rx="8" />
      <path {...looks.line} d="M81 22h12" />
      <path {...looks.accentLine} d="M78 42h2M84 42h2M90 42h2M96 42h2M78 54h2M84 54h2M90 54h2M96 54h2" />
      <rect {...looks.accent} x="76" y="64" width="22" height="8" rx="3" />
    </>
  ),
}

/** A small drawing in the platform's colors; hidden from screen readers, because the text next to it says the same. */
export function Illustration({ name }: { name: Drawing }) {
  return (
    <svg
      className="block"
      viewBox="0 0 160 100"
      width="160"
      height="100"
      fill="none"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse fill="var(--neutral-soft)" cx="80" cy="89" rx="56" ry="5" />
      {drawings[name]}
    </svg>
  )
}
