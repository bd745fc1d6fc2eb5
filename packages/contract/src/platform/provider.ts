import { z } from 'zod'
import { API_PREFIX } from '../endpoint.ts'

export const providerBrands = ['GOOGLE', 'MICROSOFT', 'GITHUB', 'OIDC'] as const
export type ProviderBrand = (typeof providerBrands)[number]

/** A sign-in provider that a platform offers. `id` is its short name in paths. */
export const SignInProvider = z.object({ id: z.string(), name: z.string(), brand: z.enum(providerBrands) })
export type SignInProvider = z.infer<typeof SignInProvider>

/** The address to which a browser goes to sign in or up with a provider. It responds with a redirect, not JSON. */
export function renderPath(purpose: 'login' | 'signup', providerId: string, sys: string): string {
  return `${API_PREFIX}/oauth/render/${purpose}/${encodeURIComponent(providerId)}/${encodeURIComponent(sys)}`
}

/** The page of the portal to which providers send the browser back. */
export function callbackPath(providerId: string): `/${string}` {
  return `/oauth/callback/${encodeURIComponent(providerId)}`
}
