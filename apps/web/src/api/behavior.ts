import * as contract from '@simwright/contract/people/behavior'
import {
  type BehaviorConfig,
  type BehaviorModule,
  behaviorModuleNames,
  behaviorModules,
} from '@simwright/contract/people/behavior'
import { useCallback } from 'react'
import { createStore, useStoreSlice } from '../base/store.ts'
import { ask, showProblem } from './call.ts'
import { isProblem } from './problem.ts'
import { currentUser, onSessionChange } from './session.ts'
import { isVisit } from './visit.ts'

type Config = Record<string, unknown>
type Saved = { config: Config; version: number }
type Change = (before: Config) => Config

/** The configurations as the server has them. */
const saved = new Map<BehaviorModule, Saved>()
/** The configurations that the page shows; includes changes that are not saved yet. */
const shown = createStore<ReadonlyMap<BehaviorModule, Config>>(new Map())
const otherTabs = new BroadcastChannel('simwright.behavior')

let loaded: { sid: string | undefined; done: Promise<void> } | undefined
let saving = Promise.resolve()
let pendingSaves = 0

/** Attempts to save a change. After a conflict the change is applied to what another tab has saved. */
const SAVE_ATTEMPTS = 4

const defaults = Object.fromEntries(
  behaviorModuleNames.map((module) => [module, behaviorModules[module].config.parse({}) as Config]),
)

/** Loads all configurations of the user, once after sign-in. If that fails, the defaults apply. */
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

/** Loads a configuration again, after what the user may see in it has changed. */
export function reloadBehavior(module: BehaviorModule): void {
  // without an answer the old one stays
  void read(module).catch(() => {})
}

/** The configuration of a module and a function to change it; a change shows at once and is then saved. */
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
  // a visit changes nothing, not even a setting of the visitor
  if (isVisit()) return
  pendingSaves += 1
  saving = saving
    .then(() => save(module, change))
    .catch(showProblem)
    .then(() => {
      pendingSaves -= 1
      if (pendingSaves === 0) showSaved()
    })
}

async function save(module: BehaviorModule, change: Change, attempts = SAVE_ATTEMPTS): Promise<void> {
  const before = saved.get(module) ?? { config: defaults[module]!, version: 0 }
  const config = change(before.config)
  const sent = { moduleName: module, moduleConfig: JSON.stringify(config), version: before.version }
  try {
    const { version } = await ask(contract.save, sent, { silent: true })
    saved.set(module, { config, version })
    otherTabs.postMessage({ module, config, version })
  } catch (error) {
    if (attempts <= 1 || !isProblem(error, 'changed_meanwhile')) throw error
    await read(module)
    await save(module, change, attempts - 1)
  }
}

async function read(module: BehaviorModule | undefined): Promise<void> {
  const input = module === undefined ? {} : { moduleNames: [module] }
  const { configs } = await ask(contract.query, input, { silent: true, background: true })
  for (const { moduleName, moduleConfig, version } of configs) {
    const name = moduleName as BehaviorModule
    // the defaults fill what was added to the module after the configuration was saved
    saved.set(name, { config: { ...defaults[name], ...JSON.parse(moduleConfig) }, version })
  }
  if (pendingSaves === 0) showSaved()
}

otherTabs.addEventListener(
  'message',
  ({ data: { module, ...rest } }: MessageEvent<Saved & { module: BehaviorModule }>) => {
    saved.set(module, rest)
    if (pendingSaves === 0) showSaved()
  },
)

// signing out clears the configurations (specification, section 4); so does a switch of the enterprise account
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
