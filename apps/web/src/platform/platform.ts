import type { SignInProvider } from '@simwright/contract/oauth'
import { AppConfig, Platform, query } from '@simwright/contract/platform'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { ask } from '../api/call.ts'
import { defaultStyle } from './default-style.ts'

/** The name, icon and colours of the white-label platform that this page belongs to. */
export type CurrentPlatform = {
  appName: string
  iconUrl: string
  style: AppConfig['styleProperties']
  developmentMail: boolean
  passwordMax: number
  sys: string
  providers: readonly SignInProvider[]
}

const CACHE_KEY = 'simwright.platform'

const initial: CurrentPlatform = {
  appName: 'Simwright',
  iconUrl: '/icon.svg',
  style: defaultStyle,
  developmentMail: false,
  passwordMax: 30,
  sys: 'simwright',
  providers: [],
}

let current: CurrentPlatform = initial
const listeners = new Set<() => void>()

export function platform(): CurrentPlatform {
  return current
}

export function usePlatform(): CurrentPlatform {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => current,
  )
}

/** Takes the remembered platform, when there is one. */
export function recallPlatform(): boolean {
  const cached = z.string().transform(parseJson).pipe(Platform).safeParse(localStorage.getItem(CACHE_KEY))
  return cached.success && take(cached.data)
}

/** Asks the server; keeps what is shown when it doesn't answer. */
export async function loadPlatform(): Promise<void> {
  try {
    const answer = await ask(query, { sys: sysOfPath(location.pathname) }, { background: true, silent: true })
    if (take(answer)) localStorage.setItem(CACHE_KEY, JSON.stringify(answer))
  } catch {
    // The page works with the remembered or the built-in look; the next visit asks again.
  }
}

/** The `:sys` at the end of a public path: which platform a shared host speaks for. */
function sysOfPath(pathname: string): string | undefined {
  return /^\/(?:login|signup|signerror|confirm)\/([^/]+)$/.exec(pathname)?.[1]
}

function take(answer: z.infer<typeof Platform>): boolean {
  const config = AppConfig.safeParse(parseJson(answer.appConfig))
  if (!config.success) return false
  current = {
    appName: answer.appName,
    iconUrl: config.data.iconUrl || initial.iconUrl,
    style: config.data.styleProperties,
    developmentMail: answer.developmentMail,
    passwordMax: answer.passwordMax,
    sys: answer.sys,
    providers: answer.providers,
  }
  document.querySelector('link[rel="icon"]')?.setAttribute('href', current.iconUrl)
  for (const tell of listeners) tell()
  return true
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
