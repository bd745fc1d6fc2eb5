import type { ImportGraph } from './import-graph.ts'

const SERVER = 'apps/server/src/main.ts'

/**
 * Libraries that only some calls need; they must be loaded by `import()`, because loading costs time and memory at the
 * start.
 */
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
  'stripe',
  'yauzl',
  'yazl',
]

/** The libraries that are loaded when the server starts, each as its import path. */
export function loadedAtStart(graph: ImportGraph, { from = SERVER, absent = ABSENT } = {}): string[] {
  const importer = importersFrom(graph, from)
  return absent.map((name) => `npm:${name}`).flatMap((to) => (importer.has(to) ? [wayTo(to, importer)] : []))
}

const SIGN_IN = 'apps/web/src/main.tsx'

/** Modules that the sign-in page does not need, and that are large; `npm run bench -- bundle` limits its size. */
const LATER = [
  'npm:@mantine/form',
  'npm:@tanstack/react-query',
  'apps/web/src/texts/account.ts',
  'apps/web/src/texts/ui.ts',
  'packages/contract/src/people/account.ts',
  'packages/contract/src/permission.ts',
  'packages/contract/src/profiles/configuration.ts',
  'packages/contract/src/profiles/configuration-field.ts',
]

/** The modules of later pages that the sign-in page loads, each as its import path. */
export function loadedAtSignIn(graph: ImportGraph): string[] {
  const importer = importersFrom(graph, SIGN_IN)
  return LATER.flatMap((to) => (importer.has(to) ? [wayTo(to, importer)] : []))
}

/** Each module loaded with `from`, and the first module that imports it; includes dynamic imports of `from` itself. */
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
