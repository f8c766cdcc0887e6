import type { Tokens } from '@solvane/contract/auth'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRequest } from '../../components/use-request.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import type { PasskeyOffer } from './sign-in-by-passkey.ts'
import { useStartSession } from './use-start-session.ts'

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
    // Where it does not load, the button tries again.
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
