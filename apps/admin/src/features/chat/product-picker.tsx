import type { ChatMessage } from '@solvane/client/chat-messages'
import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { formatMoney } from '@solvane/ui/price'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../data/api.ts'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './product-picker.module.css'

interface PiecePickerProps {
  onPick: (product: ChatMessage['products'][number]) => void
  onClose: () => void
}

/** After the last key, in milliseconds. */
const pause = 300

/** Finds a piece to show in the conversation, as shoppers find it. */
export function PiecePicker({ onPick, onClose }: PiecePickerProps) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error } = useQuery({
    queryKey: ['pieces-to-show', search],
    queryFn: async ({ signal }) =>
      api.call('listProducts', { query: { search, size: 8 } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      className={styles.picker}
      aria-label="Show a piece"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={styles.head}>
        <input
          className={styles.input}
          type="search"
          aria-label="Find a piece"
          placeholder="Find a piece"
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: it was asked for by the press that opened it
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon size={16} />
        </IconButton>
      </div>
      {error && <p role="alert">{error.message}</p>}
      <ul className={styles.pieces}>
        {data?.data.map((product) => (
          <li key={product.id}>
            <button type="button" className={styles.piece} onClick={() => onPick(product)}>
              <Thumb picture={product.coverPicture} />
              <span>{product.name}</span>
              <span>{formatMoney(product.salePrice ?? product.price)}</span>
            </button>
          </li>
        ))}
        {data?.data.length === 0 && <li className={styles.none}>Nothing is like that.</li>}
      </ul>
    </section>
  )
}
