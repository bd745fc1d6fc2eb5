import { useParams } from '@tanstack/react-router'

type BeforeSignIn = '/login' | '/signup' | '/fgpassword'

/** Where another page before the sign-in stands, on the platform that this page's address names. */
export function useWayTo(): (page: BeforeSignIn) => string {
  const { sys } = useParams({ strict: false }) as { sys?: string }
  return (page) => (sys ? `${page}/${sys}` : page)
}
