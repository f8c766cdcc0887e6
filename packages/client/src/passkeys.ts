import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedChallenge,
} from '@solvane/contract/passkeys'

// Load this module on demand: few shoppers use a passkey.

/** Has the browser make a passkey; null if the person does not want to. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey | null> {
  const made = await unlessCancelled(startRegistration({ optionsJSON }))
  if (!made) return null
  const { id, rawId, type } = made
  const { clientDataJSON, attestationObject, transports } = made.response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Has a passkey sign; null if the person does not want to. */
export function signWithPasskey(optionsJSON: PasskeyRequest): Promise<SignedChallenge | null> {
  return sign({ optionsJSON })
}

/** Whether the browser can offer passkeys in a field with `autocomplete="username webauthn"`. */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill

/**
 * Has the browser offer passkeys in that field. Resolves once one has signed; with null if another
 * request takes its place.
 */
export function offerPasskeys(optionsJSON: PasskeyRequest): Promise<SignedChallenge | null> {
  return sign({ optionsJSON, useBrowserAutofill: true })
}

/** Ends the offer, when the field goes away. */
export function endOffer(): void {
  WebAuthnAbortService.cancelCeremony()
}

async function sign(
  options: Parameters<typeof startAuthentication>[0],
): Promise<SignedChallenge | null> {
  const signed = await unlessCancelled(startAuthentication(options))
  if (!signed) return null
  const { id, rawId, type } = signed
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** Browsers do not say whether the person pressed Cancel, let the time run out, or has no passkey. */
async function unlessCancelled<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
      return null
    throw error
  }
}
