import { globSync } from 'node:fs'
import { HANG_MS } from '../test/hang-limit.ts'
import { type Node, namesOf, placeOf, readSource, type Source, visitNodes } from './syntax.ts'

/** Tests, what only tests use, and the configuration of the runners. */
const TEST_FILES = [
  '{packages,apps}/*/src/**/*.test.{ts,tsx}',
  'apps/web/src/**/*.states.tsx',
  'apps/web/src/states/*.{ts,tsx}',
  'apps/server/src/testing/**/*.ts',
  'tests/**/*.ts',
  'scripts/**/*.test.ts',
  'scripts/test/*.ts',
  '*.config.ts',
]

/** Limits that a runner has by itself, shorter than the one for hangs, so each must be set. */
const TO_SET: Readonly<Record<string, readonly string[]>> = {
  'vitest.config.ts': ['testTimeout', 'hookTimeout', 'teardownTimeout', 'poll'],
  'playwright.config.ts': ['timeout', 'expect'],
}

/** Short limits that make no test fail on a busy machine, with the reason. */
const SHORT: Readonly<Record<string, string>> = {
  'packages/asn1/src/codec.test.ts timeout: 2': 'a named number of the standard',
  'packages/client/src/client.test.ts timeoutMs: 1000': 'the time of a call is over: its server never answers',
  'packages/euicc/src/https-transport.test.ts timeoutMs: 50': 'the time of a call is over: its server is silent',
  'apps/server/src/db/open.test.ts lockLimitMs: 50': 'a migration gives up, as it must, or tries again and again',
  'apps/web/src/frame/PortalFrame.states.tsx timeout: 60000': 'an option of a passkey, which no browser waits for here',
  'tests/e2e/account.test.ts timeout: 500': 'one of many attempts, which go on until one of them succeeds',
  'tests/e2e/platform.test.ts timeout: 1000': 'one of many attempts, which go on until one of them succeeds',
}

/** Pauses that are not a wait for something, with the reason; a test that waits for something polls. */
const PAUSES: Readonly<Record<string, string>> = {
  'scripts/test/browser.ts': 'a browser that hangs is ended after the limit for hangs',
  'packages/client/src/client.test.ts': 'a call is aborted while it pauses for 30 s; before that it is aborted too',
  'packages/euicc/src/recycle-applet.test.ts': 'the answer arrives in two pieces',
  'apps/server/src/modules/money/stripe/pace.test.ts':
    'the work of a call takes a while; a longer while changes nothing',
  'apps/server/src/modules/programs/webhooks/webhooks.test.ts':
    'the receiver takes a while; a longer one changes nothing',
  'apps/server/src/modules/programs/open-api/open-api.test.ts': 'a plan of one call a second: its second passes',
  'apps/server/src/modules/people/enterprises/enterprises.test.ts': 'an event that must not arrive would have arrived',
  'apps/server/src/modules/insight/reports/schedule-process.test.ts': 'a sweep that must do nothing would have done it',
  'apps/server/src/jobs/threshold-check.test.ts': 'a check that must do nothing would have done it',
  'apps/server/src/runtime/own-round.test.ts': 'no time passes: the rounds of the event loop are what is tested',
  'apps/server/src/jobs/queue.test.ts': 'the queue polls without any event to wait for',
  'apps/server/src/seal/open-keys.test.ts': 'generating a key takes a while; a longer while changes nothing',
  'apps/server/src/http/read-image.test.ts': 'the process is stopped for longer than it may compute',
  'apps/server/src/http/serve.test.ts': 'a connection is idle; for how long changes nothing',
  'apps/server/src/http/file-answer.test.ts': 'a client that reads slowly, and a file that is read slowly',
  'apps/server/src/http/outage.test.ts': 'an earlier check of the database is out of date only after a second',
  'apps/server/src/http/once-kill.test.ts': 'a kill at a random moment',
  'apps/server/src/main.test.ts': 'a second signal counts only a second after the first',
  'apps/server/src/db/embedded/embedded.test.ts': 'something that must not happen would have happened',
  'apps/server/src/db/embedded/conversion.test.ts': 'a kill a moment after the start of the conversion',
  'apps/server/src/testing/killed-server.ts': 'a kill at a random moment',
  'apps/server/src/testing/postgres.ts': 'the pause between two attempts',
  'apps/server/src/testing/stripe/simulation.ts': 'the simulation takes a while to answer, on request',
  'apps/server/src/testing/stripe/webhook.ts': 'the simulation takes a while to call, on request',
  'apps/web/src/api/call.test.ts': 'a pause on the faked clock',
}

type Limit = { place: string; what: string }

type Exempt = { limits?: Readonly<Record<string, string>>; files?: readonly string[] }

/** Each limit of a test that is shorter than the one for hangs, and each limit of a runner that is not set. */
export function shortLimits(root: string, { limits = SHORT, files = testFiles(root) }: Exempt = {}): string[] {
  const used = new Set<string>()
  const faults = files.flatMap((path) =>
    limitsOf(readSource(root, path)).flatMap(({ place, what }) => {
      const listed = `${path} ${what}`
      if (!(listed in limits))
        return [`${place} ${what} is shorter than the limit for hangs in scripts/test/hang-limit.ts`]
      used.add(listed)
      return []
    }),
  )
  const unset = Object.entries(TO_SET)
    .filter(([path]) => files.includes(path))
    .flatMap(([path, names]) => unsetLimits(readSource(root, path), names))
  return [...faults, ...unset, ...unusedOf(limits, used)]
}

