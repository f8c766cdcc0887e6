import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { AddressLines } from '../../components/address-lines.tsx'
import { useSession } from '../../lib/session/session-profile.ts'
import styles from './address-picker.module.css'
import { keptAddress, shownTitle } from './use-addresses.tsx'

const loadDrawer = () => import('./address-drawer.tsx')

interface AddressPickerProps {
  addresses: readonly Address[]
  /** The chosen one; null while there is none. */
  chosen: Address | null
  onChoose: (id: string) => void
}

/** Shows the chosen address; lets another be chosen, or a new one be written and chosen at once. */
export function AddressPicker({ addresses, chosen, onChoose }: AddressPickerProps) {
  const drawer = useOnDemand(loadDrawer)
  const [isOpen, setIsOpen] = useState(false)
  const [edited, setEdited] = useState<Address | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const list = useId()
  const { profile } = useSession()
  const [kept] = useState(() => keptAddress(profile?.id, addresses))

  async function open(address: Address | null) {
    setEdited(address)
    if (await drawer.demand()) setIsWriting(true)
  }
  const reopen = useEffectEvent(open)
  useEffect(() => {
    if (kept !== undefined) void reopen(kept)
  }, [kept])

  function write(address: Address | null, { currentTarget }: MouseEvent<HTMLElement>) {
    opener.current = currentTarget
    return open(address)
  }
  const preload = { onPointerEnter: drawer.prepare, onFocus: drawer.prepare }

  return (
    <div className={styles.picker}>
      {chosen && !isOpen && (
        <div className={styles.address}>
          <p>{shownTitle(chosen)}</p>
          <AddressLines address={chosen} />
        </div>
      )}
      {isOpen && (
        <fieldset id={list} className={styles.choices}>
          <legend className={styles.legend}>Send it to</legend>
          {addresses.map((address) => (
            <label key={address.id} className={styles.choice}>
              <input
                type="radio"
                className={styles.radio}
                name={`${list}-address`}
                checked={address.id === chosen?.id}
                onChange={() => onChoose(address.id)}
              />
              <span className={styles.address}>
                <span>{shownTitle(address)}</span>
                <AddressLines address={address} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.actions}>
        {addresses.length > 1 && (
          <Button
            kind="link"
            aria-expanded={isOpen}
            aria-controls={isOpen ? list : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Send it here' : 'Choose another'}
          </Button>
        )}
        {chosen && (
          <Button
            kind="link"
            {...preload}
            aria-label={`Edit ${shownTitle(chosen)}`}
            onClick={(event) => write(chosen, event)}
          >
            Edit
          </Button>
        )}
        <Button
          kind={chosen ? 'link' : 'secondary'}
          {...preload}
          onClick={(event) => write(null, event)}
        >
          Create a New Address
        </Button>
      </div>
      {drawer.part && (
        <drawer.part.AddressDrawer
          isOpen={isWriting}
          address={edited}
          onClose={() => setIsWriting(false)}
          onSaved={(saved) => {
            setIsWriting(false)
            setIsOpen(false)
            onChoose(saved.id)
          }}
          returnFocusTo={opener}
        />
      )}
    </div>
  )
}
