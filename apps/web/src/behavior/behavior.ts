import * as contract from '@simwright/contract/platform/behavior'
import {
  type BehaviorConfig,
  type BehaviorModule,
  behaviorModuleNames,
  behaviorModules,
} from '@simwright/contract/platform/behavior'
import { useCallback } from 'react'
import { ask, showProblem } from '../api/call.ts'
import { isProblem } from '../api/problem.ts'
import { currentUser, onSessionChange } from '../session/session.ts'
import { createStore, useStoreSlice } from '../ui/store.ts'

type Config = Record<string, unknown>
type Saved = { config: Config; version: number }
type Change = (before: Config) => Config

/** What the portal has. */
const saved = new Map<BehaviorModule, Saved>()
/** What the page shows: a change is here before the portal has saved it. */
const shown = createStore<ReadonlyMap<BehaviorModule, Config>>(new Map())
const otherTabs = new BroadcastChannel('simwright.behavior')

let loaded: { sid: string | undefined; done: Promise<void> } | undefined
let saving = Promise.resolve()
let waiting = 0

/** When another tab has saved meanwhile, the change is made again on top of what it saved. */
const TRIES = 4

const defaults = Object.fromEntries(
  behaviorModuleNames.map((module) => [module, behaviorModules[module].config.parse({}) as Config]),
)

/** Loads what the portal remembers for the user, once after sign-in. Without an answer the defaults apply. */
export function loadBehavior(): Promise<void> {
  const sid = currentUser()?.sid
  if (loaded?.sid !== sid || loaded === undefined) {
    forget()
    const done = read(undefined).catch(() => {
      loaded = undefined
    })
    loaded = { sid, done }
  }
  return loaded.done
}

/** The configuration of a module, and how to change it: shown at once, then saved. */
export function useBehavior<M extends BehaviorModule>(
  module: M,
): [BehaviorConfig<M>, (change: (before: BehaviorConfig<M>) => BehaviorConfig<M>) => void] {
  const config = useStoreSlice(shown, () => behaviorOf(module))
  const change = useCallback(
    (next: (before: BehaviorConfig<M>) => BehaviorConfig<M>) => changeBehavior(module, next),
    [module],
  )
  return [config, change]
}

export function behaviorOf<M extends BehaviorModule>(module: M): BehaviorConfig<M> {
  return (shown.get().get(module) ?? defaults[module]) as BehaviorConfig<M>
}

export function changeBehavior<M extends BehaviorModule>(
  module: M,
  next: (before: BehaviorConfig<M>) => BehaviorConfig<M>,
): void {
  const change = next as unknown as Change
  show(module, change(behaviorOf(module) as Config))
  waiting += 1
  saving = saving
    .then(() => save(module, change))
    .catch(showProblem)
    .then(() => {
      waiting -= 1
      if (waiting === 0) showSaved()
    })
}

async function save(module: BehaviorModule, change: Change, tries = TRIES): Promise<void> {
  const before = saved.get(module) ?? { config: defaults[module]!, version: 0 }
  const config = change(before.config)
  const sent = { moduleName: module, moduleConfig: JSON.stringify(config), version: before.version }
  try {
    const { version } = await ask(contract.save, sent, { silent: true })
    saved.set(module, { config, version })
    otherTabs.postMessage({ module, config, version })
  } catch (error) {
    if (tries <= 1 || !isProblem(error, 'changed_meanwhile')) throw error
    await read(module)
    await save(module, change, tries - 1)
  }
}

async function read(module: BehaviorModule | undefined): Promise<void> {
  const asked = module === undefined ? {} : { moduleNames: [module] }
  const { configs } = await ask(contract.query, asked, { silent: true, background: true })
  for (const { moduleName, moduleConfig, version } of configs)
    saved.set(moduleName as BehaviorModule, { config: JSON.parse(moduleConfig), version })
  if (waiting === 0) showSaved()
}

otherTabs.addEventListener(
  'message',
  ({ data: { module, ...rest } }: MessageEvent<Saved & { module: BehaviorModule }>) => {
    saved.set(module, rest)
    if (waiting === 0) showSaved()
  },
)

// specification, section 4: sign-out resets what was stored; so does a switch to another enterprise account
onSessionChange(() => {
  if (loaded?.sid !== currentUser()?.sid) forget()
})

function forget(): void {
  loaded = undefined
  saved.clear()
  showSaved()
}

function showSaved(): void {
  shown.set(new Map([...saved].map(([module, { config }]) => [module, config])))
}

function show(module: BehaviorModule, config: Config): void {
  shown.set(new Map(shown.get()).set(module, config))
}
