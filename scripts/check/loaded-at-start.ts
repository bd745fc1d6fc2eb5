import type { ImportGraph } from './import-graph.ts'

const SERVER = 'apps/server/src/main.ts'

/** Libraries that cost time and memory at each start, and that only some calls need: these load them by `import()`. */
const ABSENT = [
  '@resvg/resvg-js',
  '@simplewebauthn/server',
  'fontkit',
  'jsqr',
  'nodemailer',
  'openid-client',
  'openpgp',
  'otpauth',
  'pdfkit',
  'saxes',
  'sharp',
  'yauzl',
  'yazl',
]

/** How each of them is loaded when the server starts, as the files on the way. */
export function loadedAtStart(graph: ImportGraph, { from = SERVER, absent = ABSENT } = {}): string[] {
  const importer = importersFrom(graph, from)
  return absent.map((name) => `npm:${name}`).flatMap((to) => (importer.has(to) ? [wayTo(to, importer)] : []))
}

/** Each module that is loaded with `from`, with the one that imports it first. What `from` itself loads by `import()` counts. */
function importersFrom({ imports }: ImportGraph, from: string): ReadonlyMap<string, string | undefined> {
  const atOnce = imports.filter((found) => !found.typeOnly && (!found.dynamic || found.from === from))
  const next = Map.groupBy(atOnce, (found) => found.from)
  const importer = new Map<string, string | undefined>([[from, undefined]])
  for (const [file] of importer)
    for (const { to } of next.get(file) ?? []) if (!importer.has(to)) importer.set(to, file)
  return importer
}

function wayTo(to: string, importer: ReadonlyMap<string, string | undefined>): string {
  const way: string[] = []
  for (let file: string | undefined = to; file !== undefined; file = importer.get(file)) way.unshift(file)
  return way.join(' -> ')
}
