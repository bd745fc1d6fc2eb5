import { useRouterState } from '@tanstack/react-router'
import { type AddressOf, type Destination, linkTo, type publicPages } from '../../../paths.ts'

type BeforeSignIn = (typeof publicPages)['login' | 'signUp' | 'forgotPassword']

/** Links to other pages before the sign-in, on the platform that this page's address names. */
export function useWayTo(): <P extends BeforeSignIn>(page: P, search?: AddressOf<P>) => Destination {
  const sys = useRouterState({ select: ({ matches }) => sysOf(matches.at(-1)?.params) })
  return (page, search) => linkTo(page, { params: { sys }, search })
}

const sysOf = (params: object = {}) => ('sys' in params && typeof params.sys === 'string' ? params.sys : undefined)
