import type { ChatMessage } from '@solvane/client/chat-messages'
import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { formatMoney } from '@solvane/ui/price'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../data/api.ts'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './product-picker.module.css'

interface ProductPickerProps {
  onPick: (product: ChatMessage['products'][number]) => void
  onClose: () => void
}

/** Delay after the last key, in milliseconds. */
const delay = 300

/** Finds a product to attach, with the shop's own search. */
export function ProductPicker({ onPick, onClose }: ProductPickerProps) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), delay)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error } = useQuery({
    queryKey: ['products-to-attach', search],
    queryFn: async ({ signal }) =>
      api.call('listProducts', { query: { search, size: 8 } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      className={styles.picker}
      aria-label="Attach product"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={styles.head}>
        <input
          className={styles.input}
          type="search"
          aria-label="Find product"
          placeholder="Find product"
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the button that opened it asks for it
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon size={16} />
        </IconButton>
      </div>
      {error && <p role="alert">{error.message}</p>}
      <ul className={styles.products}>
        {data?.data.map((product) => (
          <li key={product.id}>
            <button type="button" className={styles.product} onClick={() => onPick(product)}>
              <Thumb picture={product.coverPicture} />
              <span>{product.name}</span>
              <span>{formatMoney(product.salePrice ?? product.price)}</span>
            </button>
          </li>
        ))}
        {data?.data.length === 0 && <li className={styles.none}>No results.</li>}
      </ul>
    </section>
  )
}
