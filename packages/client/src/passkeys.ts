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

// Load this module on demand: few visitors use a passkey.

/** Has the browser make a passkey; null if the person does not want to. */
export function makePasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey | null> {
  return unlessCancelled(startRegistration({ optionsJSON }))
}

/** Has a passkey sign; null if the person does not want to. */
export function signWithPasskey(optionsJSON: PasskeyRequest): Promise<SignedChallenge | null> {
  return unlessCancelled(startAuthentication({ optionsJSON }))
}

/** Whether the browser can offer passkeys in a field with `autocomplete="username webauthn"`. */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill

/**
 * Has the browser offer passkeys in that field. Resolves once one has signed; with null if another
 * request takes its place.
 */
export function offerPasskeys(optionsJSON: PasskeyRequest): Promise<SignedChallenge | null> {
  return unlessCancelled(startAuthentication({ optionsJSON, useBrowserAutofill: true }))
}

/** Ends the offer, when the field goes away. */
export function endOffer(): void {
  WebAuthnAbortService.cancelCeremony()
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
