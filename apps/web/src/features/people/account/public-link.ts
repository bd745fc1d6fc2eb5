import { useRouterState } from '@tanstack/react-router'
import { type AddressOf, type Destination, linkTo, type publicPages } from '../../../paths.ts'

type BeforeSignIn = (typeof publicPages)['login' | 'signUp' | 'forgotPassword']

/** Returns a function that links to other pages before sign-in, on the same platform as this page's address. */
export function usePublicLink(): <P extends BeforeSignIn>(page: P, search?: AddressOf<P>) => Destination {
  const sys = useRouterState({ select: ({ matches }) => sysOf(matches.at(-1)?.params) })
  return (page, search) => linkTo(page, { params: { sys }, search })
}

const sysOf = (params: object = {}) => ('sys' in params && typeof params.sys === 'string' ? params.sys : undefined)
