/** The token of a visit to a client, in the tab that opened it. The session of the staff member goes on in other tabs. */
const KEY = 'simwright.visit'

/** The token of this tab's visit. */
export const visitToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

/** Whether this tab is a visit of platform staff to a client. */
export const isVisit = (): boolean => visitToken() !== undefined

export function keepVisit(token: string): void {
  sessionStorage.setItem(KEY, token)
}

export function forgetVisit(): void {
  sessionStorage.removeItem(KEY)
}
