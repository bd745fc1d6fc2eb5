import { z } from 'zod'
import { API_PREFIX } from '../endpoint.ts'

export const providerBrands = ['GOOGLE', 'MICROSOFT', 'GITHUB', 'OIDC'] as const
export type ProviderBrand = (typeof providerBrands)[number]

/** A way to sign in that a platform offers: `id` is its short name, as it stands in paths. */
export const SignInProvider = z.object({ id: z.string(), name: z.string(), brand: z.enum(providerBrands) })
export type SignInProvider = z.infer<typeof SignInProvider>

/** Where a browser goes to sign in or up through a provider; it answers with a redirect, never with JSON. */
export function renderPath(purpose: 'login' | 'signup', providerId: string, sys: string): string {
  return `${API_PREFIX}/oauth/render/${purpose}/${encodeURIComponent(providerId)}/${encodeURIComponent(sys)}`
}

/** The page of the portal to which providers send the browser back. */
export function callbackPath(providerId: string): `/${string}` {
  return `/oauth/callback/${encodeURIComponent(providerId)}`
}
