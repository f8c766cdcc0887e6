import { ApiError, isApiFailure } from '@solvane/client/api'
import { beginSession, currentSessionId } from '@solvane/client/tokens'
import type { FactorWay } from '@solvane/contract/account.admin'
import type { Tokens } from '@solvane/contract/auth'
import { showToast } from '@solvane/ui/toast'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRequest } from '../../components/form-request.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { readGuestCartId } from '../../lib/session/guest-cart.ts'
import type { PasskeyOffer } from './sign-in-by-passkey.ts'

const nothingStored =
  'Your browser could not store your sign-in. Please allow this site to store data, or make room for it, and sign in again.'

/**
 * Returns the function that starts a session with new tokens: it stores them, loads the profile and
 * merges the guest's cart. It resolves when both have ended, also after a failure: the account page
 * shows a missing profile, and the next page tries the merge again. It rejects if the browser stores
 * nothing.
 */
export function useStartSession(): (tokens: Tokens) => Promise<void> {
  const api = useApi()
  return async (tokens) => {
    try {
      beginSession(tokens)
    } catch {
      throw new ApiError(0, nothingStored)
    }
    try {
      const { followSession } = await import('../../lib/session/follow-session.ts')
      await followSession(api, currentSessionId())
    } catch {
      if (readGuestCartId()) showToast('Failed to merge carts.', 'error')
    }
  }
}

/** A sign-in of staff that waits for its second factor. */
export interface WaitingSignIn {
  ticket: string
  ways: FactorWay[]
}

/** Shown if the sign-in with a passkey fails for any reason. */
export const noPasskey = 'This passkey did not work. Please try again, or choose another way.'

/** The tokens of a sign-in; null once `onWaiting` knows, if it waits for a second factor. */
export async function tokensUnlessWaiting(
  signIn: Promise<{ data: Tokens }>,
  onWaiting: (waiting: WaitingSignIn) => Promise<void>,
): Promise<Tokens | null> {
  try {
    return (await signIn).data
  } catch (error) {
    if (!isApiFailure(error) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error
    await onWaiting(error.details as unknown as WaitingSignIn)
    return null
  }
}

const loadPasskeys = () => import('./sign-in-by-passkey.ts')

/**
 * The sign-in by a passkey: offered in the e-mail field by browsers that can, and at the press of a
 * button.
 */
export function usePasskeySignIn(onEntering: (enter: () => Promise<void>) => Promise<void>) {
  const api = useApi()
  const enter = useStartSession()
  const offer = useRef<PasskeyOffer>(null)
  const signIn = useRequest(async (chosen: Promise<Tokens> | null) => {
    const byButton = async () => {
      const passkeys = await loadPasskeys()
      return offer.current ? offer.current.press() : passkeys.signInByPasskey(api)
    }
    const tokens = await (chosen ?? byButton())
    if (tokens) await onEntering(() => enter(tokens))
  })
  const onChosen = useEffectEvent(async (tokens: Promise<Tokens>) => {
    await signIn.send(tokens)
    await tokens
  })
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return
    let isOver = false
    // If it does not load, the button tries again.
    loadPasskeys().then(
      ({ openOffer }) => {
        if (!isOver) offer.current = openOffer(api, (tokens) => onChosen(tokens))
      },
      () => {},
    )
    return () => {
      isOver = true
      offer.current?.end()
      offer.current = null
    }
  }, [api])
  return signIn
}
