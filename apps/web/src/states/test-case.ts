import type { Extent, TestCase, View } from './exchange.ts'
import { onList, type State, type StateList } from './state.ts'

/** States that all pages build from the same pieces: without `npm run prove states` each list shows one of its own. */
const ALIKE = ['loading', 'failed', 'refused']

/**
 * Of so many lists, axe checks `empty`, the colors of `phone`, and side bar and top bar in one; `npm run prove states`
 * checks all.
 */
const AXE_SHARE = 4

const EVERY_VIEW: readonly View[] = [
  { width: 1440, scheme: 'light', rules: 'all' },
  { width: 1440, scheme: 'dark', rules: 'all' },
  { width: 390, scheme: 'dark', rules: 'all' },
  { width: 390, scheme: 'light', rules: 'all' },
]

const files = import.meta.glob<unknown>('../**/*.states.tsx')
const loaded = new Map<string, readonly StateList[]>()
let loading: StateList[] = []
onList((list) => loading.push(list))

/** The lists of a file; its path begins with `src/`. @throws if there is no such file */
async function listsOf(file: string): Promise<readonly StateList[]> {
  const known = loaded.get(file)
  if (known) return known
  const load = files[file.replace(/^src\//, '../')]
  if (!load) throw new TypeError(`no file of states: ${file}`)
  loading = []
  await load()
  loaded.set(file, loading)
  return loading
}

/** The tests of a file. */
export async function testsOf(file: string, extent: Extent): Promise<TestCase[]> {
  return (await listsOf(file)).flatMap((list) => (extent === 'all' ? casesInEveryView(list) : sampleOf(list)))
}

/** The list and the state of a test. */
export async function stateOf(file: string, { list: listName, state: name }: TestCase): Promise<[StateList, State]> {
  const list = (await listsOf(file)).find((one) => one.name === listName)
  const state = list?.states[name]
  if (!list || !state) throw new TypeError(`no state: ${listName}, ${name}`)
  return [list, state]
}

function casesInEveryView(list: StateList): TestCase[] {
  return Object.keys(list.states).flatMap((state) =>
    EVERY_VIEW.map((view) => ({ list: list.name, state, view, name: `${state}, ${view.width} px, ${view.scheme}` })),
  )
}

/** The states of a list to show in `npm test`, each in one view. */
function sampleOf({ name: list, states }: StateList): TestCase[] {
  const number = numberOf(list)
  const alike = ALIKE.filter((name) => name in states)
  const shown = alike[number % alike.length]
  const names = Object.keys(states).filter((name) => name === shown || !alike.includes(name))
  return names.map((state) => ({ list, state, name: state, view: viewOf(state, number) }))
}

/** The view of a state: 1440 pixels in light colors, except for `phone`. */
function viewOf(state: string, number: number): View {
  const isChecked = number % AXE_SHARE === 0
  if (state === 'phone') return { width: 390, scheme: 'dark', rules: isChecked ? 'contrast' : 'none' }
  const fullRules = isChecked ? 'all' : 'all but bars'
  const rules = state === 'full' ? fullRules : state === 'empty' && isChecked ? 'all but bars' : 'none'
  return { width: 1440, scheme: 'light', rules }
}

/** A number for a list, the same in each run. */
const numberOf = (list: string) => [...list].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
