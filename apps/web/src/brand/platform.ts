import { AppConfig, Platform, query } from '@simwright/contract/platform/brand'
import type { SignInProvider } from '@simwright/contract/platform/provider'
import { z } from 'zod'
import { ask } from '../api/call.ts'
import { cacheKeyOf, currentSys } from '../api/sys.ts'
import { createStore, useStore } from '../base/store.ts'
import { setAppName } from '../texts/text.ts'
import { defaultStyle } from './default-style.ts'

/** The white-label platform of this page. */
export type CurrentPlatform = {
  appName: string
  iconUrl: string
  style: AppConfig['styleProperties']
  developmentMail: boolean
  passwordMax: number
  sys: string
  byHost: boolean
  logoUrl: string | null
  termsUrl: string | null
  privacyUrl: string | null
  supportEmail: string | null
  /** Whether the contact page says how to reach the operator. */
  hasContact: boolean
  providers: readonly SignInProvider[]
}

/**
 * Reads the platform's name or icon, which the server writes into the page so that they are right before its first
 * answer.
 */
const attributeOf = (selector: string, attribute: string) => document.querySelector(selector)?.getAttribute(attribute)

const initial: CurrentPlatform = {
  appName: attributeOf('meta[name="application-name"]', 'content') ?? 'Simwright',
  iconUrl: attributeOf('link[rel="icon"]', 'href') ?? '/icon.svg',
  style: defaultStyle,
  developmentMail: false,
  passwordMax: 30,
  sys: 'simwright',
  byHost: false,
  logoUrl: null,
  termsUrl: null,
  privacyUrl: null,
  supportEmail: null,
  hasContact: true,
  providers: [],
}

const current = createStore(initial)
setAppName(initial.appName)

export function platform(): CurrentPlatform {
  return current.get()
}

export function usePlatform(): CurrentPlatform {
  return useStore(current)
}

/** Applies the platform that this browser has cached. Returns whether there is one. */
export function restorePlatform(): boolean {
  const cached = z
    .string()
    .transform(parseJson)
    .pipe(Platform)
    .safeParse(localStorage.getItem(cacheKeyOf(currentSys())))
  return cached.success && applyPlatform(cached.data)
}

/** Loads and applies the platform; changes nothing when the call fails. */
export async function loadPlatform(sys = currentSys()): Promise<void> {
  try {
    const answer = await ask(query, { sys }, { background: true, silent: true })
    if (applyPlatform(answer)) localStorage.setItem(cacheKeyOf(sys), JSON.stringify(answer))
  } catch {
    // The page works with the cached or the built-in style; the next visit loads it again.
  }
}

/** Path parameter of the public pages for this platform; undefined when the host or the default implies it. */
export function sysParam(): { sys: string | undefined } {
  const { byHost, sys } = current.get()
  return { sys: byHost || sys === initial.sys ? undefined : sys }
}

function applyPlatform(answer: z.infer<typeof Platform>): boolean {
  const config = AppConfig.safeParse(parseJson(answer.appConfig))
  if (!config.success) return false
  const next: CurrentPlatform = {
    appName: answer.appName,
    iconUrl: config.data.iconUrl || initial.iconUrl,
    style: config.data.styleProperties,
    developmentMail: answer.developmentMail,
    passwordMax: answer.passwordMax,
    sys: answer.sys,
    byHost: answer.byHost,
    logoUrl: answer.logoUrl,
    termsUrl: answer.termsUrl,
    privacyUrl: answer.privacyUrl,
    supportEmail: answer.supportEmail,
    hasContact: answer.contactEmail !== null || answer.contactText !== null,
    providers: answer.providers,
  }
  const icon = document.querySelector('link[rel="icon"]')
  icon?.removeAttribute('type')
  icon?.setAttribute('href', next.iconUrl)
  document.querySelector('meta[name="application-name"]')?.setAttribute('content', next.appName)
  setAppName(next.appName)
  current.set(next)
  return true
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
