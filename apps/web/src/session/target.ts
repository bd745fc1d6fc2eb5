const KEY = 'simwright.target'

/** Remembers the page to open after sign-in, in this tab, while the user is at an identity provider. */
export function keepTarget(target: string | undefined): void {
  if (target === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, target)
}

/** Returns the remembered page and forgets it. */
export function takeTarget(): string | undefined {
  const target = sessionStorage.getItem(KEY) ?? undefined
  sessionStorage.removeItem(KEY)
  return target
}

/** A path without repeated slashes, backslashes and white space, which browsers may read as another host. */
const OWN_PATH = /^(?=\/)(\/[^\\/\s?#]+)*\/?([?#]\S*)?$/

/** The target if it is a path of this portal, else `/`. Protects against open redirects. */
export function localTarget(target: string | undefined): string {
  return target !== undefined && OWN_PATH.test(target) ? target : '/'
}
