import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Json = Record<string, unknown>

/** Whether this browser knows passkeys at all; they need https, or this machine. */
export function supportsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** Has the browser answer a challenge with a passkey; undefined when the user, or the browser, gives none. */
export async function signWithPasskey(options: Json): Promise<Json | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return await given(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )
}

/** Has the browser make a passkey; undefined when it makes none. */
export async function createPasskey(options: Json): Promise<Json | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return await given(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
}

/** Whatever goes wrong in the browser's own dialog comes as an error with a name; the page offers another try. */
async function given(work: () => Promise<object>): Promise<Json | undefined> {
  try {
    return { ...(await work()) }
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