/** Each pause of a test that is not listed; a pause in a loop, which polls, is none. */
export function pauses(root: string, { limits = PAUSES, files = testFiles(root) }: Exempt = {}): string[] {
  const used = new Set<string>()
  const faults = files.flatMap((path) => {
    const found = pausesOf(readSource(root, path))
    if (found.length > 0 && path in limits) used.add(path)
    return path in limits ? [] : found
  })
  return [...faults, ...unusedOf(limits, used)]
}

const testFiles = (root: string): string[] =>
  globSync([...TEST_FILES], { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()

const unusedOf = (listed: Readonly<Record<string, string>>, used: ReadonlySet<string>) =>
  Object.keys(listed).flatMap((path) => (used.has(path) ? [] : [`${path} is listed without need`]))

const LIMIT_KEY = /timeout(Ms)?$|^interruptAfterTimeLimit$|(limit|deadline|timeout)Ms$/i
const LIMIT_NAME = /(^|_)(LIMIT|TIMEOUT|DEADLINE|WAIT|HANG)_MS$/
const LIMIT_ARGUMENT = /^--\w*[tT]imeout[= ](\d+)$/
const TEST_FUNCTIONS = ['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']
/** Functions of Vitest with a limit of a second. */
const SHORT_WAITS = ['waitFor', 'waitUntil']

/** The limits of a file that are shorter than the one for hangs, each as `name: milliseconds`. */
function limitsOf(source: Source): Limit[] {
  const hangMs =
    source.path.startsWith('tests/') || source.path.startsWith('playwright') ? HANG_MS.playwright : HANG_MS.vitest
  const constants = constantsOf(source.tree)
  const limits: Limit[] = []
  const check = (node: Node, name: string, given: Node | undefined) => {
    const ms = numberOf(given, constants)
    // zero stands for no limit
    if (ms !== undefined && ms > 0 && ms < hangMs) limits.push({ place: placeOf(source, node), what: `${name}: ${ms}` })
  }
  visitNodes(source.tree, (node) => {
    if (node.type === 'Property') {
      const key = node.key?.name ?? String(node.key?.value ?? '')
      if (LIMIT_KEY.test(key)) check(node, key, node.value as Node)
    }
    if (node.type === 'VariableDeclarator' && LIMIT_NAME.test(node.id?.name ?? ''))
      check(node, node.id!.name!, node.init)
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const [, ms] = LIMIT_ARGUMENT.exec(node.value) ?? []
      if (ms !== undefined) check(node, node.value, { type: 'Literal', start: node.start, value: Number(ms) })
    }
    if (node.type !== 'CallExpression') return
    const names = namesOf(node.callee)
    if (names[0] === 'vi' && SHORT_WAITS.includes(names.at(-1)!))
      limits.push({ place: placeOf(source, node), what: `${names.join('.')}: 1000` })
    if (names.join('.') === 'AbortSignal.timeout') check(node, 'AbortSignal.timeout', node.arguments?.[0])
    if (names.at(-1) === 'setTimeout' && names[0] === 'test') check(node, 'test.setTimeout', node.arguments?.[0])
    else if (TEST_FUNCTIONS.includes(names[0] ?? '') && (node.arguments?.length ?? 0) > 1)
      check(node, names[0]!, node.arguments!.at(-1))
  })
  return limits
}

/** The numeric constants of a file, by name. */
function constantsOf(tree: Node): ReadonlyMap<string, Node> {
  const constants = new Map<string, Node>()
  visitNodes(tree, (node) => {
    if (node.type === 'VariableDeclarator' && node.id?.name && node.init) constants.set(node.id.name, node.init)
  })
  return constants
}

/** The value of a number, a constant, or what is calculated of them; undefined for anything else. */
function numberOf(node: Node | undefined, constants: ReadonlyMap<string, Node>, depth = 0): number | undefined {
  if (node === undefined || depth > 9) return undefined
  const value = (of: Node | undefined) => numberOf(of, constants, depth + 1)
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  if (node.type === 'Identifier') return value(constants.get(node.name ?? ''))
  if (node.type === 'LogicalExpression') return value(node.right)
  if (node.type === 'CallExpression')
    return namesOf(node.callee).join() === 'Number' ? value(node.arguments?.[0]) : undefined
  if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression') return value(node.expression)
  if (node.type !== 'BinaryExpression') return undefined
  const [left, right] = [value(node.left), value(node.right)]
  if (left === undefined || right === undefined) return undefined
  if (node.operator === '*') return left * right
  if (node.operator === '/') return left / right
  return node.operator === '+' ? left + right : undefined
}

function unsetLimits(source: Source, names: readonly string[]): string[] {
  const set = new Set<string>()
  visitNodes(source.tree, (node) => {
    if (node.type === 'Property') set.add(node.key?.name ?? '')
  })
  return names
    .filter((name) => !set.has(name))
    .map((name) => `${source.path} does not set ${name}, whose default is short`)
}

function pausesOf(source: Source): string[] {
  const pausing = new Set(['setTimeout'])
  visitNodes(source.tree, (node) => {
    if (node.type !== 'ImportSpecifier') return
    const { imported, local } = node as unknown as { imported: Node; local: Node }
    if (imported.name === 'setTimeout') pausing.add(local.name ?? '')
  })
  const faults: string[] = []
  visitNodes(source.tree, (node, around) => {
    if (node.type !== 'CallExpression') return
    const names = namesOf(node.callee)
    if (names.at(-1) !== 'waitForTimeout' && !(names.length === 1 && pausing.has(names[0]!))) return
    if (around.some(isPollingLoop)) return
    faults.push(
      `${placeOf(source, node)} pauses: poll for what happens, or list the reason in scripts/check/time-limit.ts`,
    )
  })
  return faults
}

/** A loop that does not count. */
const isPollingLoop = ({ type, update }: Node) =>
  type === 'WhileStatement' || type === 'DoWhileStatement' || (type === 'ForStatement' && update === null)
