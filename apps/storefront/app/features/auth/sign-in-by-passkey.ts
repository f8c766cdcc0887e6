import type { Api } from '@solvane/client/api'
import {
  canOfferPasskeys,
  endOffer,
  offerPasskeys,
  signWithPasskey,
} from '@solvane/client/passkeys'
import type { Tokens } from '@solvane/contract/auth'
import type { PasskeyRequest, SignedChallenge } from '@solvane/contract/passkeys'

/** Signs in by a passkey; null if the shopper does not want to. Rejects with an `ApiError`. */
export function signInByPasskey(api: Api): Promise<Tokens | null> {
  return signIn(api, signWithPasskey)
}

async function signIn(
  api: Api,
  sign: (request: PasskeyRequest) => Promise<SignedChallenge | null>,
): Promise<Tokens | null> {
  const passkey = await sign((await api.call('beginPasskeySignIn', {})).data)
  return passkey && (await api.call('signInByPasskey', { body: { passkey } })).data
}

/**
 * The interval in milliseconds at which the offer is renewed: its challenge must be signed within
 * ten minutes.
 */
const renewal = 9 * 60_000

/** Passkeys that the browser offers in the e-mail field. */
export interface PasskeyOffer {
  /** Calls `signInByPasskey` and interrupts the offer, because a browser runs one request at a time. */
  press(): Promise<Tokens | null>
  /** Ends it, when the field goes away. */
  end(): void
}

/**
 * Lets the browser offer passkeys in the e-mail field, and passes on the tokens of the chosen one.
 * If the browser cannot, or the shop is unreachable, nothing happens: there are other ways to sign
 * in.
 */
export function openOffer(
  api: Api,
  onChosen: (tokens: Promise<Tokens>) => Promise<unknown>,
): PasskeyOffer {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  async function offer() {
    if (isOver || !(await canOfferPasskeys())) return
    timer = setTimeout(start, renewal)
    const { data } = await api.call('beginPasskeySignIn', {})
    if (isOver) return
    const passkey = await offerPasskeys(data)
    if (!passkey) return
    clearTimeout(timer)
    const answer = api.call('signInByPasskey', { body: { passkey } })
    await onChosen(answer.then((envelope) => envelope.data)).catch(() => start())
  }

  function start() {
    clearTimeout(timer)
    offer().catch(() => {})
  }

  start()
  return {
    async press() {
      clearTimeout(timer)
      const tokens = await signInByPasskey(api).catch((error: unknown) => {
        start()
        throw error
      })
      if (!tokens) start()
      return tokens
    },
    end() {
      isOver = true
      clearTimeout(timer)
      endOffer()
    },
  }
}
