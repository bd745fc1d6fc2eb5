const KEY = 'simwright.invitation'

/** Remembers the invitation code of the sign-up form in this tab, while the visitor is at an identity provider. */
export function keepInvitation(code: string): void {
  if (code === '') sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, code)
}

/** The remembered code; empty without one. */
export function keptInvitation(): string {
  return sessionStorage.getItem(KEY) ?? ''
}
