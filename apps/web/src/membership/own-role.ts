import { useEnterprise } from './enterprise.ts'

/** The names of the user's role and of the enterprise account, empty until they are loaded. */
export function useOwnRole(): { role: string; enterprise: string } {
  const { role = '', name = '' } = useEnterprise() ?? {}
  return { role, enterprise: name }
}
