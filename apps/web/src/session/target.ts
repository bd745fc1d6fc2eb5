const KEY = 'simwright.target'

/** Remembers, in this tab, where a visitor wanted to go while an identity provider has them. */
export function keepTarget(target: string | undefined): void {
  if (target === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, target)
}

/** What was remembered, once. */
export function takeTarget(): string | undefined {
  const target = sessionStorage.getItem(KEY) ?? undefined
  sessionStorage.removeItem(KEY)
  return target
}

/** A path as the portal itself writes it: browsers read a second slash, a backslash or white space in ways of their own. */
const OWN_PATH = /^(?=\/)(\/[^\\/\s?#]+)*\/?([?#]\S*)?$/

/** The remembered target, when it is a path of this portal; else the start. */
export function localTarget(target: string | undefined): string {
  return target !== undefined && OWN_PATH.test(target) ? target : '/'
}
