import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Json = Record<string, unknown>

/** Whether the browser supports passkeys here; they need https or localhost. */
export function supportsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** Signs a challenge with a passkey; undefined when the user cancels or the browser has none. */
export async function signWithPasskey(options: Json): Promise<Json | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return await undefinedOnError(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )
}

/** Creates a passkey; undefined when the user cancels or the browser fails. */
export async function createPasskey(options: Json): Promise<Json | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return await undefinedOnError(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
}

/** The browser reports a canceled dialog and a failure alike as an error, and the page offers another try for both. */
async function undefinedOnError(work: () => Promise<object>): Promise<Json | undefined> {
  try {
    return { ...(await work()) }
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
